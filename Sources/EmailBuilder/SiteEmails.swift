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
        /// What did not keep the mail from being made.
        let warnings: [Diagnostic]
    }

    /// In the order of the apps and of their emails.
    public let entries: [Entry]
    public let renderer: EmailRenderer

    /// What did not keep the mails from being made.
    public var warnings: [Diagnostic] { entries.flatMap(\.warnings) }

    /// Renders and checks.
    ///
    /// - Throws: mistakes in the templates, words that nothing stands for, and what `EmailLint` calls an error.
    public init(of site: Site, templates: TemplateSources) throws(DiagnosticReport) {
        let renderer = try EmailRenderer(templates: templates)
        let entries = try site.apps.mapReportingAll { app throws(DiagnosticReport) in
            try Self.entries(of: app, with: renderer)
        }
        self.init(entries.flatMap { $0 }, renderer: renderer)
    }

    /// Emails that are rendered already.
    ///
    /// - Parameters:
    ///   - entries: what `entries(of:with:)` gave, app by app.
    ///   - renderer: made the entries.
    public init(_ entries: [Entry], renderer: EmailRenderer) {
        self.entries = entries
        self.renderer = renderer
    }

    /// Renders and checks the emails of one app.
    ///
    /// - Throws: words that nothing stands for, and what `EmailLint` calls an error.
    public static func entries(of app: App, with renderer: EmailRenderer) throws(DiagnosticReport) -> [Entry] {
        try app.emails.mapReportingAll { email throws(DiagnosticReport) in
            let mail = try renderer.render(email, of: app, words: .sample(for: email, of: app))
            let report = DiagnosticReport(EmailLint(email, of: app, as: mail).diagnostics)
            if report.hasErrors { throw report }
            return Entry(app: app, email: email, mail: mail, warnings: report.diagnostics)
        }
    }
}
