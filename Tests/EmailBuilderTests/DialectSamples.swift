import Diagnostics
import Files
import SiteModel
import TemplateFiles
import TestSupport

@testable import EmailBuilder

/// A temporary site with one email, and optionally with its own version of a dialect.
struct DialectSample {
    private let folder: TemporaryFolder
    let output: String
    private let dialect: String

    /// Writes a site with one app, `acme`.
    ///
    /// - Parameters:
    ///   - dialect: the dialect's name.
    ///   - template: the link's URL template.
    ///   - subject: the email's subject.
    ///   - email: the email's body; nil for one with a greeting and a button.
    ///   - file: a dialect's file that replaces the built-in one.
    ///   - title: the app's display name.
    ///   - name: the name of the email and of its link.
    ///   - lives: the link's lifetime.
    /// - Throws: `FileError` if a file cannot be written.
    init(
        _ dialect: String, template: String = "/reset?token={token}", subject: String = "Reset", email: String? = nil,
        file: String? = nil, title: String = "Acme", name: String = "reset-password", lives: String = "1h"
    ) throws {
        self.dialect = dialect
        folder = try TemporaryFolder()
        output = "\(folder.path)/out"
        try folder.write(
            """
            name: "\(title)"
            hosts: [acme.example]
            support: help@acme.example
            ios: { app-id: ABCDE12345.example.acme, scheme: acme }
            links:
              \(name): { web: "\(template)", app: "acme://reset", lives: \(lives), landing: redirect }
            """, to: "Site/acme/app.yml")
        try folder.write(
            """
            ---
            subject: "\(subject)"
            preheader: Within an hour
            link: \(name)
            ---

            # Reset
            \(email ?? "{{#name}}Hello {{name}},{{/name}}\n\n[Choose]({{link}})")
            """, to: "Site/acme/emails/\(name).md")
        if let file { try folder.write(file, to: "Templates/dialects/\(dialect).yml") }
    }

    func export(app: String? = nil) throws(DiagnosticReport) -> SiteExport {
        let own = "\(folder.path)/Templates"
        let templates = try TemplateSources(override: FileSystem.kind(of: own) == .folder ? own : nil)
        guard let dialect = try Dialects(templates).dialect(named: dialect) else {
            throw DiagnosticReport([Diagnostic(code: "missing", message: "there is no dialect '\(dialect)'")])
        }
        let (site, _) = try SiteReader.read("\(folder.path)/Site")
        return try SiteExport(of: site, app: app, dialect: dialect, renderer: EmailRenderer(templates: templates))
    }

    /// The text of an exported file of the app `acme`.
    func file(_ path: String) throws -> String? {
        try export().files.first { $0.path == "acme/\(path)" }?.text
    }

    /// The printed diagnostics of an export, without the path of the temporary folder.
    func diagnostics(app: String? = nil) -> String {
        do {
            return text(DiagnosticReport(try export(app: app).notes))
        } catch {
            return text(error)
        }
    }

    private func text(_ report: DiagnosticReport) -> String {
        let text = DiagnosticPrinter(colors: false).text(report)
        return text.split(separator: "\(folder.path)/", omittingEmptySubsequences: false).joined()
    }
}
