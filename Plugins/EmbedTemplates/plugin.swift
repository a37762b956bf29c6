import Foundation
import PackagePlugin

/// Puts the files of `Templates/` into the target that uses the plugin, as `EmbeddedTemplates`.
///
/// Not as resources: `Bundle.module` writes the build machine's path into the binary, and a binary that is copied
/// elsewhere must bring its templates along.
@main
struct EmbedTemplates: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Templates", directoryHint: .isDirectory)
        let paths = files(in: folder)
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTemplates.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(paths.count) templates",
                executable: try context.tool(named: "embed-templates").url,
                // The paths stand on the command line, so that a file that comes or goes is a new command.
                arguments: [output.path(percentEncoded: false), folder.path(percentEncoded: false)] + paths,
                inputFiles: paths.map { folder.appending(path: $0) },
                outputFiles: [output])
        ]
    }

    /// The paths of all files below a folder, sorted by bytes; what is hidden is nobody's template.
    private func files(in folder: URL) -> [String] {
        let manager = FileManager.default
        let root = folder.path(percentEncoded: false)
        return (manager.enumerator(atPath: root)?.compactMap { $0 as? String } ?? [])
            .filter { path in
                var isFolder: ObjCBool = false
                let isThere = manager.fileExists(
                    atPath: folder.appending(path: path).path(percentEncoded: false), isDirectory: &isFolder)
                return isThere && !isFolder.boolValue && !path.split(separator: "/").contains { $0.hasPrefix(".") }
            }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
