package import Diagnostics
package import SiteModel

/// The emails of a site, rendered with example values and checked.
package struct SiteEmails: Sendable {
    /// A rendered email.
    package struct Entry: Sendable {
        /// The app.
        package let app: App
        /// The email's spec.
        package let email: Email
        /// The email, rendered with example values.
        package let rendered: RenderedEmail
        /// Warnings about the email.
        package let warnings: [Diagnostic]
    }

    /// The emails in the order of the apps and of their emails.
    package let entries: [Entry]
    /// The renderer that rendered them.
    package let renderer: EmailRenderer

    /// The warnings about all emails.
    package var warnings: [Diagnostic] { entries.flatMap(\.warnings) }

    /// Creates a value from rendered emails.
    ///
    /// - Parameters:
    ///   - entries: the results of `entries(of:with:)`, app by app.
    ///   - renderer: the renderer of the entries.
    package init(_ entries: [Entry], renderer: EmailRenderer) {
        self.entries = entries
        self.renderer = renderer
    }

    /// Renders and checks the emails of one app.
    ///
    /// - Throws: `DiagnosticReport` for variables without a value and errors of `EmailLint`.
    package static func entries(of app: App, with renderer: EmailRenderer) throws(DiagnosticReport) -> [Entry] {
        try app.emails.mapReportingAll { email throws(DiagnosticReport) in
            let rendered = try renderer.render(email, of: app, values: .sample(for: email, of: app))
            let report = DiagnosticReport(EmailLint(email, of: app, as: rendered).diagnostics)
            if report.hasErrors { throw report }
            return Entry(app: app, email: email, rendered: rendered, warnings: report.diagnostics)
        }
    }
}
