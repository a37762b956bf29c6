import Arguments
import Diagnostics
import JSON
import SiteBuilder
import SiteCheck
import SiteModel

/// `latchkey check` follows every link from email to page.
enum Check: Subcommand {
    static let command = Command(documented: "check")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let jobs = try Build.jobs(arguments)
        let build = SiteBuild(arguments)
        let templates = try build.templateSources()
        let isLive = arguments.has("live")
        let result = try SiteCheck.run(
            SiteFolder(build.site, environment: build.environment), templates: templates, jobs: jobs,
            keepsApps: isLive || arguments.has("play"))
        let check = result.check
        let site = Site(folder: build.site, apps: result.apps)
        let live = isLive ? LiveCheck.run(site, send: PreflightSender.send, ask: PreflightSender.ask) : nil
        let play = arguments.has("play") ? result.apps.map { PlayCheck($0) } : []
        // Google Play's points say it too, as errors.
        let warnings = result.warnings.filter { warning in
            warning.code != "data-unsaid" || !play.flatMap(\.diagnostics).contains { $0.file == warning.file }
        }
        // A backend of this machine is what '--live' asks.
        let found = warnings + check.diagnostics.filter { !isLive || $0.code != "local-backend" }
        var json: JSONObject = ["chains": .array(check.chains.map(\.json))]
        if let live {
            json["preflights"] = .array(live.results.map(\.json))
            json["cors"] = .array(site.apps.compactMap(BackendOrigins.init).map(\.json))
        }
        if arguments.has("play") { json["play"] = .array(play.map(\.json)) }
        return Format(arguments).show(
            DiagnosticReport(
                found + (live?.diagnostics ?? []) + play.flatMap(\.diagnostics)),
            result: .object(json),
            summary: check.chains.map(\.text).joined(separator: "\n")
                + (play.isEmpty || !check.chains.isEmpty ? verdict(check, found) : "")
                + (live?.text(of: site) ?? "") + play.map { "\n" + $0.text }.joined())
    }

    /// Returns a line that confirms the check, also if there is nothing to report.
    private static func verdict(_ check: SiteCheck, _ found: [Diagnostic]) -> String {
        let breaks = found.filter { $0.severity != .note }.count
        if breaks > 0 { return "" }
        switch check.chains.count {
        case 0: return "No link is defined in any app.yml.\n"
        case let count:
            let unsent = check.chains.filter(\.emails.isEmpty).count
            let links = count == 1 ? "The link works" : "All \(count) links work"
            switch unsent {
            case 0: return "\n\(links) from email to page.\n"
            case count: return "\n\(links); no email here contains \(count == 1 ? "it" : "one of them").\n"
            default: return "\n\(links); \(unsent) of them \(unsent == 1 ? "is" : "are") in no email here.\n"
            }
        }
    }
}
