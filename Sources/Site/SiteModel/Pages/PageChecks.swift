import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions
import TextEncoding
import YAML

/// Checks a page spec against its app: its links, paths, operations and values must exist.
struct PageChecks {
    let page: Page
    let app: AppFile
    let links: [LinkDefinition]
    /// The paths of the app's pages and files, and those that other servers answer.
    let paths: Set<String>
    /// The backend's contract; nil if there is none or it was not read.
    let contract: Contract?
    let collector: DiagnosticCollector
    /// The pages of the app.
    var pages: [Page] = []
    /// Whether its file was read without an error.
    var isSound = true

    /// Values that every page may show: the wait after a rate-limited request, and the account's email once it is
    /// known.
    private static let common = ["wait", "email"]

    func report() {
        // Without the backend's contract, which was not read, any value and any outcome is possible.
        let isOpen = contract == nil && app.contents.backend != nil
        let operations = contract?.operations.map(\.name) ?? []
        // An operation that is missing is told alone: it may be what supplies a value.
        let lacksOperation =
            contract != nil
            && page.states.flatMap(\.moves).contains { !operations.contains($0.operation.value) }
        let kept =
            isOpen || lacksOperation ? nil : contract.map { ContractChecks.kept(by: page, contract: $0) } ?? []
        StateGraph(page: page, collector: collector).report()
        if !isOpen { TokenChecks(page: page, app: app, contract: contract, collector: collector).report() }
        checkDeletion()
        checkWayToNewLink()
        checkLifetimes()
        for name in page.linkNames { checkLink(name) }
        StartChecks(page: page, links: links, contract: contract, collector: collector).report()
        PageStateChecks(page: page, kept: kept, collector: collector).report()
        for state in page.states {
            checkDestinations(of: state)
            checkOperations(of: state)
            checkValues(state.values, kept: kept)
            for wait in state.values where wait.value == "wait" {
                report(unknownWait: wait.location)
            }
        }
        checkValues(page.messageValues, kept: kept)
        for message in page.messages where message.words.contains(.value("wait")) {
            let waits = [.waits, .fails].contains(outcome(of: message).meaning)
            if message.special == nil, !waits { report(unknownWait: message.location) }
        }
        for message in page.messages where message.special == nil && outcome(of: message).meaning == .waits {
            guard !message.words.contains(.value("wait")),
                let number = Inline.plainText(message.words).split(whereSeparator: { !$0.isNumber }).first
            else { continue }
            collector.report(
                "fixed-wait", as: .warning, at: message.location,
                "the message for '\(message.name)' says \(number), and how long the wait is differs",
                fix: "Write {{wait}} in place of the time.")
        }
        if page.name == "index", page.path == "/index" {
            collector.report(
                "index-page", as: .warning, at: page.source.location(at: 0),
                "this page has the address '/index', and the address '/' has none",
                fix: "Rename it by what it says: the home page of a host is another server's.")
        }
        if !isOpen { checkOutcomes() }
        if let contract, let backend = app.contents.backend?.backend {
            ContractChecks(
                page: page, links: links, contract: contract, backend: backend, app: app, collector: collector
            ).report()
        }
        // Where the page leads is certain once it has no errors.
        if !isOpen, isSound, !collector.diagnostics.contains(where: { $0.severity == .error }) {
            OutcomeChecks(page: page, contract: contract, paths: paths, collector: collector).report()
        }
    }

    /// Warns of a page that deletes accounts and does not say of what data.
    private func checkDeletion() {
        guard page.deletesAccounts, let state = page.state(named: page.start.name(for: nil)) else { return }
        if page.isOfKind, state.location.file == page.source.file, let deleted = page.deletion?.deleted,
            !deleted.isEmpty,
            !deleted.contains(where: { item in state.texts.contains { $0.contains(item) } })
        {
            collector.report(
                "data-unsaid", as: .warning, at: state.location,
                "'data:' says what is deleted, and '# \(state.name)' replaces the text that shows it",
                fix: "Say it below '# \(state.name)' too: \(deleted.joined(separator: ", ")).")
        }
        guard
            page.deletion?.deleted.isEmpty != false || page.deletion?.kept == nil
        else { return }
        let missing = [
            page.deletion?.deleted.isEmpty == false ? nil : "what is deleted",
            page.deletion?.kept == nil ? "what is kept" : nil,
        ]
        collector.report(
            "data-unsaid", as: .warning,
            at: page.spec?.document.root?["kind"]?.location ?? page.source.location(at: 0),
            "the page does not say \(missing.compactMap(\.self).joined(separator: " and ")), which Google Play asks of it",
            fix:
                "Write what is true of the app: data: { deleted: [Your profile], kept: { Invoices: \"for ten years, as tax law requires\" } }, or 'kept: nothing'\(page.isOfKind ? "" : ", and say it below '# \(state.name)'")."
        )
    }

