package import Diagnostics
package import SiteModel

/// The emails of a site, rendered with example values and checked.
package struct SiteEmails: Sendable {
    package struct Entry: Sendable {
        package let app: App
        package let email: Email
        package let rendered: RenderedEmail
        package let warnings: [Diagnostic]
    }

    package let entries: [Entry]
    package let renderer: EmailRenderer

    package var warnings: [Diagnostic] { entries.flatMap(\.warnings) }

    /// Takes the results of `entries(of:with:)`, app by app.
    package init(_ entries: [Entry], renderer: EmailRenderer) {
        self.entries = entries
        self.renderer = renderer
    }

    /// Renders and checks the emails of one app; throws variables without a value, and errors of `EmailLint`.
    package static func entries(of app: App, with renderer: EmailRenderer) throws(DiagnosticReport) -> [Entry] {
        try app.emails.mapReportingAll { email throws(DiagnosticReport) in
            let rendered = try renderer.render(email, of: app, values: .sample(for: email, of: app))
            let report = DiagnosticReport(EmailLint(email, of: app, as: rendered).diagnostics)
            if report.hasErrors { throw report }
            return Entry(app: app, email: email, rendered: rendered, warnings: report.diagnostics)
        }
    }
}
