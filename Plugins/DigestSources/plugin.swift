import Foundation
import PackagePlugin

/// Digests the sources of the target that uses the plugin and of all its dependencies, as `SourceDigest`.
///
/// With it, a program that was compiled from other sources builds a site anew.
@main
struct DigestSources: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let output = context.pluginWorkDirectoryURL.appending(path: "SourceDigest.swift")
        let sources = sources(of: target)
        return [
            .buildCommand(
                displayName: "Digesting \(sources.count) source files",
                executable: try context.tool(named: "embed-templates").url,
                arguments: ["--digest", output.path(percentEncoded: false)]
                    + sources.map { $0.path(percentEncoded: false) },
                inputFiles: sources, outputFiles: [output])
        ]
    }

    /// The sources of a target and of all that it depends on, sorted.
    private func sources(of target: any Target) -> [URL] {
        ([target] + target.recursiveTargetDependencies).compactMap { $0 as? any SourceModuleTarget }
            .flatMap { $0.sourceFiles(withSuffix: ".swift").map(\.url) }
            .sorted { $0.path(percentEncoded: false) < $1.path(percentEncoded: false) }
    }
}
