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
    /// The app as the preview serves it, with pages that reload when they change.
    let contents: AppContents
    /// By the path: what stands in for another server.
    let elsewhere: [String: FileContents]
    /// Serves the app as if on its first host.
    let landing: LandingSite
    /// The app's emails with sample values.
    let emails: [SiteEmails.Entry]
    /// The warnings about the app.
    let warnings: [Diagnostic]
    /// The versions by file name: `artitec/reset-password.html`, `artitec/emails/welcome`.
    let versions: [String: String]

    /// Builds an app.
    ///
    /// - Parameters:
    ///   - app: the app, whose backend is already replaced by the sandbox's.
    ///   - inputs: the inputs that the app was read from.
    ///   - cache: the renderers, and the results of the previous build.
    ///   - page: prepares the pages.
    /// - Throws: diagnostics about the pages or the emails.
    init(
        _ app: App, from inputs: Inputs, with cache: BuildCache, page: PreviewedPage
    ) throws(DiagnosticReport) {
        self.app = app
        self.inputs = inputs
        rendered = try cache.pages.render(app)
        warnings = rendered.notes
        let before = cache.apps.first { $0.app.name == app.name && $0.inputs.sources.hasSameEmails(as: inputs.sources) }
        emails = if let before { before.emails } else { try SiteEmails.entries(of: app, with: cache.emails) }
        let versions = try PreviewedPage.versions(of: rendered)
        contents = try page.previewed(rendered, versions: versions).contents()
        var elsewhere: [String: FileContents] = [:]
        for (path, rendered) in cache.pages.renderElsewhere(of: app) {
            let key = "\(app.name)/\(rendered.fileName)"
            elsewhere[path] = try page.previewed(rendered, key: key, version: versions[key] ?? "").file()
        }
        self.elsewhere = elsewhere
        do throws(Diagnostic) {
            landing = try LandingSite(LoadedRelease(ReleaseContents(apps: [contents])), as: app.hosts.first)
        } catch {
            throw DiagnosticReport([Diagnostic(code: "build-failed", message: error.message)])
        }
        self.versions = versions.merging(EmailPanel.versions(of: emails)) { $1 }
    }

    /// The page with a name, as a release contains it.
    func page(named name: String) -> RenderedPage? { rendered.pages.first { $0.fileName == "\(name).html" } }
}

/// The state kept between builds, so that the next build builds only what has changed: after a save, one app.
struct BuildCache: Sendable {
    let templates: TemplateSources
    let pages: PageRenderer
    let emails: EmailRenderer
    let dialects: Dialects
    /// The results of reading the apps, by their sources.
    var readings: [AppSources: AppReading] = [:]
    /// The apps of the last build.
    var apps: [BuiltApp] = []

    /// Creates an empty cache for the templates.
    ///
    /// - Throws: diagnostics about all errors in the templates that can be found without a page or an email.
    init(_ templates: TemplateSources) throws(DiagnosticReport) {
        self.templates = templates
        pages = try PageRenderer(templates: templates)
        emails = try EmailRenderer(templates: templates)
        dialects = Dialects(templates)
    }
}