    /// Says that a captcha took the way to a new link from a page of the kind 'verify-email', and none leads there instead.
    private func checkWayToNewLink() {
        guard let kind = page.spec?.document.root?["kind"], kind.text == "verify-email", let place = kind.location,
            app.contents.backend?.backend.captcha != nil, !paths.contains("/new-link"),
            contract?.operation(named: "resend-verification")?.isGuarded == true
        else { return }
        collector.report(
            "no-new-link", as: .note, at: place,
            "a captcha guards 'resend-verification', so nothing on this page leads to a new link",
            fix: "Add a page for it: latchkey add page new-link")
    }

    /// Warns of a text that says how long the page's link works, and says it wrong.
    private func checkLifetimes() {
        let lifetimes = page.links.compactMap(\.lifetime)
        guard let lifetime = lifetimes.first, lifetimes.count == page.links.count,
            let body = try? FrontMatter(of: page.source).body
        else { return }
        for promise in PromisedLifetime.all(in: page.source, from: body)
        where promise.isOfLink && !lifetimes.contains(promise.seconds) {
            let right = PromisedLifetime.words(for: lifetime)
            collector.report(
                "other-lifetime", as: .warning, at: promise.location,
                "this says '\(promise.text)', and the link '\(page.links[0].name)' lives \(right) in app.yml",
                fix: "Write '\(right)', or leave it out.")
        }
    }

    /// Reports outcomes that are neither built in nor declared by the contract.
    private func checkOutcomes() {
        let known = OutcomeName.allCases + (contract?.outcomes ?? [])
        let moves = page.states.flatMap(\.moves).flatMap(\.moves).map { ($0.outcomes, $0.location) }
        let messages = page.messages.map { (OutcomePattern($0.outcome.rawValue), $0.location) }
        for (pattern, place) in moves + messages where !known.contains(where: pattern.matches) {
            collector.report(
                "unknown-outcome", at: place, "'\(pattern.text)' is not an outcome",
                fix: Suggestion.fix(for: pattern.text, in: known.map(\.rawValue), "The outcomes are"))
        }
    }

    /// Reports `{{wait}}` outside of a message about a wait: no value takes its place there.
    private func report(unknownWait location: SourceLocation) {
        collector.report(
            "unknown-value", at: location, "'{{wait}}' is known in a message about a wait only",
            fix: "Write it under '# messages', such as '- **rate-limited** Try again in {{wait}}.'")
    }

