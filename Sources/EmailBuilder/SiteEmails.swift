public import Diagnostics
public import SiteBuilder
public import SiteModel

/// Every email of a site, rendered with made-up words and looked at.
public struct SiteEmails: Sendable {
    /// One email, its app and the mail that was made of it.
    public struct Entry: Sendable {
        public let app: App
        public let email: Email
        public let mail: RenderedEmail
    }

    /// In the order of the apps and of their emails.
    public let entries: [Entry]
    /// What did not keep the mails from being made.
    public let warnings: [Diagnostic]
    public let renderer: EmailRenderer

    /// Renders and checks.
    ///
    /// - Throws: mistakes in the templates, words that nothing stands for, and what `EmailLint` calls an error.
    public init(of site: Site, templates: TemplateSources) throws(DiagnosticReport) {
        renderer = try EmailRenderer(templates: templates)
        var entries: [Entry] = []
        var diagnostics: [Diagnostic] = []
        for app in site.apps {
            for email in app.emails {
                do throws(DiagnosticReport) {
                    let mail = try renderer.render(email, of: app, words: .sample(for: email, of: app))
                    diagnostics += EmailLint(email, of: app, as: mail).diagnostics
                    entries.append(Entry(app: app, email: email, mail: mail))
                } catch {
                    diagnostics += error.diagnostics
                }
            }
        }
        let report = DiagnosticReport(diagnostics)
        if report.hasErrors { throw report }
        self.entries = entries
        warnings = report.diagnostics
    }
}
