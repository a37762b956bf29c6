import Branding
import Configuration
package import Diagnostics
import Mustache
package import SiteModel
package import TemplateFiles
import TextEncoding
import Threads

/// Renders page specs as pages.
///
/// Templates are parsed once; the result of rendering depends only on the arguments.
package struct PageRenderer: Sendable {
    private let library: TemplateLibrary
    private let pictures: [String: String]
    private let parts: PageParts
    /// The style sheets by what they depend on; hashing one takes as long as rendering a state.
    private let styles = Memo<StyleKey, StyleSheet>(limit: 256)
    /// A contract's part takes a sixth of the time of a build to compute.
    private let contractParts = Memo<ContractPart.Key, ContractPart>(limit: 64)
    package let words: Words
    private let templates: TemplateSources
    private let translatedWords = Memo<[LanguageTag], Words>(limit: 64)
    private let own: [String: PageRenderer]
    private let didRender: @Sendable (_ template: String, _ subject: String) -> Void

    /// Throws all errors in the templates that can be found without a page.
    package init(templates: TemplateSources) throws(DiagnosticReport) {
        try self.init(templates: templates) { _, _ in }
    }

    // For tests: `didRender` is called for each rendered template, with the state or page for which it is rendered.
    init(
        templates: TemplateSources, didRender: @escaping @Sendable (_ template: String, _ subject: String) -> Void
    ) throws(DiagnosticReport) {
        var sources: [String: SourceText] = [:]
        var pictures: [String: String] = [:]
        for (path, source) in templates.sources(under: "pages/") {
            if let name = path.removing(suffix: ".mustache") {
                sources[name] = source
            } else if let name = path.removing(suffix: ".svg")?.removing(prefix: "pages/icons/") {
                pictures[name] = source.text.split(whereSeparator: \.isNewline).joined()
            }
        }
        library = try TemplateLibrary(sources)
        let missing = TemplateNeeds.pages.problems(of: templates, in: library)
        if !missing.isEmpty { throw DiagnosticReport(missing) }
        self.pictures = pictures
        parts = try PageParts(templates)
        words = try templates.words()
        self.templates = templates
        self.didRender = didRender
        own = try templates.forApps { own throws(DiagnosticReport) in
            try PageRenderer(templates: own, didRender: didRender)
        }
    }

    /// The renderer with an app's own templates, or this one.
    func renderer(for app: App) -> PageRenderer { own[app.name] ?? self }

    struct AppView: Sendable {
        let app: App
        let words: Words
        let look: ThemeLook
        let files: BrandFiles
        let logo: LogoMarkup?
        let typeface: String
        let values: MustacheValue
        /// The texts of states that are not translated, and the values with them.
        var untranslated: (words: Words, values: MustacheValue)?
    }

    /// The texts in the language of an app's pages.
    package func words(for app: App) throws(DiagnosticReport) -> Words {
        let own = renderer(for: app)
        if app.language == .english, app.ownLanguage == .english { return own.words }
        let key = [app.language, app.ownLanguage]
        if let words = own.translatedWords[key] { return words }
        let words = try own.templates.words(app.language, own: app.ownLanguage)
        own.translatedWords[key] = words
        return words
    }

    func view(of app: App) throws(DiagnosticReport) -> AppView {
        let files = BrandFiles(app.brand)
        let words = try words(for: app)
        var own: Words?
        if app.language != app.ownLanguage { own = try self.words(for: app.inOwnLanguage) }
        return AppView(
            app: app, words: words, look: ThemeLook(app.theme), files: files,
            logo: files.logo.map { LogoMarkup(logo: $0, name: app.title) },
            typeface: TypefaceRules(app.theme, font: files.font).text,
            values: app.values(words, pictures: pictures, files: files),
            untranslated: own.map { ($0, app.values($0, pictures: pictures, files: files)) })
    }

    /// Throws unknown pictures, and templates that use a value in a way that is not allowed.
    func render(_ page: Page, of view: AppView) throws(DiagnosticReport) -> RenderedPage {
        let missing = missingPictures(of: page)
        if !missing.isEmpty { throw DiagnosticReport(missing) }
        let (app, words) = (view.app, view.words)
        let part = app.backend.flatMap { backend in
            app.contract.map { contract in
                contractParts.value(
                    for: ContractPart.Key(
                        contract, Set(page.states.flatMap(\.operations)), Set(backend.settings.keys)),
                    ContractPart.init)
            }
        }
        let features = PageFeature.features(of: page, in: app, running: part, words: words)
        let pageView = PageView(page: page, app: app, pictures: pictures, words: words)
        let untranslated = view.untranslated.map {
            (view: PageView(page: page, app: app, pictures: pictures, words: $0.words), values: $0.values)
        }
        let initialState = page.initialState
        var sections: [RenderedPage.Section] = []
        for state in page.states {
            let other = state.language == nil ? nil : untranslated
            let stateView = StateView(
                state: state, isInitial: state.name == initialState, page: other?.view ?? pageView)
            didRender("pages/state", state.name)
            var html = try library.render("pages/state", with: stateView.value, within: [other?.values ?? view.values])
            if html.hasSuffix("\n") { html.removeLast() }
            sections.append(
                RenderedPage.Section(
                    name: state.name, isBare: stateView.isBare, language: state.language, html: html))
        }
        let data =
            page.needsScript ? PageData(of: page, in: app, running: part, features: features, words: words) : nil
        let leaves: [LeavesKey: MustacheValue] = [.ways: .list(app.alternatives(at: page.path, words))]
        let markup = Markup(app: app, values: [:])
        let messages = page.outcomeMessages(for: app.contract, words: words).map { message in
            MustacheValue.view([
                MessageKey.id: .text("outcome.\(message.name)"), .text: .markup(markup.inlines(message.words)),
                .messageLanguage: MustacheValue(message.language?.text),
            ])
        }
        let values: [PageKey: MustacheValue] = [
            .title: .text(page.title), .appLink: .bool(features.contains(.appLink)),
            .leaves: page.opensOtherProgram ? .view(leaves) : .absent,
            .hasFields: .bool(features.contains(.summary)), .messages: .list(messages),
        ]
        return RenderedPage(
            fileName: page.fileName, features: features, sections: sections, initialState: page.initialState,
            style: style(for: features, of: view),
            data: data,
            scripts: data == nil ? [] : [parts.script(for: features)],
            backend: page.runsOperations ? app.backend?.origin : nil,
            captcha: features.contains(.captcha) ? app.backend?.captcha?.provider : nil, files: view.files,
            caching: page.links.isEmpty ? .revalidated : .never, language: app.isMultilingual ? app.language : nil,
            document: document("pages/page", .view(values), of: view, for: page.name))
    }

    /// What a style sheet depends on, apart from the templates.
    private struct StyleKey: Hashable {
        let properties: ThemeProperties
        let features: Set<PageFeature>
        let typeface: String
    }

    private func style(for features: Set<PageFeature>, of view: AppView) -> StyleSheet {
        let key = StyleKey(properties: view.look.properties, features: features, typeface: view.typeface)
        return styles.value(for: key) { key in
            StyleSheet(key.properties, rules: parts.rules(for: key.features), typeface: key.typeface)
        }
    }

    func renderNotFound(of view: AppView) -> RenderedPage {
        notice(
            of: view, title: view.words.text(.notFoundTitle), text: view.words.text(.notFound),
            support: view.app.supported(view.words, .notFoundSupport), ways: view.app.notFoundLinks(view.words))
    }

    /// Renders the preview's placeholder for a path listed under `elsewhere`.
    func renderElsewhere(_ path: String, of view: AppView) -> RenderedPage {
        notice(
            of: view, title: "Another server answers \(path)",
            text: "'elsewhere' in app.yml lists this path, so \(view.app.title) has no page for it.")
    }

    private func notice(
        of view: AppView, title: String, text: String, support: MustacheValue? = nil, ways: [MustacheValue] = []
    ) -> RenderedPage {
        let values: [NoticeKey: MustacheValue] = [
            .title: .text(title), .text: .text(text), .support: support ?? .absent, .ways: .list(ways),
        ]
        let features = PageFeature.ofNotFound(in: view.app, words: view.words)
        return RenderedPage(
            fileName: view.app.fileName(RenderedApp.notFoundName), features: features, sections: [], initialState: "",
            style: style(for: features, of: view), data: nil, scripts: [parts.noticeScript],
            backend: nil, captcha: nil,
            files: view.files, caching: .never, language: view.app.isMultilingual ? view.app.language : nil,
            document: document("pages/not-found", .view(values), of: view, for: "404"))
    }

    private func document(
        _ name: String, _ value: MustacheValue, of view: AppView, for subject: String
    ) -> DocumentTemplate {
        DocumentTemplate(
            library: library, name: name, values: [view.values, value], logo: view.logo,
            didRender: { [didRender] in didRender(name, subject) })
    }

    package var pictureNames: [String] { pictures.keys.sorted() }

    private func missingPictures(of page: Page) -> [Diagnostic] {
        page.states.flatMap { state in
            ([state.icon] + state.fields.map(\.icon)).compactMap { icon in
                guard let icon, pictures[icon.value] == nil else { return nil }
                return page.source.diagnostic(
                    code: "unknown-icon", at: icon.location, "there is no picture '\(icon.value)'",
                    fix: Suggestion.question(for: icon.value, in: pictureNames)
                        ?? Suggestion.contained(in: icon.value, of: pictureNames).map { "Did you mean '\($0)'?" }
                        ?? "The pictures are \(pictureNames.joined(separator: ", ")).")
            }
        }
    }
}
