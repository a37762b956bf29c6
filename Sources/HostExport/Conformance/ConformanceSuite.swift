public import Release

/// The conformance suite: requests to a host that serves a release, each with the response of `latchkey-server`.
///
/// It is derived from the manifest by other code than the server's, so that it tests the server as well. No request
/// carries a real token.
public struct ConformanceSuite: Hashable, Sendable {
    /// The cases in a suitable order.
    public let cases: [ConformanceCase]

    /// The value used for every parameter.
    public static let sampleValue = "latchkey-sample"

    init(cases: [ConformanceCase]) { self.cases = cases }

    /// Creates the suite of one app.
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
