import AuthContracts
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
    private let looks = Memo<Theme, ThemeLook>(limit: 64)
    private let styles = Memo<StyleKey, StyleSheet>(limit: 256)
    private let contractParts = Memo<ContractPart.Key, ContractPart>(limit: 64)
    /// The texts that visitors read and that no spec contains.
    package let words: Words
    /// The renderers of apps with templates of their own.
    private let own: [String: PageRenderer]
    private let didRender: @Sendable (_ template: String, _ subject: String) -> Void

    /// Reads the page templates, the parts of style sheets and scripts, the pictures and the texts.
    ///
    /// - Throws: diagnostics about all errors in the templates that can be found without a page.
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
        let missing =
            TemplateNeeds(of: templates, in: library).problems
        if !missing.isEmpty { throw DiagnosticReport(missing) }
        self.pictures = pictures
        parts = try PageParts(templates)
        words = try templates.words()
        self.didRender = didRender
        own = try templates.forApps { own throws(DiagnosticReport) in
            try PageRenderer(templates: own, didRender: didRender)
        }
    }

    /// The renderer with an app's own templates, or this one.
    func renderer(for app: App) -> PageRenderer { own[app.name] ?? self }

    /// The values that all pages of an app share.
    struct AppView: Sendable {
        let app: App
        let look: ThemeLook
        let files: BrandFiles
        let logo: LogoMarkup?
        /// The style sheet's rules for the app's typeface.
        let typeface: String
        let values: [String: MustacheValue]
    }

    func view(of app: App) -> AppView {
        var values = app.values(words, pictures: pictures)
        values["host"] = .text(app.hosts[0])
        values["help"] = app.supported(words, .needHelp) ?? .absent
        let files = BrandFiles(app.brand)
        values["favicon"] = .markup(IconMarkup(app: app, files: files).html)
        values["named"] = .bool(files.logo?.isWordmark == false)
        values["legal"] =
            app.footer.isEmpty
            ? .absent
            : [
                "links": .list(
                    app.footer.map { ["address": .url($0.address), "label": .text(words.text($0.kind.words))] })
            ]
        return AppView(
            app: app, look: looks.value(for: app.theme, ThemeLook.init), files: files,
            logo: files.logo.map { LogoMarkup(logo: $0, name: app.title) },
            typeface: TypefaceRules(app.theme, font: files.font).text, values: values)
    }

    /// Renders a page of an app.
    ///
    /// - Throws: diagnostics about unknown pictures, and about templates that use a value in a way that is not allowed.
    func render(_ page: Page, of view: AppView) throws(DiagnosticReport) -> RenderedPage {
        let missing = missingPictures(of: page)
        if !missing.isEmpty { throw DiagnosticReport(missing) }
        let app = view.app
        let settings = Set(app.backend?.settings.keys.map(\.self) ?? [])
        let part =
            app.backend == nil
            ? nil
            : app.contract.map { contract in
                contractParts.value(
                    for: ContractPart.Key(contract, Set(page.states.flatMap(\.operations)), settings), ContractPart.init
                )
            }
        let features = PageFeature.features(of: page, in: app, running: part)
        let pageView = PageView(page: page, app: app, pictures: pictures, words: words)
        let initialState = page.initialState
        var sections: [RenderedPage.Section] = []
        for state in page.states {
            let stateView = StateView(state: state, isInitial: state.name == initialState, page: pageView)
            var html = try render("pages/state", with: stateView.values, within: view.values, for: state.name)
            if html.hasSuffix("\n") { html.removeLast() }
            sections.append(RenderedPage.Section(name: state.name, isBare: stateView.isBare, html: html))
        }
        let data =
            page.needsScript ? PageData(of: page, in: app, running: part, features: features, words: words) : nil
        var values = view.values
        values["title"] = .text(page.title)
        values["appLink"] = .bool(features.contains(.appLink))
        values["leaves"] =
            page.opensOtherProgram
            ? ["ways": .list(app.alternatives(at: page.path, words)), "unopened": .text(app.unopenedWords(words))]
            : .absent
        values["hasFields"] = .bool(features.contains(.summary))
        let markup = Markup(app: app, values: [:])
        values["messages"] = .list(
            page.outcomeMessages(for: app.contract, words: words).map { message in
                [
                    "id": .text("outcome.\(message.name)"),
                    "text": .markup(markup.inlines(message.words)),
                ]
            })
        return RenderedPage(
            fileName: page.fileName, features: features, sections: sections, initialState: page.initialState,
            style: style(for: features, of: view),
            data: data,
            scripts: data == nil ? [] : [parts.script(for: features)],
            backend: page.runsOperations ? app.backend?.origin : nil, files: view.files,
            caching: page.links.isEmpty ? .revalidated : .never,
            document: document("pages/page", values, of: view, for: page.name))
    }

    /// What a style sheet depends on, apart from the templates.
    private struct StyleKey: Hashable {
        let theme: Theme
        let features: Set<PageFeature>
        let typeface: String
    }

    private func style(for features: Set<PageFeature>, of view: AppView) -> StyleSheet {
        styles.value(for: StyleKey(theme: view.app.theme, features: features, typeface: view.typeface)) { key in
            StyleSheet(view.look.properties, rules: parts.rules(for: key.features), typeface: key.typeface)
        }
    }

    /// Renders the page for all unknown paths of an app.
    func renderNotFound(of view: AppView) -> RenderedPage {
        notice(
            of: view, title: words.text(.notFoundTitle), text: words.text(.notFound),
            support: view.app.supported(words, .notFoundSupport), ways: view.app.notFoundLinks(words))
    }

    /// Renders what stands in, on a developer's machine, for a path that another server answers.
    func renderElsewhere(_ path: String, of view: AppView) -> RenderedPage {
        notice(
            of: view, title: "Another server answers \(path)",
            text: "'elsewhere' in app.yml lists this path, so \(view.app.title) has no page for it.")
    }

    private func notice(
        of view: AppView, title: String, text: String, support: MustacheValue? = nil, ways: [MustacheValue] = []
    ) -> RenderedPage {
        var values = view.values
        values["title"] = .text(title)
        values["text"] = .text(text)
        values["support"] = support ?? .absent
        values["ways"] = .list(ways)
        let features = PageFeature.ofNotFound(in: view.app)
        return RenderedPage(
            fileName: RenderedApp.notFoundName, features: features, sections: [], initialState: "",
            style: style(for: features, of: view), data: nil, scripts: [parts.noticeScript],
            backend: nil,
            files: view.files, caching: .never, document: document("pages/not-found", values, of: view, for: "404"))
    }

    private func document(
        _ name: String, _ values: [String: MustacheValue], of view: AppView, for subject: String
    ) -> DocumentTemplate {
        DocumentTemplate(
            library: library, name: name, values: values, logo: view.logo,
            didRender: { [didRender] in didRender(name, subject) })
    }

    private func render(
        _ name: String, with values: [String: MustacheValue], within outer: [String: MustacheValue],
        for subject: String
    ) throws(DiagnosticReport) -> String {
        didRender(name, subject)
        return try library.render(name, with: .object(values), within: .object(outer))
    }

    /// The names of the pictures that pages can use, sorted.
    package var pictureNames: [String] { pictures.keys.sorted() }

    private func missingPictures(of page: Page) -> [Diagnostic] {
        page.states.flatMap { state in
            ([state.icon] + state.fields.map(\.icon)).compactMap { icon in
                guard let icon, pictures[icon.value] == nil else { return nil }
                return page.source.diagnostic(
                    code: "unknown-icon", at: icon.location, "there is no picture '\(icon.value)'",
                    fix: Suggestion.question(for: icon.value, in: pictureNames)
                        ?? "The pictures are \(pictureNames.joined(separator: ", ")).")
            }
        }
    }
}
