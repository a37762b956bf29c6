import Arguments
import Diagnostics
import SiteBuilder
import SiteModel
import Version

/// `latchkey build` builds a site into a release.
enum Build: Subcommand {
    static let command = Command(
        "build",
        summary: "Build a site into a release.",
        discussion: """
            Writes the pages and association files of every app to '<output>/<app>/web', files for Xcode and Gradle \
            to '<output>/<app>/app', and the manifest to '<output>/release.json'. The previous release stays \
            unchanged until the new one is complete.

            An app whose files, templates and options have not changed since the last build is reused from its \
            release; the others are rendered and checked in parallel.
            """,
        arguments: [.site],
        options: [
            SiteEnvironment.option, templatesOption,
            Option(long: "output", value: "dir", help: "The folder for the release. (default: Output)"),
            Option(
                long: "keep", value: "n",
                help: "Releases to keep for 'latchkey release activate', the new one included. (default: 2)"),
            Option(
                long: "app", value: "name",
                help:
                    "Build only this app, and keep the others from the last release in the same environment. Can be repeated."
            ),
            jobsOption,
            Option(long: "no-compress", help: "Leave out the brotli and gzip variants."),
            Format.option,
        ])

    static let templatesOption = Option(
        long: "templates", value: "dir",
        help: "Templates that replace the built-in ones, file by file. (default: 'Templates' next to the site)")

    static let jobsOption = Option(
        long: "jobs", value: "count", help: "The maximum number of threads. (default: one for each processor)")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let kept = try arguments.integer("keep", in: 2...1_000) ?? 2
        var build = SiteBuild(arguments)
        build.output = arguments["output"] ?? SiteLocation().output
        build.compresses = !arguments.has("no-compress")
        build.kept = kept
        build.version = Version.number
        build.apps = try apps(arguments, of: build.site)
        build.jobs = try jobs(arguments)
        let display = ProgressDisplay()
        let result: SiteBuild.Result
        do {
            defer { display.clear() }
            result = try build.run(checking: Emails.check, progress: { display.show($0.text) })
        }
        return Format(arguments).show(DiagnosticReport(result.warnings), result: result.json, summary: result.summary)
    }

    /// The number of threads that the command line gives; nil for the default.
    static func jobs(_ arguments: ParsedArguments) throws(CommandLineFailure) -> Int? {
        try arguments.integer("jobs", in: 1...1_024)
    }

    /// The apps that the command line names, which the site must have; empty for all.
    static func apps(_ arguments: ParsedArguments, of site: String) throws(CommandLineFailure) -> [String] {
        let apps = arguments.all("app")
        if apps.isEmpty { return [] }
        let folder = SiteFolder(site)
        // Problems of the site's folder are reported when it is read.
        if !folder.diagnostics.isEmpty { return apps }
        for app in apps where !folder.names.contains(app) {
            throw arguments.failure(
                "There is no app '\(app)'." + (Suggestion.question(for: app, in: folder.names).map { " \($0)" } ?? ""))
        }
        return apps
    }
}
