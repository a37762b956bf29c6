import Arguments
import Diagnostics
import JSON
import Scaffolding
import SiteBuilder
import SiteModel

/// `latchkey show` prints a page with everything that the kind it names supplies.
enum Show: Subcommand {
    static let command = Command(
        "show",
        summary: "Print a page written out, with what its 'kind' supplies.",
        discussion: """
            A page that names its kind takes states, fields, texts and requirements from there, as far as the app's \
            contract has them. '--write' puts the result in place of its file, which then no longer follows the kind.
            """,
        arguments: [
            Argument("what", .one, help: "What to show: page."),
            Argument("name", .one, help: "The page's name: the name of its file without '.md'."),
            .site,
        ],
        options: [
            Option(long: "app", value: "name", help: "The app that has the page. (default: the only one)"),
            Option(long: "write", help: "Write the result to the page's file."),
            SiteEnvironment.option, Build.templatesOption, Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let word = arguments.positional(0) ?? ""
        guard word == "page" else {
            throw arguments.failure("There is nothing called '\(word)' to show", for: word, insteadOf: ["page"])
        }
        let page = try WrittenPage(
            named: arguments.positional(1) ?? "", in: SiteBuild(arguments, site: arguments.positional(2)),
            app: arguments["app"])
        guard arguments.has("write") else {
            return Format(arguments).show(result: ["text": .string(page.text)], summary: page.text)
        }
        try page.write()
        return Format(arguments).show(result: ["file": .string(page.file)], summary: "Wrote \(page.file)\n")
    }
}
