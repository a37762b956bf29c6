import Diagnostics
import EmailBuilder
internal import LinkRouting
import Release
import SiteBuilder
import SiteModel
import TemplateFiles

/// One app of a successful build, prepared for the preview.
struct BuiltApp: Sendable {
    /// The inputs of an app besides the templates; if they are equal, so is the built app.
    struct Inputs: Equatable, Sendable {
        let sources: AppSources
        /// The base URL of the pages' requests; nil without a backend.
        let base: String?
    }

    let inputs: Inputs
    let app: App
    /// The pages as a release contains them.
    let rendered: RenderedApp
    let contents: AppContents
    /// Placeholder pages by path, for the paths under `elsewhere`.
    let elsewhere: [String: FileContents]
    /// Serves the app as if on its first host.
    let landing: LandingSite
    /// With sample values.
    let emails: [SiteEmails.Entry]
    /// The emails in the other languages.
    let translatedEmails: [SiteEmails.Entry]
    let warnings: [Diagnostic]
    /// The versions by file name: `artitec/reset-password.html`, `artitec/emails/welcome`.
    let versions: [String: String]
    /// The names of the conditions and outcomes of the states, in the order of pages and states.
    let conditions: [[(all: [String], outcomes: [String])]]

    /// Builds an app, whose backend is already replaced by the sandbox's. Throws diagnostics about pages and emails.
    static func build(
        _ app: App, from inputs: Inputs, with cache: BuildCache, page: PreviewedPage
    ) throws(DiagnosticReport) -> BuiltApp {
        let rendered = try cache.pages.render(app)
        let before = cache.apps.first { $0.app.name == app.name && $0.inputs.sources.hasSameEmails(as: inputs.sources) }
        let emails = if let before { before.emails } else { try SiteEmails.entries(of: app, with: cache.emails) }
        let translated = if let before { before.translatedEmails } else { try translatedEmails(of: app, with: cache) }
        let (contents, versions) = try page.contents(of: rendered)
        var elsewhere: [String: FileContents] = [:]
        for (path, rendered) in cache.pages.renderElsewhere(of: app) {
            let key = "\(app.name)/\(rendered.fileName)"
            elsewhere[path] = try page.previewed(rendered, of: app, key: key, version: versions[key] ?? "").file()
        }
        return BuiltApp(
            inputs: inputs, app: app, rendered: rendered, contents: contents, elsewhere: elsewhere,
            landing: try landing(of: contents), emails: emails, translatedEmails: translated,
            warnings: rendered.notes,
            versions: versions.merging(EmailPanel.versions(of: emails + translated)) { $1 },
            conditions: app.pages.map { page in
                page.states.map { state in
                    let conditions = StateConditions(state: state, page: page, app: app, words: cache.pages.words)
                    return (conditions.all.map(\.text), conditions.outcomes.map(\.text))
                }
            })
    }

    private static func translatedEmails(
        of app: App, with cache: BuildCache
    ) throws(DiagnosticReport) -> [SiteEmails.Entry] {
        try app.translations.mapReportingAll { translation throws(DiagnosticReport) in
            try SiteEmails.entries(of: app.translated(by: translation), with: cache.emails)
        }.flatMap(\.self).filter { $0.email.language != nil }
    }

    private static func landing(of app: AppContents) throws(DiagnosticReport) -> LandingSite {
        do throws(Diagnostic) {
            return try LandingSite(LoadedRelease(ReleaseContents(apps: [app])), as: app.hosts.first)
        } catch {
            throw DiagnosticReport([Diagnostic(code: "build-failed", message: error.message)])
        }
    }

    /// A page in its language.
    func page(_ page: Page) -> RenderedPage? { rendered.allPages.first { $0.fileName == page.fileName } }
}

/// The state kept between builds, so that the next build builds only what has changed: after a save, one app.
struct BuildCache: Sendable {
    let templates: TemplateSources
    let pages: PageRenderer
    let emails: EmailRenderer
    let dialects: Dialects
    /// The results of reading the apps, by their sources.
    var readings: [AppSources: AppReading] = [:]
    var apps: [BuiltApp] = []

    /// Throws diagnostics about all errors in the templates that can be found without a page or an email.
    init(_ templates: TemplateSources) throws(DiagnosticReport) {
        self.templates = templates
        pages = try PageRenderer(templates: templates)
        emails = try EmailRenderer(templates: templates)
        dialects = Dialects(templates)
    }
}
