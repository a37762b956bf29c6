import Arguments
import Diagnostics
import LandingServer
import SiteBuilder
import Studio

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `latchkey preview`: the site as it will be, while it is being written.
enum PreviewCommand: Subcommand {
    static let command = Command(
        "preview",
        summary: "Show a site while you write it.",
        discussion: """
            An index page on the port, each app on the next ones in folder order. A saved change is on the screen at \
            once; a mistake is explained over the last good page. Only this machine can look.
            """,
        arguments: [Argument("site", .optional, help: "The folder that holds one folder an app. (default: Site)")],
        options: [
            Option(long: "port", value: "port", help: "The index page's port. (default: 4000)"), Build.templatesOption,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let port = try arguments.integer("port", in: 0...65_000) ?? 4000
        var build = SiteBuild(site: arguments.positional(0) ?? "Site", output: "")
        build.templates = arguments["templates"]
        // Before any thread begins, so that all of them leave the signals to this one.
        let signals = Signals([SIGINT, SIGTERM])
        let preview: Preview
        do {
            preview = try Preview(site: build.site, templates: build.templatesFolder, port: port)
            Terminal.complain(preview.report)
            try preview.start()
        } catch {
            Terminal.complain("error: \(error)\n")
            return 1
        }
        for (name, address) in preview.addresses { Terminal.print("\(name): \(address)\n") }
        preview.watch(isStopping: { signals.arrived(within: $0) }, told: tell)
        preview.stop()
        return 0
    }

    private static func tell(_ report: DiagnosticReport) {
        Terminal.complain(report)
        if !report.hasErrors { Terminal.print("Built again.\n") }
    }
}
