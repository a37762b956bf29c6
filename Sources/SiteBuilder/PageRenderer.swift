import AuthContracts
public import Diagnostics
import Mustache
public import SiteModel
import YAML

/// Turns page specs into HTML documents.
///
/// A renderer parses its templates once; rendering depends on nothing but its arguments.
public struct PageRenderer: Sendable {
    private let library: TemplateLibrary
    private let rules: String
    private let pictures: [String: String]
    private let scripts: PageScripts

    /// Reads the page templates, the stylesheet and the pictures.
    ///
    /// - Throws: every mistake in the templates that can be found without a page.
    public init(templates: TemplateSources) throws(DiagnosticReport) {
        var sources: [String: SourceText] = [:]
        var pictures: [String: String] = [:]
        for (path, source) in templates.sources(under: "pages/") {
            if let name = path.removing(suffix: ".mustache") {
                sources[name] = source
            } else if let name = path.removing(suffix: ".svg")?.removing(prefix: "pages/icons/") {
                pictures[name] = source.text.split(whereSeparator: \.isNewline).joined()
            }
        }
        guard let sheet = templates.source(of: "pages/page.css") else {
            throw DiagnosticReport([
                Diagnostic(code: "missing-template", message: "there is no template 'pages/page.css'")
            ])
        }
        library = try TemplateLibrary(sources)
        rules = CondensedCSS.text(of: sheet.text)
        self.pictures = pictures
        scripts = try PageScripts(templates)
        // The one thing that would end the style element early.
        let bytes = sheet.bytes
        if let offset = bytes.indices.dropLast().first(where: { bytes[$0] == 0x3C && bytes[$0 + 1] == 0x2F }) {
            throw DiagnosticReport([
                sheet.diagnostic(
                    code: "style-end", at: offset, "'</' would end the page's style sheet",
                    fix: "Write it as '<\\/' inside a string.")
            ])
        }
    }

    /// A page with one of its states shown.
    ///
    /// - Parameters:
    ///   - page: a page of the app.
    ///   - app: the app, for its look and its addresses.
    ///   - state: the name of the state that is shown.
    ///   - appearance: what the browser, the person and the backend have done so far.
    /// - Returns: an HTML document in UTF-8.
    /// - Throws: names that the page does not have, pictures and template names that do not exist.
    public func render(
        _ page: Page, of app: App, state: String, appearance: Appearance = Appearance()
    ) throws(DiagnosticReport) -> [UInt8] {
        let program = program(of: page, app)
        let style = try style(of: page, app, appearance, running: program)
        return try render(page, of: app, state: state, appearance: appearance, style: style, running: program)
    }

    /// A page with one of its states shown, in styles that are made already; the program runs only where it is served.
    func render(
        _ page: Page, of app: App, state name: String, appearance: Appearance, style: StyleSheet?,
        running program: PageProgram?
    ) throws(DiagnosticReport) -> [UInt8] {
        guard let state = page.state(named: name) else {
            throw problem(
                page, "unknown-state", "the page '\(page.name)' has no state '\(name)'",
                fix: Suggestion.question(for: name, in: page.states.map(\.name)))
        }
        switch appearance.condition {
        case .busy(let operation) where !state.operations.contains(operation):
            throw problem(
                page, "unknown-operation", "the state '\(name)' does not run '\(operation)'",
                fix: Suggestion.question(for: operation, in: state.operations))
        case .message(let outcome) where !page.allMessages.contains { $0.outcome == outcome }:
            throw problem(
                page, "no-words", "the page '\(page.name)' has no words for '\(outcome.rawValue)'",
                fix: "Add '- **\(outcome.rawValue)** …' under '# messages'.")
        default: break
        }
        let missing = missingPictures(of: page)
        if !missing.isEmpty { throw DiagnosticReport(missing) }
        var appearance = appearance
        // Nobody has to open a link for what app.yml says.
        appearance.values.merge(app.backend?.settings ?? [:]) { $1 }
        let values = DocumentValues(
            page: page, app: app, shown: state, appearance: appearance, style: style, pictures: pictures,
            program: appearance.condition == .served ? program : nil)
        return Array(try library.render("pages/page", with: values.document).utf8)
    }

    /// What every unknown path of an app is answered with.
    ///
    /// - Returns: an HTML document in UTF-8.
    public func renderNotFound(
        of app: App, scheme: Appearance.Scheme = .system
    ) throws(DiagnosticReport) -> [UInt8] {
        try notFound(of: app, scheme).html
    }

    func notFound(
        of app: App, _ scheme: Appearance.Scheme
    ) throws(DiagnosticReport) -> (html: [UInt8], style: StyleSheet) {
        func html(_ style: StyleSheet?) throws(DiagnosticReport) -> [UInt8] {
            var values = DocumentValues.frame(of: app, scheme: scheme, style: style, pictures: pictures)
            values["title"] = "Page not found"
            return Array(try library.render("pages/not-found", with: .object(values)).utf8)
        }
        let style = style(for: try html(nil), script: nil, of: app, Appearance(scheme: scheme))
        return (try html(style), style)
    }

    /// The styles of a page's documents, the same in each: what the served one has a use for.
    func style(
        of page: Page, _ app: App, _ appearance: Appearance, running program: PageProgram?
    ) throws(DiagnosticReport) -> StyleSheet {
        let html = try render(
            page, of: app, state: page.served, appearance: Appearance(), style: nil, running: program)
        return style(for: html, script: program?.script, of: app, appearance)
    }

    private func style(
        for html: [UInt8], script: PageScript?, of app: App, _ appearance: Appearance
    ) -> StyleSheet {
        let vocabulary = UsedCSS.Vocabulary(html: String(decoding: html, as: UTF8.self), script: script?.text ?? "")
        return StyleSheet(
            theme: app.theme, scheme: appearance.scheme, textSize: appearance.textSize,
            rules: UsedCSS.text(of: rules, for: vocabulary))
    }

    /// What a page runs; nil where there is nothing for it to talk to.
    func program(of page: Page, _ app: App) -> PageProgram? {
        guard let backend = app.backend, let contract = app.contract else { return nil }
        let data = PageData(page: page, app: app, backend: backend, contract: contract)
        return PageProgram(script: scripts.script(for: page, running: data), data: data)
    }

    /// The names of the pictures that pages may ask for, sorted.
    public var pictureNames: [String] { pictures.keys.sorted() }

    private func missingPictures(of page: Page) -> [Diagnostic] {
        page.states.flatMap { state in
            ([(state.icon?.value, state.icon?.location)] + state.fields.map { ($0.icon, $0.location) })
                .compactMap { name, location in
                    guard let name, let location, pictures[name] == nil else { return nil }
                    return page.source.diagnostic(
                        code: "unknown-icon", at: location, "there is no picture '\(name)'",
                        fix: Suggestion.question(for: name, in: pictureNames)
                            ?? "The pictures are \(pictureNames.joined(separator: ", ")).")
                }
        }
    }

    private func problem(_ page: Page, _ code: String, _ message: String, fix: String?) -> DiagnosticReport {
        DiagnosticReport([Diagnostic(code: code, file: page.source.file, message: message, fix: fix)])
    }
}
