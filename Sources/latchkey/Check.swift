import Arguments
import Diagnostics
import EmailBuilder
import JSON
import SiteBuilder
import SiteCheck
import SiteModel
import Synchronization

/// `latchkey check` follows every link from email to page.
enum Check: Subcommand {
    static let command = Command(
        "check",
        summary: "Follow every link to its end, and say where one breaks.",
        discussion: """
            For each link: the emails that carry it, the address as an email carries it, what iPhone and Android do with it, what the server \
            answers, what the page reads, which operations use it, and the words for what comes of them.

            With '--live' it also asks each app's backend what a browser asks before it lets a page talk to it: the CORS \
            preflight request of every operation that the pages run. Nothing else is sent.
            """,
        arguments: [Argument("site", .optional, help: "The folder that holds one folder an app. (default: Site)")],
        options: [
            Option(long: "live", help: "Also ask the backends whether they let the pages in."),
            SiteEnvironment.option, Build.templatesOption, Format.option,
        ])

    static func run(_ arguments: ParsedArguments) -> Int32 {
        let build = SiteBuild(
            site: arguments.positional(0) ?? SiteLocation().site, templates: arguments["templates"], output: "")
        do {
            let templates = try build.templateSources()
            let seen = SeenApps()
            let isLive = arguments.has("live")
            let result = try SiteCheck.run(
                SiteFolder(build.site, environment: SiteEnvironment(arguments)), templates: templates
            ) { app in
                if isLive { seen.add(app) }
            }
            let check = result.check
            let site = Site(folder: build.site, apps: seen.sorted)
            let live = isLive ? LiveCheck(site, send: PreflightSender.send) : nil
            var json: JSONObject = ["chains": .array(check.chains.map(\.json))]
            if let live {
                json["preflights"] = .array(live.results.map(\.json))
                json["cors"] = .array(site.apps.compactMap(BackendOrigins.init).map(\.json))
            }
            return Format(arguments).show(
                DiagnosticReport(result.warnings + check.diagnostics + (live?.diagnostics ?? [])),
                result: result.redaction.redacted(.object(json)),
                summary: result.redaction.redacted(
                    check.chains.map(\.text).joined(separator: "\n") + verdict(check, result.warnings)
                        + (live?.text(of: site) ?? "")))
        } catch {
            return Format(arguments).show(error)
        }
    }

    /// The apps read, whose backends are checked once the site is known to be valid.
    private final class SeenApps: Sendable {
        private let apps = Mutex<[App]>([])

        func add(_ app: App) { apps.withLock { $0.append(app) } }

        /// The apps, sorted by name.
        var sorted: [App] { apps.withLock { $0.sorted { $0.name < $1.name } } }
    }

    /// Returns a line that confirms the check, also if there is nothing to report.
    private static func verdict(_ check: SiteCheck, _ warnings: [Diagnostic]) -> String {
        let breaks = (warnings + check.diagnostics).filter { $0.severity != .note }.count
        if breaks > 0 { return "" }
        switch check.chains.count {
        case 0: return "No link is defined in any app.yml.\n"
        case 1: return "\nThe link holds to its end.\n"
        case let count: return "\nAll \(count) links hold to their ends.\n"
        }
    }
}