    private func checkLink(_ name: Located<String>) {
        guard let link = links.first(where: { $0.name == name.value }) else {
            if app.removes("links.\(name.value)") { return }
            // What app.yml says of the page, or else nothing of any page.
            let own = links.filter { $0.page == page.name }.map(\.name)
            return LinkDefinition.report(
                unknown: name, among: links,
                unused: own.filter { link in !page.linkNames.contains { $0.value == link } },
                "opens this page", to: collector)
        }
        if let other = link.page {
            if other == page.name { return }
            // The misspelt name of this page is told of app.yml.
            let names = pages.map(\.name)
            if !names.contains(other), Suggestion.nearest(to: other, in: names) == page.name { return }
            if let place = page.spec == nil ? nil : link.page, app.contents.links.keys.contains(page.name),
                link.name == page.name
            {
                // The page has the link's own name, so that app.yml is what is wrong.
                collector.diagnostics.append(
                    app.diagnostic(
                        code: "link-elsewhere", at: "links.\(name.value).page",
                        "the link '\(name.value)' opens the page '\(place)', and the page '\(page.name)' receives it",
                        fix: "Write 'page: \(page.name)', or another kind in \(page.name).md."))
                return
            }
            let shown = app.shown(other, at: "links.\(name.value).page")
            if let meant = StartChecks.meantLink(of: page, links) {
                return collector.report(
                    "link-elsewhere", at: name.location,
                    "the link '\(name.value)' opens the page '\(shown)', and app.yml opens this page with '\(meant)'",
                    fix: "Write '\(page.linkNames.count == 1 ? "link: " : "")\(meant)'.")
            }
            // Both say so, so that app.yml is right, and this page has begun as the other's copy.
            let isTaken = pages.contains { $0.name == other && $0.linkNames.contains { $0.value == name.value } }
            let isCopy = page.name.hasPrefix("\(other)-") || page.name.hasPrefix("\(other).")
            if isTaken, !isCopy, !page.isOfKind, page.linkNames.count == 1 {
                return collector.report(
                    "link-elsewhere", at: name.location,
                    "the link '\(name.value)' opens the page '\(shown)', which receives it too",
                    fix:
                        "Define a link for this page under 'links:' in app.yml, with 'page: \(page.name)', and name it here."
                )
            }
            collector.report(
                "link-elsewhere", at: name.location, "the link '\(name.value)' opens the page '\(shown)'",
                fix: (isCopy
                    ? "Move this file out of the site's folder if it is a copy, or write "
                    : page.isOfKind
                        ? "Write another kind if that page is of this one, or write "
                        : page.linkNames.count > 1 ? "Remove it from 'link:', or write " : "Write ")
                    + "'page: \(page.name)' under 'links.\(name.value)' in app.yml.")
        } else {
            collector.diagnostics.append(
                app.diagnostic(
                    code: "link-elsewhere", at: app.lastKey(of: "links.\(name.value)"),
                    "the page '\(page.name)' receives the link '\(name.value)', which opens no page",
                    fix: "Add 'page: \(page.name)' here."))
        }
    }

    private func checkDestinations(of state: State) {
        for destination in state.destinations {
            switch destination.value {
            case .sitePath, .web, .mail:
                guard let fault = AddressFault(destination.value.text, of: app, paths) else { continue }
                collector.report(
                    fault.code, as: fault.severity, at: destination.location, fault.message.text(written: nil),
                    fix: fault.fix?.text(written: nil)
                        ?? "Add a page, or list it under 'elsewhere:' in app.yml if another server answers it.")
            case .app(let name): checkAppAddress(name, at: destination.location)
            case .state, .operation: continue
            }
        }
    }

    private func checkAppAddress(_ name: String, at location: SourceLocation) {
        if app.removes(name == "login" ? name : "links.\(name)") { return }
        if name == "login" {
            if app.contents.login?.app != nil { return }
            collector.report(
                "no-app-address", at: location, "app.yml does not say how to open the app's login",
                fix: app.contents.login == nil
                    ? "Add 'login: { app: \(scheme)://login }' to app.yml."
                    : "Add 'app: \(scheme)://login' under 'login:' in app.yml.")
        } else if let link = links.first(where: { $0.name == name }) {
            guard let address = link.app else {
                return collector.report(
                    "no-app-address", at: location, "the link '\(name)' has no address in the app",
                    fix: "Add 'app:' under 'links.\(name)' in app.yml.")
            }
            // Without the backend's contract, which was not read, any value is possible.
            if contract == nil, app.contents.backend != nil { return }
            let kept = contract.map { ContractChecks.kept(by: page, contract: $0) } ?? []
            let supplied = page.parameters + page.fieldNames + Self.common + kept
            guard let missing = address.parameters.first(where: { !supplied.contains($0) }) else { return }
            collector.report(
                "unknown-value", at: location,
                "the app's address of '\(name)' needs '{{\(missing)}}', and nothing supplies it on this page",
                fix: app.contents.login?.app == nil
                    ? "Link to a path of the site." : "Write app:login, or link to a path.")
        } else {
            collector.report(
                "unknown-link", at: location, "'app:\(name)' is neither the login nor a link of app.yml",
                fix: Suggestion.question(for: name, in: ["login"] + links.map(\.name)) ?? appAddresses)
        }
    }

    private var scheme: String { app.contents.ios?.scheme ?? "myapp" }

