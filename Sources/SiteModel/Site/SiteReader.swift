public import Diagnostics

/// Reads a site's folder.
public enum SiteReader {
    /// The most bytes that one file may have. A page spec of a megabyte is a mistake, not a page.
    public static let longestFile = 1_048_576

    /// The site in a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder that holds one folder an app.
    ///   - contracts: the contracts that apps can name, by name; nil leaves the backends unread.
    /// - Returns: the site, and the warnings that did not keep it from being read.
    /// - Throws: every mistake that was found, each with its place.
    public static func read(
        _ folder: String, contracts: [String: SourceText]? = nil
    ) throws(DiagnosticReport) -> (site: Site, warnings: [Diagnostic]) {
        var readings: [AppSources: AppReading] = [:]
        return try read(SiteSources(in: folder), contracts: contracts, recalling: &readings)
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
        for app in sources.apps { readings[app] = known[app] ?? app.read(contracts: contracts) }
        let read = sources.apps.compactMap { readings[$0] }
        let apps = read.compactMap(\.app)
        let report = DiagnosticReport(sources.diagnostics + read.flatMap(\.diagnostics) + sharedHosts(of: apps))
        if report.hasErrors { throw report }
        return (Site(folder: sources.folder, apps: apps), report.diagnostics)
    }

    /// Two apps that answer the same host would each hide the other.
    private static func sharedHosts(of apps: [App]) -> [Diagnostic] {
        var owners: [String: App] = [:]
        var diagnostics: [Diagnostic] = []
        for app in apps {
            for (index, host) in app.hosts.enumerated() {
                if let owner = owners[host] {
                    let isTwice = owner.name == app.name
                    let message =
                        isTwice
                        ? "the host '\(host)' is listed twice"
                        : "the host '\(host)' belongs to the app '\(owner.name)' already"
                    diagnostics.append(
                        app.diagnostic(
                            code: "duplicate-host", at: "hosts[\(index)]", message,
                            fix: isTwice ? "Remove one." : "Give each app its own hosts.")
                    )
                } else {
                    owners[host] = app
                }
            }
        }
        return diagnostics
    }
}
