public import Release

/// What a host is asked before it counts as serving a release: requests, each with the answer that `latchkey-server` gives.
///
/// All of it is derived from the manifest, by other code than the server's, so that the suite tests the server as well. No
/// request carries a real token.
public struct ConformanceSuite: Hashable, Sendable {
    /// In the order in which they are best asked.
    public let cases: [ConformanceCase]

    /// The value of every parameter.
    public static let sampleValue = "latchkey-sample"

    init(cases: [ConformanceCase]) { self.cases = cases }

    /// The suite of a whole release.
    ///
    /// - Parameter manifest: of the release that the host serves.
    public init(_ manifest: Manifest) {
        cases = manifest.apps.flatMap { app in Self(app, of: manifest).cases }
    }

    /// The suite of one app.
    public init(_ app: ReleasedApp, of manifest: Manifest) {
        guard let host = app.hosts.first else {
            cases = []
            return
        }
        let writer = AppCases(app: app, host: host)
        cases =
            writer.files() + writer.conditions() + writer.unknownPaths() + writer.redirects() + writer.openings()
            + writer.hosts(of: manifest) + writer.methods()
    }
}
