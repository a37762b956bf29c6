import Foundation
import PackagePlugin

/// Puts the commit that is checked out into the target that uses the plugin, as `Commit`.
///
/// Git's log of HEAD changes with every commit and checkout, so a build compiles and links what uses `Commit` again, and nothing
/// else. A source archive has no log; `git archive` writes its commit into `Packaging/commit`.
@main
struct EmbedCommit: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let log = context.package.directoryURL.appending(path: ".git/logs/HEAD")
        let isClone = FileManager.default.fileExists(atPath: log.path(percentEncoded: false))
        let input = isClone ? log : context.package.directoryURL.appending(path: "Packaging/commit")
        let output = context.pluginWorkDirectoryURL.appending(path: "Commit.swift")
        return [
            .buildCommand(
                displayName: "Reading the commit",
                executable: try context.tool(named: "embed-templates").url,
                arguments: ["--commit", output.path(percentEncoded: false), input.path(percentEncoded: false)],
                inputFiles: [input], outputFiles: [output])
        ]
    }
}
