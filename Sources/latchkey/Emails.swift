import Arguments
import Diagnostics
import EmailBuilder
import SiteBuilder
import SiteModel

/// `latchkey emails`: the mails that carry the links.
enum Emails: Subcommand {
    private static let subcommands: [any Subcommand.Type] = [EmailsRender.self, EmailsSend.self, EmailsExport.self]

    static let command = Command(
        "emails",
        summary: "Write the emails that carry the links, send one to look at it, or export them.",
        subcommands: subcommands.map { $0.command })

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        guard let subcommand = subcommands.first(where: { $0.command.name == arguments.path.last }) else { return 0 }
        return try subcommand.run(arguments)
    }

    /// What is worth telling about a site's emails.
    ///
    /// - Throws: what is wrong with them.
    static func warnings(of site: Site, templates: TemplateSources) throws(DiagnosticReport) -> [Diagnostic] {
        try SiteEmails(of: site, templates: templates).warnings
    }

    /// A site's emails as a command line names them.
    struct Source {
        let site: Site
        let emails: SiteEmails
        let dialects: Dialects
        /// What reading the site and looking at its emails found.
        let warnings: [Diagnostic]

        init(_ arguments: ParsedArguments) throws(DiagnosticReport) {
            let build = SiteBuild(
                site: arguments.positional(0) ?? "Site", templates: arguments["templates"], output: "")
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
