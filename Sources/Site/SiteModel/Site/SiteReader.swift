import AppLinks
import Configuration
package import Diagnostics
import LinkDefinitions
import Threads

package enum SiteReader {
    /// The maximum size of a spec in bytes. A page spec of a megabyte is a mistake.
    package static let longestFile = 1_048_576

    /// Reads the site in a folder; without `contracts`, these are left unread. Throws every error, by location.
    package static func read(
        _ folder: String, environment: SiteEnvironment = SiteEnvironment(), contracts: ContractLibrary? = nil
    ) throws(DiagnosticReport) -> (site: Site, warnings: [Diagnostic]) {
        let site = SiteFolder(folder, environment: environment)
        let (apps, warnings) = try map(site, contracts: contracts) { $0 }
        return (Site(folder: folder, apps: apps), warnings)
    }

    /// Reads the apps of a site in parallel, and releases each one after passing it, without errors, to a closure,
    /// whose results are in the order of the apps' names. What the closure throws is reported together with the errors
    /// of the others.
    package static func map<Value: Sendable>(
        _ folder: SiteFolder, contracts: ContractLibrary?, jobs: Int? = nil,
        _ body: @escaping @Sendable (App) throws(DiagnosticReport) -> Value
    ) throws(DiagnosticReport) -> (values: [Value], warnings: [Diagnostic]) {
        let specs = SpecLibrary()
        let read = Parallel.map(folder.names.count, jobs: jobs ?? Processors.count) { number in
            let (sources, diagnostics) = folder.sources(of: folder.names[number])
            let reading = sources?.read(contracts: contracts, recalling: specs)
            var report = DiagnosticReport(diagnostics + (reading?.diagnostics ?? []))
            var value: Value?
            if let app = reading?.app, !report.hasErrors {
                do throws(DiagnosticReport) {
                    value = try body(app)
                } catch {
                    report.diagnostics += error.diagnostics
                }
            }
            return (
                value: value, phones: reading?.app.map(PhoneClaim.init), hosts: reading?.app?.hosts ?? [],
                report: report
            )
        }
        let claims = HostClaim.repeated(in: zip(folder.names, read).map { ($0, $1.hosts) })
        let report = DiagnosticReport(
            folder.diagnostics + folder.notes + read.flatMap(\.report.diagnostics)
                + claims.map { folder.diagnostic(on: $0, of: folder.names[$0.app]) }
                + PhoneClaim.warnings(read.map(\.phones), besides: claims))
        if report.hasErrors { throw report }
        return (read.compactMap(\.value), report.diagnostics)
    }

    /// Reads the site that consists of some files, reusing earlier readings by their sources, with the same contracts;
    /// they are replaced by the readings of these apps, even if there are errors.
    package static func read(
        _ sources: SiteSources, contracts: ContractLibrary?, recalling readings: inout [AppSources: AppReading]
    ) throws(DiagnosticReport) -> (site: Site, warnings: [Diagnostic]) {
        let known = readings
        readings = [:]
        let specs = SpecLibrary()
        for app in sources.apps { readings[app] = known[app] ?? app.read(contracts: contracts, recalling: specs) }
        let read = sources.apps.compactMap { readings[$0] }
        let apps = read.compactMap(\.app)
        let claims = HostClaim.repeated(in: apps.map { ($0.name, $0.hosts) })
        let report = DiagnosticReport(
            sources.diagnostics + read.flatMap(\.diagnostics) + claims.map { apps[$0.app].diagnostic(on: $0) }
                + PhoneClaim.warnings(apps.map(PhoneClaim.init), besides: claims))
        if report.hasErrors { throw report }
        return (Site(folder: sources.folder, apps: apps), report.diagnostics)
    }
}

extension SiteFolder {
    /// The error for a host that an app claims although it belongs to another one, at the claim's location.
    package func diagnostic(on claim: HostClaim, of name: String) -> Diagnostic {
        guard let app = sources(of: name).sources?.read(contracts: nil).app else {
            // An app that a build keeps from the last release may no longer be part of the site.
            var problem = claim.problem(of: claim.host).at(FilePlace())
            problem.message = "in the app '\(name)' of the last release, \(problem.message)"
            return problem
        }
        return app.diagnostic(on: claim)
    }
}

extension App {
    fileprivate func diagnostic(on claim: HostClaim) -> Diagnostic {
        let problem = claim.problem(of: file.shown(claim.host, at: claim.path))
        return diagnostic(code: problem.code, at: problem.place.text, problem.message, fix: problem.fix)
    }
}

/// A claim to a host that is taken: if two apps answered for the same host, each would hide the other.
package struct HostClaim: Hashable, Sendable {
    package let app: Int
    /// The path of the claim in `app.yml`: `hosts[0]`.
    fileprivate let path: String
    fileprivate let host: String
    /// The app that has the host; nil if it is the claiming app itself.
    fileprivate let owner: String?
    /// Whether all hosts of the app are the owner's, as in a copy of its folder.
    let isOfCopy: Bool

    fileprivate func problem(of host: String) -> Problem<ValuePath> {
        Problem(
            code: "duplicate-host", at: ValuePath(path),
            "the host '\(host)' is " + (owner.map { "already used by the app '\($0)'" } ?? "listed twice"),
            fix: owner == nil
                ? "Remove one."
                : isOfCopy
                    ? "If one of the two folders is a copy, move it out of the site's folder, since each folder of a site is an app. Else give each app its own hosts."
                    : "Give each app its own hosts.")
    }

    /// All claims except the first of each host, in order.
    package static func repeated(in apps: [(name: String, hosts: [String])]) -> [HostClaim] {
        var owners: [String: String] = [:]
        var claims: [HostClaim] = []
        for (place, app) in apps.enumerated() {
            let others = Set(app.hosts.map { owners[$0] })
            for (index, host) in app.hosts.enumerated() {
                guard let owner = owners[host] else {
                    owners[host] = app.name
                    continue
                }
                claims.append(
                    HostClaim(
                        app: place, path: "hosts[\(index)]", host: host, owner: owner == app.name ? nil : owner,
                        isOfCopy: others == [owner]))
            }
        }
        return claims
    }
}
