import Arguments
import Diagnostics
import JSON
import Scaffolding
import SiteBuilder

/// `latchkey init` creates a site with one app.
enum Init: Subcommand {
    static let command = Command(
        "init",
        summary: "Create a site with one app, named after the folder.",
        discussion: """
            Existing files are not overwritten. The new site builds without changes; 'app.yml' contains every key \
            with an explanation.
            """,
        arguments: [
            Argument("dir", .optional, help: "The folder of the site, created if it does not exist. (default: .)")
        ],
        options: [
            Option(long: "templates", help: "Also copy the built-in templates for changes."),
            Option(long: "agents", help: "Also write AGENTS.md: the commands, files and rules, for coding agents."),
            Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let result = try Starter.begin(
            in: arguments.positional(0) ?? ".", withTemplates: arguments.has("templates"),
            withAgents: arguments.has("agents"))
        return Format(arguments).show(
            result: ["files": .array(result.files.map(JSONValue.string))],
            summary: result.summary)
    }
}
