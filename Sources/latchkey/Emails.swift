import Arguments
import Diagnostics
import EmailBuilder
import SiteBuilder
import SiteModel

/// `latchkey emails`: the mails that carry the links.
enum Emails: Subcommand {
    private static let subcommands: [any Subcommand.Type] = [EmailsRender.self, EmailsSend.self]

    static let command = Command(
        "emails",
        summary: "Write the emails that carry the links, or send one to look at it.",
        subcommands: subcommands.map { $0.command })

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        guard let subcommand = subcommands.first(where: { $0.command.name == arguments.path.last }) else { return 0 }
        return try subcommand.run(arguments)
    }

    /// A site's emails, and what turns them into mails.
    struct Source {
        let site: Site
        let renderer: EmailRenderer
        /// What reading the site and looking at its emails found.
        let warnings: [Diagnostic]

        init(_ arguments: ParsedArguments) throws(DiagnosticReport) {
            let build = SiteBuild(
                site: arguments.positional(0) ?? "Site", templates: arguments["templates"], output: "")
            let templates = try TemplateSources(override: build.templatesFolder)
            let (site, warnings) = try SiteReader.read(build.site, contracts: templates.contracts)
            self.site = site
            renderer = try EmailRenderer(templates: templates)
            self.warnings = warnings
            guard !site.apps.allSatisfy(\.emails.isEmpty) else {
                throw DiagnosticReport([
                    Diagnostic(
                        code: "no-emails", file: build.site, message: "no app of this site has an email",
                        fix: "Write one, such as \(site.apps.first?.name ?? "app")/emails/reset-password.md.")
                ])
            }
        }

        /// A mail with made-up words.
        func sample(_ email: Email, of app: App) throws(DiagnosticReport) -> RenderedEmail {
            try renderer.render(email, of: app, words: .sample(for: email, of: app))
        }
    }
}
