import Branding
import Configuration
import Diagnostics
import EmailBuilder
import JSON
import Release
import Sandbox
import SiteBuilder
import SiteModel
import TextEncoding

/// The files of an app in a storyboard, and its part of the index.
struct StoryboardApp: Sendable {
    /// A page, or all emails, in one language.
    struct Group: Sendable {
        let name: String
        let title: String
        /// The path of a page.
        let detail: String
        /// What a page looks like apart from its states; nil for emails.
        let style: StyleSheet?
        let language: LanguageTag?
        let cards: [Card]
    }

    /// A state of a page in a condition, or an email.
    struct Card: Sendable {
        /// The name in its group: `form/rate-limited`.
        let key: String
        /// The name of a state, or the subject of an email.
        let name: String
        let condition: String
        /// What leads to a state, or the preheader of an email.
        let detail: String
        /// The texts that a person reads.
        let texts: [String]
        /// What a comparison compares: texts, and the states that outcomes lead to; empty for what only follows from another card.
        let compared: [String]
        /// The markup of a state that is ready, or of an email.
        let markup: String
        /// The address of the document, with `SCHEME` for the colour scheme.
        let document: String
    }

    let app: App
    let pages: [Group]
    let emails: [Group]
    let warnings: [Diagnostic]
    private(set) var files: [String: [UInt8]] = [:]

    /// - Throws: diagnostics about pages and emails.
    init(_ app: App, pages renderer: PageRenderer, emails: EmailRenderer) throws(DiagnosticReport) {
        self.app = app
        // A provider's widget would be loaded from its servers.
        let app = app.asking(app.backend?.base ?? "", captcha: Self.captcha)
        var files: [String: [UInt8]] = [:]
        let rendered = try renderer.render(app)
        let brand = BrandFiles(app.brand).files
        for file in brand { files[app.name + file.path] = file.contents.bytes }
        /// Adds a document whose pictures are in the folder of the app, `up` of its own.
        func add(_ html: [UInt8], at path: String, up: String) {
            files["\(app.name)/\(path)"] = brand.reduce(html) { html, file in
                html.replacing(Array(file.path.utf8), with: Array((up + file.path.dropFirst()).utf8))
            }
        }
        var (pageGroups, emailGroups, warnings) = ([Group](), [Group](), [Diagnostic]())
        for local in [app] + app.translations.map(app.translated) {
            let isTranslated = local.language != app.language
            let words = try renderer.words(for: local)
            for page in local.pages where page.language != nil || !isTranslated {
                guard let document = rendered.allPages.first(where: { $0.fileName == page.fileName }) else { continue }
                let states = page.states.map { StateConditions(state: $0, page: page, app: local, words: words) }
                for scheme in Self.schemes {
                    var document = Self.prepared(document, DocumentPlans(states, on: page, of: local))
                    document.style.scheme = scheme
                    add(try document.file().bytes, at: "\(page.stem).\(scheme.rawValue).html", up: "")
                }
                pageGroups.append(
                    Group(
                        name: page.stem, title: page.title, detail: local.local(page.path), style: document.style,
                        language: page.language,
                        cards: states.flatMap { $0.cards(of: "\(app.name)/\(page.stem).SCHEME.html", document) }))
            }
            var cards: [Card] = []
            for entry in try SiteEmails.entries(of: local, with: emails)
            where entry.email.language != nil || !isTranslated {
                let (email, rendered) = (entry.email, entry.rendered)
                let name = "emails/\(email.name)\(email.language.map { ".\($0)" } ?? "")"
                for scheme in Self.schemes {
                    let html = rendered.html(isDark: scheme == .dark, picturesHereOf: app.hosts.first)
                    add(Array(html.utf8), at: "\(name).\(scheme.rawValue).html", up: "../")
                }
                let texts = rendered.text.split(separator: "\n").map(String.init)
                cards.append(
                    Card(
                        key: email.name, name: rendered.subject, condition: "", detail: rendered.preheader,
                        texts: texts, compared: [rendered.subject, rendered.preheader] + texts, markup: rendered.html,
                        document: "\(app.name)/\(name).SCHEME.html"))
                warnings += entry.warnings
            }
            guard !cards.isEmpty else { continue }
            let language = isTranslated ? local.language : nil
            emailGroups.append(
                Group(
                    name: "emails\(language.map { ".\($0)" } ?? "")", title: "Emails", detail: "", style: nil,
                    language: language, cards: cards))
        }
        (self.pages, self.emails, self.warnings, self.files) = (pageGroups, emailGroups, warnings, files)
    }

    static let schemes: [ColorScheme] = [.light, .dark]

    /// The document with the plans of all its states, which the script that is first chooses from by the fragment.
    private static func prepared(_ page: RenderedPage, _ plans: DocumentPlans) -> RenderedPage {
        guard page.data != nil else { return page }
        var page = page
        // Without the character that could end the element.
        let states = plans.json.serialized(.compact).replacing("<", with: "\\u003c")
        page.scripts =
            [
                InlineScript(states, attributes: ["type": "application/json", "id": "states"]),
                InlineScript("", attributes: ["src": "../\(Storyboard.script)"]),
            ] + page.scripts
        return page
    }

    /// The address of the sandbox's widget; the page adds a query, which becomes a comment.
    private static let captcha = "data:text/javascript," + PercentEncoding.encode(Sandbox.captchaWidget + "//")
}

extension StateConditions {
    /// The name of a condition in the document of its page: `form`, `form/rate-limited`.
    func key(of condition: StateCondition) -> String {
        condition == .idle ? state.name : "\(state.name)/\(condition.text)"
    }

    func cards(of document: String, _ rendered: RenderedPage) -> [StoryboardApp.Card] {
        let messages = page.outcomeMessages(for: app.contract, words: words)
        return all.map { condition in
            let message = messages.first { $0.name == condition.outcome }.map { Inline.plainText($0.words) }
            return StoryboardApp.Card(
                key: key(of: condition), name: state.name, condition: condition == .idle ? "" : condition.words,
                detail: condition == .idle
                    ? IncomingTransitions(page: page).descriptions(to: state.name).joined(separator: "; ") : "",
                texts: message.map { [$0] } ?? state.texts,
                compared: condition == .idle ? state.texts + state.transitions : message.map { [$0] } ?? [],
                markup: condition == .idle ? rendered.sections.first { $0.name == state.name }?.html ?? "" : "",
                document: "\(document)#/\(key(of: condition))")
        }
    }
}

extension State {
    /// The states that the outcomes of its operations lead to: `send-link: ok → sent`.
    fileprivate var transitions: [String] {
        moves.flatMap { operation in
            operation.moves.map { "\(operation.operation.value): \($0.outcomes.text) → \($0.state.value)" }
        }
    }
}

extension Page {
    /// The name of the page's file, without its extension.
    fileprivate var stem: String { String(fileName.dropLast(".html".count)) }
}
