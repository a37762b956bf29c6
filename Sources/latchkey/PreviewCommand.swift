import Arguments
import Diagnostics
import LandingServer
import SiteBuilder
import SiteModel
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
            A studio on the port, each app on the next ones in folder order; a port that is taken gives way to the next \
            free one. A saved change is on the screen at once; a mistake is explained over the last good page. Only this \
            machine can look.

            Of a site of more than 16 apps, an app is built, checked and given a port when it is opened in the studio or \
            named with '--app'; 'latchkey check' checks the others.
            """,
        arguments: [Argument("site", .optional, help: "The folder that holds one folder an app. (default: Site)")],
        options: [
            Option(long: "port", value: "port", help: "The studio's port. (default: 4000)"), Build.templatesOption,
            Option(long: "app", value: "name", help: "Open this app of many at once. Can be repeated."),
            Option(long: "open", help: "Show the studio in the browser."),
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let port = try arguments.integer("port", in: 0...65_000) ?? 4000
        var sources = SiteBuild(site: arguments.positional(0) ?? SiteLocation().site, output: "")
        sources.templates = arguments["templates"]
        let apps = try Build.apps(arguments, of: sources.site)
        // Before any thread begins, so that all of them leave the signals to this one.
        let signals = Signals([SIGINT, SIGTERM])
        let preview: Preview
        do {
            preview = try Preview(sources, port: port, apps: apps)
        } catch {
            Terminal.report("error: \(error)\n")
            return 1
        }
        Terminal.report(preview.report)
        tell(preview.notes)
        for (name, address) in preview.addresses { Terminal.print("\(name): \(address)\n") }
        if preview.closedApps > 0 {
            Terminal.print(
                "\(preview.closedApps) other apps: open them in the studio, or name them with '--app'. "
                    + "'latchkey check' finds their problems.\n")
        }
        if arguments.has("open"), let studio = preview.addresses.first?.address, !BrowserWindow.open(studio) {
            Terminal.report("warning: no browser could be opened\n")
        }
        // Said once, and not again with every save that changes nothing about it.
        var known = preview.report
        preview.watch(isStopping: { signals.arrived(within: $0) }) { report, notes in
            if report != known { Terminal.report(report) }
            known = report
            tell(notes)
            if !report.hasErrors { Terminal.print("Built again.\n") }
        }
        preview.stop()
        return 0
    }

    private static func tell(_ notes: [String]) {
        for note in notes { Terminal.report("note: \(note)\n") }
    }
}
