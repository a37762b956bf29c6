import AuthContracts
import Configuration
package import Diagnostics
package import JSON
package import SiteModel

/// What Google Play asks of the page at the address for deleting accounts, point by point, with where an app's page has it
/// (https://support.google.com/googleplay/android-developer/answer/13327111, "requirements for the web link").
package struct PlayCheck: Sendable {
    package enum Verdict: String, Sendable {
        case met, missing, optional, look = "look at it"
    }

    /// A point of the policy, and where the page meets it.
    package struct Point: Sendable {
        package let name: String
        package let verdict: Verdict
        /// The page's words, or what is missing.
        package let quote: String
    }

    package let app: String
    package let address: String
    package let points: [Point]
    package let diagnostics: [Diagnostic]

    /// Examines an app; one without the page has every point missing.
    package init(_ app: App) {
        self.app = app.name
        guard let page = app.pages.first(where: \.deletesAccounts),
            let state = page.state(named: page.start.name(for: nil))
        else {
            address = "no page"
            points = []
            diagnostics = [
                Diagnostic(
                    code: "no-deletion-page", file: app.name, message: "no page of '\(app.name)' deletes accounts",
                    fix: "Add one: latchkey add page \(AccountDeletion.kind)")
            ]
            return
        }
        address = "https://\(app.hosts.first ?? "")\(page.path)"
        points = Self.points(of: page, state, app)
        diagnostics = points.filter { $0.verdict == .missing }.map { point in
            page.source.diagnostic(
                code: "play", at: SourceLocation(file: page.source.file, line: page.line(of: state), column: 1),
                "Google Play asks of the page that it \(point.name)", fix: point.quote)
        }
    }

    private static func points(of page: Page, _ state: State, _ app: App) -> [Point] {
        let texts = state.blocks.flatMap(\.texts)
        func quote(_ name: String, _ found: String?, else fix: String) -> Point {
            if let found, let placeholder = app.placeholder(in: found) {
                return Point(name: name, verdict: .missing, quote: "Write your own text in place of '\(placeholder)'.")
            }
            return Point(name: name, verdict: found == nil ? .missing : .met, quote: found.map { "\"\($0)\"" } ?? fix)
        }
        /// The texts that contain each of some words; nil if one is nowhere, as one without a letter.
        func quotes(_ words: [String]) -> String? {
            let found = words.map { word in
                guard word.contains(where: \.isLetter) else { return nil as String? }
                return texts.first { $0 == word } ?? texts.first { $0.contains(word) }
            }
            return words.isEmpty || found.contains(nil) ? nil : found.compactMap(\.self).joined(separator: "\", \"")
        }
        let requests = state.actions.first { action in
            switch action.destination {
            case .operation, .mail: true
            case .state, .sitePath, .app, .web: false
            }
        }
        // An address in the first text is a way to ask, too; below a headline it is one for help, or for a part of the data.
        let beginning = state.blocks.prefix { !$0.isSubheading }
        let addresses = state.destinations.compactMap {
            if case .mail(let address) = $0.value { address } else { nil }
        }
        // Where the request goes, which a button's words do not say.
        var asked =
            requests.map { Inline.plainText($0.label) }
            ?? beginning.flatMap(\.texts).first { text in addresses.contains { text.contains($0) } }
            ?? (beginning.count == state.blocks.count ? addresses.first : nil)
        if case .mail(let address) = requests?.destination, app.placeholder(in: "\(address)") != nil {
            asked = "\(address)"
        }
        // Where a second factor leads to the app, and nowhere else.
        let inApp = page.states.flatMap(\.moves).compactMap { $0.state(for: .needsSecondFactor) }.first { name in
            page.state(named: name).map { state in
                state.operations.isEmpty
                    && !state.destinations.contains { if case .mail = $0.value { true } else { false } }
            } == true
        }
        let data = page.deletion
        let replaced = "Say it in '# \(state.name)' too, whose text replaces the one that shows 'data:'."
        // Who has to do something before, such as cancelling a subscription, has to find help with it there: best below it.
        let below = texts.drop { text in data?.first.contains(where: text.contains) != true }
        let help =
            (below + texts).first { text in app.support.map(text.contains) == true }
            ?? app.footer.first { $0.kind == .support }?.address
        let kept = data?.kept.map { kept in kept.isEmpty ? nil : quotes(kept.map(\.howLong)) }
        return [
            Point(name: "loads without an error", verdict: .met, quote: "the release answers \(page.path)"),
            quote(
                "names the app as its store listing does", texts.first { $0.contains(app.title) },
                else: "Write '\(app.title)' into the headline of '# \(state.name)'."),
            quote(
                "shows the steps to take prominently",
                state.blocks.prefix { !$0.isSubheading }.lazy.compactMap(\.steps).first,
                else: "Say in '# \(state.name)' what to do, as a numbered list before all else."),
            quote(
                "lets people ask for it there", asked,
                else: "Add a button to '# \(state.name)' that runs an operation, or a link to mailto:."),
            Point(
                name: "works without the app", verdict: asked == nil ? .missing : inApp == nil ? .met : .look,
                quote: asked == nil
                    ? "Let people ask for it without the app."
                    : inApp.map { "who has a second factor ends at '# \($0)', with no way to ask but the app" }
                        ?? "the page opens in any browser, and asks for no login"),
            quote(
                "says which data is deleted", quotes(data?.deleted ?? []),
                else: data?.deleted.isEmpty == false
                    ? replaced : "Write 'data: { deleted: [Your profile] }', and say it in '# \(state.name)'."),
            data?.kept?.isEmpty == true
                ? Point(
                    name: "says which data is kept, and for how long", verdict: page.isOfKind ? .met : .look,
                    quote: page.isOfKind ? "nothing is kept" : "'kept: nothing' is to be said in '# \(state.name)' too")
                : quote(
                    "says which data is kept, and for how long", kept ?? nil,
                    else: data?.kept != nil
                        ? replaced
                        : "Write 'data: { kept: { Invoices: \"for ten years, as tax law requires\" } }', or 'kept: nothing', and say it in '# \(state.name)'."
                ),
            data?.first.isEmpty != false
                ? Point(
                    name: "says what has to be done before", verdict: .look,
                    quote: "none is named; one, such as cancelling a subscription, goes into 'data: { first: … }'")
                : quote(
                    "says what has to be done before", quotes(data?.first ?? []), else: "Say it in '# \(state.name)'."),
            data?.first.isEmpty != false
                ? Point(name: "offers help with it", verdict: .optional, quote: "nothing has to be done before")
                : quote(
                    "offers help with it", help,
                    else: "Write 'support: help@example.com' into app.yml, and the address into '# \(state.name)'."),
            data?.parts == nil
                ? Point(
                    name: "offers to delete some data without the account", verdict: .optional,
                    quote: "not offered, which is allowed")
                : quote("offers to delete some data without the account", data?.parts, else: ""),
            Point(
                name: "deletes the account and its data, and does not merely disable it", verdict: .look,
                quote: "only your backend knows"),
            Point(
                name: "is not the only way, but the app has one too", verdict: .look,
                quote: "a link in the app's settings to this page is one"),
        ]
    }

    /// The points as text, a line for each; every line ends in LF.
    package var text: String {
        "\(app): \(address)\n"
            + points.map { point in
                let verdict = point.verdict.rawValue
                return "  \(verdict)\(String(repeating: " ", count: 12 - verdict.count))\(point.name): \(point.quote)\n"
            }.joined()
    }

    package var json: JSONValue {
        [
            "app": .string(app), "address": .string(address),
            "points": .array(
                points.map {
                    [
                        "name": .string($0.name), "verdict": .string($0.verdict.rawValue), "quote": .string($0.quote),
                    ]
                }),
        ]
    }
}

extension App {
    /// What is still to be written in a text: `[what is kept]`, `YOUR-…`, or an address at a host of documents' examples or at
    /// the one that `latchkey init` made of the app's name.
    fileprivate func placeholder(in text: String) -> String? {
        if let found = text.firstMatch(of: /\[[^\[\]]+\]/) { return String(found.0) }
        if let found = Placeholder.ofText(text) { return found }
        return text.split { $0.isWhitespace || ",;()\"'<>".contains($0) }.map {
            var word = $0
            while let last = word.last, ".:!?".contains(last) { word.removeLast() }
            return String(word)
        }.first { word in
            Placeholder.isSetting(word)
                || word == "support@\(name).example"
                || word.contains("@") && Placeholder.host(in: "mailto:\(word)", besides: hosts) != nil
        }
    }
}

extension Block {
    fileprivate var isSubheading: Bool { if case .subheading = self { true } else { false } }

    /// The text of a numbered list, or of a paragraph; nil for other blocks.
    fileprivate var steps: String? {
        switch self {
        case .list(ordered: true, _): texts.joined(separator: " ")
        case .paragraph: texts.first
        default: nil
        }
    }
}
