import Arguments
import Diagnostics
import Files
import HostExport
import JSON
import SiteBuilder
import SiteModel
import Studio

/// `latchkey storyboard` writes every state, email and message of a site as files to look at.
enum StoryboardCommand: Subcommand {
    static let command = Command(documented: "storyboard")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let build = SiteBuild(arguments)
        let output = arguments["output"] ?? "Storyboard"
        if let problem = OutputFolder(output).problem(site: build.site, templates: build.templates) {
            throw DiagnosticReport([problem])
        }
        let folder = ExportFolder(output, of: .storyboard)
        try folder.check()
        let storyboard = try Storyboard(of: build)
        do {
            try folder.replace(
                with: storyboard.files.sorted { $0.key < $1.key }.map { HostExport.File(path: $0.key, bytes: $0.value) }
            )
        } catch {
            throw DiagnosticReport(code: "unwritable", file: error.path, message: error.description)
        }
        let bytes = storyboard.files.values.reduce(0) { $0 + $1.count }
        return Format(arguments).show(
            DiagnosticReport(storyboard.warnings),
            result: [
                "output": .string(output), "index": .string("\(output)/index.html"),
                "files": .array(storyboard.files.keys.sorted().map { .string($0) }),
            ],
            summary: "Wrote \(storyboard.summary) to \(output), \(bytes / 1_000) kB. Open \(output)/index.html.\n")
    }
}
