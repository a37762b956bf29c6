import Arguments
import Diagnostics
import EmailBuilder
import SiteBuilder
import SiteModel
import TemplateFiles

/// `latchkey emails` renders, sends, exports and compares emails.
enum Emails: CommandGroup {
    static let subcommands: [any Subcommand.Type] = [
        EmailsRender.self, EmailsSend.self, EmailsExport.self, EmailsDiff.self,
    ]

    static let command = Command(documented: "emails", subcommands: subcommands.map { $0.command })

    /// Returns the email check of a build: it returns warnings and throws errors.
    static func check(with templates: TemplateSources) throws(DiagnosticReport) -> SiteBuild.AppCheck {
        let check = try EmailCheck(templates: templates)
        return { app throws(DiagnosticReport) in try check.warnings(of: app) }
    }

    /// The site that a command line names, with results computed from its emails.
    struct Source<Value: Sendable>: Sendable {
        /// The results of `body`, in the order of the apps.
        let values: [Value]
        let site: Site
        let renderer: EmailRenderer
        let dialects: Dialects
        /// Warnings from reading the site and checking its emails.
        let warnings: [Diagnostic]

        /// Renders and checks the emails of each app, in parallel, and keeps the result that `body` computes. Without a
        /// site's folder, it is the default one. It is an error if the site has no emails.
        init(
            _ arguments: ParsedArguments, site: String?, jobs: Int? = nil,
            _ body: @escaping @Sendable (App, [SiteEmails.Entry]) throws(DiagnosticReport) -> Value
        ) throws(DiagnosticReport) {
            let build = SiteBuild(arguments, site: site)
            let templates = try build.templateSources()
            let renderer = try EmailRenderer(templates: templates)
            let (apps, warnings) = try SiteReader.map(
                SiteFolder(build.site, environment: build.environment),
                contracts: templates.library, jobs: jobs
            ) { app throws(DiagnosticReport) in
                let entries = try SiteEmails.entries(of: app, with: renderer)
                return (app: app, value: try body(app, entries), warnings: entries.flatMap(\.warnings))
            }
            values = apps.map(\.value)
            self.site = Site(folder: build.site, apps: apps.map(\.app))
            self.renderer = renderer
            dialects = Dialects(templates)
            self.warnings = warnings + apps.flatMap(\.warnings)
            guard apps.contains(where: { !$0.app.emails.isEmpty }) else {
                throw DiagnosticReport(
                    code: "no-emails", file: build.site, message: "no app of this site has an email",
                    fix: "Write one, such as \(apps.first?.app.name ?? "app")/emails/reset-password.md.")
            }
        }
    }
}
