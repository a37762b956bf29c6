import Diagnostics
import EmailBuilder
import LandingServer
import Release
import SiteBuilder
import SiteModel

/// One app of a good build, made ready to be looked at.
struct BuiltApp: Sendable {
    /// All that an app is built from beside the templates: where it is equal, so is the app.
    struct Inputs: Equatable, Sendable {
        let sources: AppSources
        /// The address that the pages ask; nil without a backend.
        let base: String?
    }

    let inputs: Inputs
    let app: App
    /// Its pages as they are released.
    let rendered: RenderedApp
    /// The app as it is shown: its pages reload when they have changed.
    let contents: AppContents
    /// Answers as the app's first host.
    let landing: LandingSite
    /// Every email with made-up words.
    let emails: [SiteEmails.Entry]
    /// What did not keep the app's pages from being built.
    let warnings: [Diagnostic]
    /// By the names of the files: `artitec/reset-password.html`, `artitec/emails/welcome`.
    let versions: [String: String]

    /// Builds an app.
    ///
    /// - Parameters:
    ///   - app: asks the sandbox already.
    ///   - inputs: what the app was read from.
    ///   - cache: what pages and emails are made with, and what was made with it.
    ///   - page: makes the pages ready.
    /// - Throws: what keeps the pages or the emails from being made.
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
        do {
            landing = try LandingSite(LoadedRelease(ReleaseContents(apps: [contents])), as: app.hosts.first)
        } catch {
            throw DiagnosticReport([Diagnostic(code: "build-failed", message: "\(error)")])
        }
        self.versions = versions.merging(EmailPanel.versions(of: emails)) { $1 }
    }

    /// A page as it is released.
    func page(named name: String) -> RenderedPage? { rendered.pages.first { $0.fileName == "\(name).html" } }
}

/// What a build leaves for the next one, which builds only what has changed: after a save, one app.
struct BuildCache: Sendable {
    let templates: TemplateSources
    let pages: PageRenderer
    let emails: EmailRenderer
    let dialects: Dialects
    /// What was read of the apps as they are now.
    var readings: [AppSources: AppReading] = [:]
    /// The apps as they were last built.
    var apps: [BuiltApp] = []

    /// An empty cache for the templates.
    ///
    /// - Throws: every mistake in the templates that can be found without a page or an email.
    init(_ templates: TemplateSources) throws(DiagnosticReport) {
        self.templates = templates
        pages = try PageRenderer(templates: templates)
        emails = try EmailRenderer(templates: templates)
        dialects = Dialects(templates)
    }
}
