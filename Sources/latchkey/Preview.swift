import Arguments
import Diagnostics
import Studio

/// `latchkey preview`: the site as it will be, while it is being written.
enum PreviewCommand: Subcommand {
    static let command = Command(
        "preview",
        summary: "Show a site while you write it.",
        discussion: """
            An index page on the port, each app on the next ones in folder order. A saved change is on the screen at \
            once; a mistake is explained over the last good page. Only this machine can look.
            """,
        arguments: [Argument("site", .optional, help: "The folder that holds one folder an app. (default: Site)")],
        options: [
            Option(long: "port", value: "port", help: "The index page's port. (default: 4000)"), Build.templatesOption,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let port = try arguments.integer("port", in: 0...65_000) ?? 4000
        let site = arguments.positional(0) ?? "Site"
        let preview = Preview(
            site: site, templates: arguments["templates"] ?? SiteBuild(site: site, output: "").templatesFolder, port: port)
        return 0
    }
}
