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
    static let command = Command(documented: "map")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let build = SiteBuild(arguments)
        let output = arguments["output"] ?? "map.svg"
        guard FileSystem.fileExtension(of: output) == "svg" else {
            throw arguments.failure("The map is an SVG picture. Write it like '--output map.svg'")
        }
        let (site, warnings) = try SiteReader.read(
            build.site, environment: build.environment, contracts: try build.templateSources().library)
        if let name = arguments["app"], !site.apps.contains(where: { $0.name == name }) {
            throw DiagnosticReport(noApp: name, in: build.site, of: site.apps.map(\.name))
        }
        let apps = site.apps.filter { arguments["app"] == nil || $0.name == arguments["app"] }
        let contents = FlowContents()
        let maps = try apps.map { app in
            let graph = FlowGraph(of: app)
            return FlowDrawing.Map(graph, contents: contents, layout: try FlowLayout(graph, contents: contents))
        }
        try FileSystem.write(Array(FlowDrawing(maps).svg.utf8), to: output)
        return Format(arguments).show(
            DiagnosticReport(warnings), result: ["written": .array([.string(output)])], summary: "Wrote \(output)\n")
    }
}
