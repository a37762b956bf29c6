import Arguments
import Diagnostics
import SiteBuilder
import SiteModel

/// `latchkey build`: a site into a release.
enum Build: Subcommand {
    static let command = Command(
        "build",
        summary: "Build a site into a release.",
        discussion: """
            Writes the pages and association files of every app to '<output>/<app>/web', what Xcode and Gradle need to \
            '<output>/<app>/app', and the manifest to '<output>/release.json'. Until the last moment the old release \
            stays as it is.
            """,
        arguments: [Argument("site", .optional, help: "The folder that holds one folder an app. (default: Site)")],
        options: [
            templatesOption,
            Option(long: "output", value: "dir", help: "Where the release goes. (default: Output)"),
            Option(
                long: "keep", value: "n",
                help: "Releases that stay for 'latchkey release activate', the new one included. (default: 2)"),
            Option(long: "no-compress", help: "Leave out the brotli and gzip variants."),
            Format.option,
        ])

    static let templatesOption = Option(
        long: "templates", value: "dir",
        help: "Templates that replace the built-in ones, file by file. (default: 'Templates' beside the site)")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let kept = try arguments.integer("keep", in: 2...1_000) ?? 2
        let location = SiteLocation()
        let build = SiteBuild(
            site: arguments.positional(0) ?? location.site, templates: arguments["templates"],
            output: arguments["output"] ?? location.output, compresses: !arguments.has("no-compress"), kept: kept)
        do {
            let result = try build.run(looking: Emails.warnings)
            return Format(arguments).show(
                DiagnosticReport(result.warnings), result: result.json, summary: result.summary)
        } catch {
            return Format(arguments).show(error)
        }
    }
}
