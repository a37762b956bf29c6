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

    /// Warnings about a site's emails.
    ///
    /// - Throws: what is wrong with them.
    static func warnings(of site: Site, templates: TemplateSources) throws(DiagnosticReport) -> [Diagnostic] {
        try SiteEmails(of: site, templates: templates).warnings
    }

    /// The emails of the site that a command line names.
    struct Source {
        let site: Site
        let emails: SiteEmails
        let dialects: Dialects
        /// Warnings of reading the site and checking its emails.
        let warnings: [Diagnostic]

        init(_ arguments: ParsedArguments, site: String?) throws(DiagnosticReport) {
            let build = SiteBuild(
                site: site ?? SiteLocation().site, templates: arguments["templates"], output: "")
            let templates = try TemplateSources(override: build.templatesFolder)
            let (site, warnings) = try SiteReader.read(build.site, contracts: templates.contracts)
            self.site = site
            emails = try SiteEmails(of: site, templates: templates)
            dialects = Dialects(templates)
            self.warnings = warnings + emails.warnings
            guard !emails.entries.isEmpty else {
                throw DiagnosticReport([
                    Diagnostic(
                        code: "no-emails", file: build.site, message: "no app of this site has an email",
                        fix: "Write one, such as \(site.apps.first?.name ?? "app")/emails/reset-password.md.")
                ])
            }
        }
    }
}
