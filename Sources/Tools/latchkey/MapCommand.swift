import Arguments
import Diagnostics
import Files
import FlowMap
import JSON
import SiteBuilder
import SiteModel
import TemplateFiles

/// `latchkey map` draws the flow of an app as a picture.
enum MapCommand: Subcommand {
    static let command = Command(
        "map",
        summary: "Draw the flow of an app, from the email over the link to every state of its pages.",
        discussion: """
            Every state is a box, and every transition an arrow with its cause: a button, an outcome of an operation, \
            or the opening of a link. Ways into the app and out of the site are at the right. Marked are states that no \
            possible outcome leads to, messages that no operation shows, and outcomes for which a page has no words of \
            its own. The picture is one SVG file without scripts, in light and dark.

            Graphviz places the boxes; its program 'dot' must be in the PATH.
            """,
        arguments: [.site],
        options: [
            Option(long: "app", value: "name", help: "The only app to draw. (default: every app, one below the other)"),
            Option(long: "output", value: "file", help: "The file to write. (default: map.svg)"),
            SiteEnvironment.option, Build.templatesOption, Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let build = SiteBuild(arguments)
        let output = arguments["output"] ?? "map.svg"
        let (site, warnings) = try SiteReader.read(
            build.site, environment: build.environment, contracts: try build.templateSources().library)
        if let name = arguments["app"], !site.apps.contains(where: { $0.name == name }) {
            let names = site.apps.map(\.name)
            throw Diagnostic(
                code: "no-app", message: "there is no app '\(name)' in '\(build.site)'",
                fix: Suggestion.question(for: name, in: names) ?? "The apps are \(names.joined(separator: ", ")).")
        }
        let apps = site.apps.filter { arguments["app"] == nil || $0.name == arguments["app"] }
        let contents = FlowContents()
        let maps = try apps.map { app in
            let graph = FlowGraph(of: app)
            return FlowDrawing.Map(graph, contents: contents, layout: try FlowLayout(graph, contents: contents))
        }
        do throws(FileError) {
            try FileSystem.write(Array(FlowDrawing(maps).svg.utf8), to: output)
        } catch {
            throw Diagnostic(writing: error)
        }
        return Format(arguments).show(
            DiagnosticReport(warnings), result: ["written": .array([.string(output)])], summary: "Wrote \(output)\n")
    }
}
