import Arguments
import AuthContracts
import Diagnostics
import JSON
import SiteBuilder
import SiteModel
import TemplateFiles

/// `latchkey templates` lists, shows and copies the built-in templates.
enum TemplatesCommand: CommandGroup {
    static let subcommands: [any Subcommand.Type] = [
        TemplatesList.self, TemplatesShow.self, TemplatesCopy.self,
    ]

    static let command = Command(documented: "templates", subcommands: subcommands.map { $0.command })

    static func copies(_ arguments: ParsedArguments) throws(DiagnosticReport) -> TemplateCopies {
        let build = SiteBuild(arguments, site: arguments["site"])
        if build.templates == nil || arguments.has("app") {
            let refusals = SiteFolder(build.site).refusals
            if !refusals.isEmpty { throw DiagnosticReport(refusals) }
        }
        let folder = build.templates ?? build.templatesBeside
        return try TemplateCopies(in: folder, of: arguments["app"], in: build.site)
    }

    static func check(_ names: [String], _ arguments: ParsedArguments) throws {
        if names.isEmpty { throw arguments.failure("Missing expected argument '<name>'") }
        for name in names where !TemplateCopies.available.contains(name) {
            let near = Suggestion.question(for: name, in: TemplateCopies.available)
            throw arguments.failure(
                "There is no template '\(name)'. " + (near ?? "'latchkey templates list' has the names."))
        }
    }
}

/// `latchkey templates list` lists the templates and whether the site replaces them.
enum TemplatesList: Subcommand {
    static let command = Command(documented: "templates list")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let copies = try TemplatesCommand.copies(arguments)
        let states = TemplateCopies.available.map { ($0, copies.state(of: $0).rawValue) }
        return Format(arguments).show(
            result: .object(JSONObject(states.map { ($0, .string($1)) })),
            summary: states.map { "\($1.padded(to: 9)) \($0)\(standing(of: $0))\n" }.joined())
    }

    /// How a built-in contract was proved; empty for other templates.
    private static func standing(of path: String) -> String {
        guard path.hasPrefix("backends/"), let source = TemplateSources.embedded.source(of: path),
            let standing = (try? Contract(parsing: source))?.standing
        else { return "" }
        return ", \(standing.words)"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

/// `latchkey templates show` prints a built-in template.
enum TemplatesShow: Subcommand {
    static let command = Command(documented: "templates show")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        try TemplatesCommand.check(arguments.positionals, arguments)
        for name in arguments.positionals {
            Terminal.print(TemplateSources.embedded.source(of: name)?.text ?? "")
        }
        return 0
    }
}

/// `latchkey templates copy` copies built-in templates to the site's folder.
enum TemplatesCopy: Subcommand {
    static let command = Command(documented: "templates copy")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        try TemplatesCommand.check(arguments.positionals, arguments)
        var copies = try TemplatesCommand.copies(arguments)
        let files = try copies.copy(arguments.positionals, keeping: arguments.has("keep"))
        return Format(arguments).show(
            result: ["files": .array(files.map(JSONValue.string))],
            summary: files.map { "Wrote \($0)\n" }.joined())
    }
}
