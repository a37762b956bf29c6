import Arguments
import Diagnostics
import Files
import HostExport
import JSON
import Release
import SiteBuilder
import SiteModel
import Studio

/// `latchkey compare` says what a change of a site changes for those who use it.
enum CompareCommand: Subcommand {
    static let command = Command(documented: "compare")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let name = try arguments.required("against", "Name a revision, such as HEAD, or the folder of a release")
        let build = SiteBuild(arguments)
        let isRelease = FileSystem.kind(of: "\(name)/\(LoadedRelease.manifestName)") == .file
        let folder = arguments["output"].map { ExportFolder($0, of: .storyboard) }
        if let folder {
            if isRelease { throw arguments.failure("A gallery needs a revision of git, since a release has no specs") }
            try OutputFolder(folder.path).check(site: build.site, templates: build.templates)
            try folder.check()
        }
        if isRelease {
            return show(StoryboardDifference(from: try .load(name), to: try Storyboard(of: build)), arguments, name)
        }
        let revision = try GitRevision(name, of: build.site)
        defer { revision.remove() }
        let old = try revision.storyboard(like: build)
        let new = try Storyboard(of: build)
        let difference = StoryboardDifference(from: old, to: new)
        if let folder {
            try folder.replace(with: try difference.files(from: old, to: new, title: "Compared with \(name)"))
        }
        return show(difference, arguments, name)
    }

    private static func show(_ difference: StoryboardDifference, _ arguments: ParsedArguments, _ name: String) -> Int32
    {
        let lines =
            difference.changes.map { change in
                "\(change.kind.rawValue): \(change.name)\n" + change.lines.map { "  \($0)\n" }.joined()
            } + difference.links.map { "\($0.sentence)\n" }
        return Format(arguments).show(
            result: [
                "against": .string(name),
                "states": .array(
                    difference.changes.map { change in
                        [
                            "name": .string(change.name), "state": .string(change.kind.rawValue),
                            "lines": .array(change.lines.map(JSONValue.string)),
                        ]
                    }),
                "links": .array(difference.links.map(\.json)),
            ],
            summary: lines.isEmpty ? "The site shows and opens the same as in \(name).\n" : lines.joined())
    }
}