    /// The valid destinations with 'app:', as a fix.
    private var appAddresses: String {
        let names = (app.contents.login?.app == nil ? [] : ["login"]) + links.filter { $0.app != nil }.map(\.name)
        return names.isEmpty
            ? "Write app:login, and in app.yml how to open it: 'login: { app: myapp://login }'."
            : "Write \(names.map { "app:\($0)" }.joined(separator: " or "))."
    }

    private func checkOperations(of state: State) {
        let described = state.moves.map(\.operation)
        let automatic = [state.onLoad, state.refresh].compactMap(\.self)
        let run = state.linkedOperations
        let used = (run + automatic).map(\.value)
        var pairs = MisspeltNames.pairs(declared: described.map(\.value), used: used)
        // Another system's name, where the state has one operation that nothing runs.
        let unused = described.map(\.value).filter { !used.contains($0) && isOperation($0) }
        let unknown = Set(used).subtracting(described.map(\.value)).filter {
            contract != nil && !isOperation($0)
        }
        if pairs.isEmpty, unused.count == 1, unknown.count == 1 { pairs = [(unused[0], unknown.joined())] }
        for name in described where !used.contains(name.value) {
            // The button that names no operation is then the mistake, and it alone.
            if isOperation(name.value), pairs.contains(where: { $0.declared == name.value && !isOperation($0.used) }) {
                continue
            }
            // A text of one's own in place of the kind's, whose button it lacks.
            let isReplaced =
                state.location.file == page.source.file
                && page.source.others.contains { $0.file == name.location.file }
            collector.report(
                "unused-operation", at: isReplaced ? state.location : name.location,
                "nothing in the state '\(state.name)' runs '\(name.value)'",
                fix: Suggestion.question(for: name.value, in: used + State.keyTable.keys.map(\.name))
                    ?? (isReplaced
                        ? "Add its button below, since this text replaces the kind's: [Continue](run:\(name.value))"
                        : mayLoad(name.value, in: state)
                            ? "Add 'on-load: \(name.value)' beside it, or a link '(run:\(name.value))' below."
                            : "Add a link '(run:\(name.value))' below, or remove this key."))
        }
        func check(_ name: Located<String>, _ what: String, prefix: String = "", fix: String) {
            if described.contains(where: { $0.value == name.value }) { return }
            collector.report(
                "no-moves", at: name.location, "no state follows '\(what)'",
                fix: Suggestion.question(for: name.value, in: described.map(\.value))
                    ?? pairs.first { $0.used == name.value }.map {
                        "Write '\(prefix)\($0.declared)': the contract has no operation '\(name.value)'."
                    } ?? fix)
        }
        for name in run {
            check(
                name, "run:\(name.value)", prefix: "run:",
                fix: "Add '\(name.value): { ok: … }' under 'states.\(state.name)' in the front matter.")
        }
        for name in automatic {
            let bare = name.value.removing(prefix: "run:")
            check(name, name.value, fix: bare.map { "Write \($0)." } ?? "Add '\(name.value): { ok: … }' beside it.")
        }
    }

    /// Whether a state without fields and buttons was probably to run an operation by itself, which may run so.
    private func mayLoad(_ name: String, in state: State) -> Bool {
        guard let operation = contract?.operation(named: name) else { return false }
        return operation.consumes == nil && operation.sends == nil && state.fields.isEmpty && state.operations.isEmpty
    }

    /// The outcome of a message, with the meaning that the contract declares.
    private func outcome(of message: Message) -> OutcomeName {
        contract?.outcome(named: message.outcome.rawValue) ?? message.outcome
    }

    private func isOperation(_ name: String) -> Bool { contract?.operation(named: name) != nil }

    private func checkValues(_ values: [Located<String>], kept: [String]?) {
        guard !values.isEmpty, let kept else { return }
        let supplied =
            page.parameters + page.fieldNames + Self.common + kept + (contract?.settings.map(\.name) ?? [])
        for value in values where !supplied.contains(value.value) {
            collector.report(
                "unknown-value", at: value.location, "nothing supplies '{{\(value.value)}}'",
                fix: "#^/".contains(value.value.first ?? " ")
                    ? "Remove it: on a page, a text whose value is missing is hidden by itself."
                    : Suggestion.question(for: value.value, in: supplied)
                        ?? "A page has its link's parameters, its fields and \(Self.common.joined(separator: " and "))."
            )
        }
    }
}
