import Arguments
import Diagnostics
import Doctor
import HostExport
import JSON
import Release

/// `latchkey doctor`: a live host as phones, browsers and the platforms' fetchers see it.
enum DoctorCommand: Subcommand {
    static let command = Command(
        "doctor",
        summary: "Examine a live host.",
        discussion: """
            Fetches what phones, browsers, Apple and Google fetch, says what is wrong and how to mend it. No redirect is \
            followed in silence and no real token is sent.
            """,
        arguments: [Argument("url", .many, help: "The host's address: https://example.com.")],
        options: [
            Option(long: "release", value: "dir", help: "The release that the host should serve."),
            Option(long: "to", value: "host", help: "The host it was exported to."),
            Option(long: "resolve", value: "host:port:address", help: "Where to find a host, as curl has it."),
            Option(long: "cacert", value: "file", help: "Certificates to trust in place of the system's, in PEM."),
            Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        guard let fetcher = Fetcher(resolve: arguments.all("resolve"), authorities: arguments["cacert"]) else { return 1 }
        let release = try LoadedRelease.load(arguments["release"] ?? "Output")
        var announcements: [Announcement] = []
        if let name = arguments["to"], let host = Host(rawValue: name) {
            announcements = try host.export(ExportSource(release: release, root: "/srv/latchkey", scripts: Export.scripts)).announcements
        }
        var ok = true
        var results: [JSONValue] = []
        for url in arguments.positionals {
            guard let origin = Origin(address: url),
                let app = release.manifest.apps.first(where: { $0.hosts.contains(origin.host) })
            else { throw arguments.failure("no app '\(url)'") }
            let report = ConformanceReport(ConformanceSuite(app, of: release.manifest), announcements: announcements) {
                fetcher.fetch($0, from: origin).answer
            }
            ok = ok && report.isConforming
            results.append(report.json)
        }
        Terminal.print(JSONValue.array(results).serialized(.pretty) + "\n")
        return ok ? 0 : 1
    }
}
