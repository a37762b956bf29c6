public import Diagnostics
public import SiteBuilder
public import SiteModel

/// Every email of a site, rendered with examples and checked.
public struct SiteEmails: Sendable {
    /// One email, its app and the email as it was rendered.
    public struct Entry: Sendable {
        /// The app.
        public let app: App
        /// Its spec.
        public let email: Email
        /// What was rendered of it, with examples.
        public let rendered: RenderedEmail
        /// Warnings about it.
        public let warnings: [Diagnostic]
    }

    /// In the order of the apps and of their emails.
    public let entries: [Entry]
    /// What rendered them.
    public let renderer: EmailRenderer

    /// Warnings about all of them.
    public var warnings: [Diagnostic] { entries.flatMap(\.warnings) }

    /// Renders and checks.
    ///
    /// - Throws: mistakes in the templates, variables without a value, and what `EmailLint` calls an error.
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
    /// - Throws: variables without a value, and what `EmailLint` calls an error.
    public static func entries(of app: App, with renderer: EmailRenderer) throws(DiagnosticReport) -> [Entry] {
        try app.emails.mapReportingAll { email throws(DiagnosticReport) in
            let rendered: RenderedEmail
            do throws(DiagnosticReport) {
                rendered = try renderer.render(email, of: app, values: .sample(for: email, of: app))
            } catch {
                throw DiagnosticReport(app.redacted(error.diagnostics))
            }
            let report = DiagnosticReport(app.redacted(EmailLint(email, of: app, as: rendered).diagnostics))
            if report.hasErrors { throw report }
            return Entry(app: app, email: email, rendered: rendered, warnings: report.diagnostics)
        }
    }
}
