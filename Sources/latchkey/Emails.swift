import Arguments
import Diagnostics
import EmailBuilder
import SiteBuilder
import SiteModel

/// `latchkey emails`: the emails that contain the links.
enum Emails: Subcommand {
    private static let subcommands: [any Subcommand.Type] = [
        EmailsRender.self, EmailsSend.self, EmailsExport.self, EmailsDiff.self,
    ]

    static let command = Command(
        "emails",
        summary: "Write the emails that contain the links, send one, export them, or compare what is installed.",
        subcommands: subcommands.map { $0.command })

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        guard let subcommand = subcommands.first(where: { $0.command.name == arguments.path.last }) else { return 0 }
        return try subcommand.run(arguments)
    }

    /// The check of each app's emails that a build makes: it gives warnings, and throws what is wrong with them.
    static func check(with templates: TemplateSources) throws(DiagnosticReport) -> SiteBuild.AppCheck {
        let check = try EmailCheck(templates: templates)
        return { app throws(DiagnosticReport) in try check.warnings(of: app) }
    }

    /// The emails of the site that a command line names.
    struct Source<Value: Sendable>: Sendable {
        /// What was made of each app's emails, in the order of the apps.
        let values: [Value]
        let site: Site
        let renderer: EmailRenderer
        let dialects: Dialects
        /// Warnings of reading the site and checking its emails.
        let warnings: [Diagnostic]

        /// Renders and checks the emails of each app on its own, on every processor.
        ///
        /// - Parameters:
        ///   - arguments: name the templates.
        ///   - site: the site's folder; nil looks for it.
        ///   - body: makes of an app's emails what is kept of them.
        /// - Throws: every mistake in the site and its emails, and that there are none.
        init(
            _ arguments: ParsedArguments, site: String?,
            _ body: @escaping @Sendable (App, [SiteEmails.Entry]) throws(DiagnosticReport) -> Value
        ) throws(DiagnosticReport) {
            let build = SiteBuild(site: site ?? SiteLocation().site, templates: arguments["templates"], output: "")
            let templates = try build.templateSources()
            let renderer = try EmailRenderer(templates: templates)
            let (apps, warnings) = try SiteReader.map(
                SiteFolder(build.site, environment: SiteEnvironment(arguments)),
                contracts: ContractLibrary(templates.contracts)
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
                throw DiagnosticReport([
                    Diagnostic(
                        code: "no-emails", file: build.site, message: "no app of this site has an email",
                        fix: "Write one, such as \(apps.first?.app.name ?? "app")/emails/reset-password.md.")
                ])
            }
        }
    }
}
