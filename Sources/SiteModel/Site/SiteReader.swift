public import Diagnostics
import Threads

/// Reads a site's folder.
public enum SiteReader {
    /// The most bytes that one file may have. A page spec of a megabyte is a mistake, not a page.
    public static let longestFile = 1_048_576

    /// The site in a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder that holds one folder an app.
    ///   - environment: what overrides keys of `app.yml`, and what variables in them stand for.
    ///   - contracts: the contracts that apps can name, by name; nil leaves the backends unread.
    /// - Returns: the site, and the warnings that did not keep it from being read.
    /// - Throws: every mistake that was found, each with its place.
    public static func read(
        _ folder: String, environment: SiteEnvironment = SiteEnvironment(), contracts: [String: SourceText]? = nil
    ) throws(DiagnosticReport) -> (site: Site, warnings: [Diagnostic]) {
        let site = SiteFolder(folder, environment: environment)
        let (apps, warnings) = try map(site, contracts: contracts.map(ContractLibrary.init)) { $0 }
        return (Site(folder: folder, apps: apps), warnings)
    }

    /// Reads the apps of a site one by one, on every processor, and hands each over before it is let go.
    ///
    /// - Parameters:
    ///   - folder: the site's folder.
    ///   - contracts: the contracts that apps can name; nil leaves the backends unread.
    ///   - body: gets each app that has no mistakes; what it throws is reported with the mistakes of the others.
    /// - Returns: what the body gave for each app, in the order of their names, and the warnings that did not keep the
    ///   site from being read.
    /// - Throws: every mistake that was found, each with its place.
    public static func map<Value: Sendable>(
        _ folder: SiteFolder, contracts: ContractLibrary?,
        _ body: @escaping @Sendable (App) throws(DiagnosticReport) -> Value
    ) throws(DiagnosticReport) -> (values: [Value], warnings: [Diagnostic]) {
        let read = Parallel.map(folder.names.count) { number in
            let (sources, diagnostics) = folder.sources(of: folder.names[number])
            let reading = sources?.read(contracts: contracts)
            var report = DiagnosticReport(diagnostics + (reading?.diagnostics ?? []))
            var value: Value?
            if let app = reading?.app, !report.hasErrors {
                do throws(DiagnosticReport) {
                    value = try body(app)
                } catch {
                    report.diagnostics += app.redacted(error.diagnostics)
                }
            }
            return (value: value, hosts: reading?.app?.hosts ?? [], report: report)
        }
        let claims = HostClaim.repeated(in: zip(folder.names, read).map { ($0, $1.hosts) })
        let report = DiagnosticReport(
            folder.diagnostics + read.flatMap(\.report.diagnostics)
                + claims.map { folder.diagnostic(on: $0, of: folder.names[$0.app]) })
        if report.hasErrors { throw report }
        return (read.compactMap(\.value), report.diagnostics)
    }

    /// The site of some files.
    ///
    /// - Parameters:
    ///   - sources: the files.
    ///   - contracts: the contracts that apps can name, by name; nil leaves the backends unread.
    ///   - readings: what was read of apps before with the same contracts; what was read of these apps afterwards, even
    ///     where there are mistakes.
    /// - Returns: the site, with its apps in the order of `sources`, and the warnings that did not keep it from being read.
    /// - Throws: every mistake that was found, each with its place.
    public static func read(
        _ sources: SiteSources, contracts: [String: SourceText]?, recalling readings: inout [AppSources: AppReading]
    ) throws(DiagnosticReport) -> (site: Site, warnings: [Diagnostic]) {
        let known = readings
        readings = [:]
        let contracts = contracts.map(ContractLibrary.init)
        for app in sources.apps { readings[app] = known[app] ?? app.read(contracts: contracts) }
        let read = sources.apps.compactMap { readings[$0] }
        let apps = read.compactMap(\.app)
        let report = DiagnosticReport(sources.diagnostics + read.flatMap(\.diagnostics) + sharedHosts(of: apps))
        if report.hasErrors { throw report }
        return (Site(folder: sources.folder, apps: apps), report.diagnostics)
    }

    private static func sharedHosts(of apps: [App]) -> [Diagnostic] {
        HostClaim.repeated(in: apps.map { ($0.name, $0.hosts) }).map { claim in
            apps[claim.app].diagnostic(
                code: "duplicate-host", at: claim.path, claim.message, fix: claim.fix)
        }
    }
}

extension SiteFolder {
    /// An app that claims a host of another one's, at the place where it does.
    package func diagnostic(on claim: HostClaim, of name: String) -> Diagnostic {
        guard let app = sources(of: name).sources?.read(contracts: nil).app else {
            // An app that a build keeps as the last release has it may have gone from the site.
            return Diagnostic(
                code: "duplicate-host", message: "in the app '\(name)' of the last release, \(claim.message)",
                fix: claim.fix)
        }
        return app.diagnostic(code: "duplicate-host", at: claim.path, claim.message, fix: claim.fix)
    }
}

/// A host that somebody answers for already: two apps that answer the same host would each hide the other.
public struct HostClaim: Hashable, Sendable {
    /// The place of the app that claims it too.
    public let app: Int
    /// Where the app says so in `app.yml`: `hosts[0]`.
    public let path: String
    /// In lower case without a full stop.
    public let message: String
    /// What to do, as a sentence.
    public let fix: String

    /// Every claim but the first of each host, in order.
    public static func repeated(in apps: [(name: String, hosts: [String])]) -> [HostClaim] {
        var owners: [String: String] = [:]
        var claims: [HostClaim] = []
        for (place, app) in apps.enumerated() {
            for (index, host) in app.hosts.enumerated() {
                guard let owner = owners[host] else {
                    owners[host] = app.name
                    continue
                }
                let isTwice = owner == app.name
                claims.append(
                    HostClaim(
                        app: place, path: "hosts[\(index)]",
                        message: isTwice
                            ? "the host '\(host)' is listed twice"
                            : "the host '\(host)' belongs to the app '\(owner)' already",
                        fix: isTwice ? "Remove one." : "Give each app its own hosts."))
            }
        }
        return claims
    }
}
