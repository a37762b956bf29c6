import Arguments
import JSON
import Scaffolding
import SiteBuilder

/// `latchkey show` prints a page with everything that the kind it names supplies.
enum Show: Subcommand {
    static let command = Command(documented: "show")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
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
