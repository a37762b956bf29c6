import Arguments
import Diagnostics
import SiteBuilder
import SiteModel
import Version

/// `latchkey build` builds a site into a release.
enum Build: Subcommand {
    static let command = Command(documented: "build")

    static let templatesOption = Option(documented: "templates")

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
            throw arguments.failure("There is no app '\(app)'. \(folder.fix(forApp: app, in: folder.names))")
        }
        return apps
    }
}
