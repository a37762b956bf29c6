import Arguments
import Diagnostics
import JSON
import SiteBuilder

/// `latchkey init` creates a site with one app.
enum Init: Subcommand {
    static let command = Command(
        "init",
        summary: "Begin a site with one app, named after the folder.",
        discussion: """
            Asks nothing and overwrites nothing. What it writes builds at once; every key of 'app.yml' is there, \
            explained beside it.
            """,
        arguments: [
            Argument("dir", .optional, help: "The folder to begin in, made when it is not there. (default: .)")
        ],
        options: [Option(long: "templates", help: "Also copy the built-in templates, to change them."), Format.option])

    static func run(_ arguments: ParsedArguments) -> Int32 {
        do {
            let result = try Starter.begin(
                in: arguments.positional(0) ?? ".", withTemplates: arguments.has("templates"))
            return Format(arguments).show(
                DiagnosticReport([]), result: ["files": .array(result.files.map(JSONValue.string))],
                summary: result.summary)
        } catch {
            return Format(arguments).show(error)
        }
    }
}
