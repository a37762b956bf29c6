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
        try OutputFolder(output).check(site: build.site, templates: build.templates)
        let folder = ExportFolder(output, of: .storyboard)
        try folder.check()
        let storyboard = try Storyboard(of: build)
        try folder.replace(with: storyboard.files)
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
