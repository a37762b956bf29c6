import Arguments
import AuthContracts
import Diagnostics
import JSON
import SiteModel
import TemplateFiles

/// `latchkey templates list` lists the templates and whether the site replaces them.
enum TemplatesList: Subcommand {
    static let command = Command(
        "list",
        summary: "List the templates that a site can replace.",
        discussion: """
            'built-in' is used unchanged; 'copied' is in the site's folder and equal; 'changed' is the site's own; \
            'stale' is the site's own, and the built-in template has changed since it was copied. A contract's line says \
            how it was proved.
            """,
        options: [TemplatesCommand.appOption, .site, Build.templatesOption, Format.option])

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
