import Diagnostics
import EmailBuilder
import LandingServer
import Release
import SiteBuilder
import SiteModel

/// One app of a good build, made ready to be looked at.
struct BuiltApp: Sendable {
    /// All that an app is made of beside the templates: where it is equal, so is the app.
    struct Ingredients: Equatable {
        let sources: AppSources
        /// The address that the pages ask; nil without a backend.
        let base: String?
    }

    let ingredients: Ingredients
    let app: App
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
    ///   - ingredients: what the app was read from.
    ///   - workbench: what pages and emails are made with, and what was made with it.
    ///   - page: makes the pages ready.
    /// - Throws: what keeps the pages or the emails from being made.
    init(
        _ app: App, of ingredients: Ingredients, with workbench: Workbench, page: PreviewPage
    ) throws(DiagnosticReport) {
        self.app = app
        self.ingredients = ingredients
        (contents, warnings) = try SiteContents.make(of: app, with: workbench.pages)
        let before = workbench.apps.first { $0.ingredients.sources.saysTheSameInEmails(as: ingredients.sources) }
        emails = if let before { before.emails } else { try SiteEmails.entries(of: app, with: workbench.emails) }
        let versions = PreviewPage.versions(of: contents)
        do {
            let shown = ReleaseContents(apps: [page.decorate(contents, versions: versions)])
            landing = try LandingSite(LoadedRelease(shown), as: app.hosts.first)
        } catch {
            throw DiagnosticReport([Diagnostic(code: "build-failed", message: "\(error)")])
        }
        self.versions = versions.merging(EmailPanel.versions(of: emails)) { $1 }
    }
}

/// What a build leaves for the next one, which makes nothing anew whose sources are the same: of a save, one app.
struct Workbench: Sendable {
    let templates: TemplateSources
    let pages: PageRenderer
    let emails: EmailRenderer
    let dialects: Dialects
    /// What was read of the apps as they are now.
    var readings: [AppSources: AppReading] = [:]
    /// The apps as they were last built.
    var apps: [BuiltApp] = []

    /// Begins with nothing but the templates.
    ///
    /// - Throws: every mistake in the templates that can be found without a page or an email.
    init(_ templates: TemplateSources) throws(DiagnosticReport) {
        self.templates = templates
        pages = try PageRenderer(templates: templates)
        emails = try EmailRenderer(templates: templates)
        dialects = Dialects(templates)
    }
}
