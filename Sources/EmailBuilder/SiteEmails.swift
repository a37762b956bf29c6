public import Diagnostics
public import SiteModel

/// The emails of a site, rendered with example values and checked.
public struct SiteEmails: Sendable {
    /// A rendered email.
    public struct Entry: Sendable {
        /// The app.
        public let app: App
        /// The email's spec.
        public let email: Email
        /// The email, rendered with example values.
        public let rendered: RenderedEmail
        /// Warnings about the email.
        public let warnings: [Diagnostic]
    }

    /// The emails in the order of the apps and of their emails.
    public let entries: [Entry]
    /// The renderer that rendered them.
    public let renderer: EmailRenderer

    /// The warnings about all emails.
    public var warnings: [Diagnostic] { entries.flatMap(\.warnings) }

    /// Creates a value from rendered emails.
    ///
    /// - Parameters:
    ///   - entries: the results of `entries(of:with:)`, app by app.
    ///   - renderer: the renderer of the entries.
    public init(_ entries: [Entry], renderer: EmailRenderer) {
        self.entries = entries
        self.renderer = renderer
    }

    /// Renders and checks the emails of one app.
    ///
    /// - Throws: `DiagnosticReport` for variables without a value and errors of `EmailLint`.
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
