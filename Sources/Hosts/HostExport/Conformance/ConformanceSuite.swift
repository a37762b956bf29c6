package import Release

/// The conformance suite: requests to a host that serves a release, each with the response of `latchkey-server`.
///
/// It is derived from the manifest by other code than the server's, so that it tests the server as well. No request
/// carries a real token.
package struct ConformanceSuite: Hashable, Sendable {
    /// The cases in a suitable order.
    package let cases: [ConformanceCase]

    /// The value used for every parameter.
    package static let sampleValue = "latchkey-sample"

    /// The path whose status tells password managers whether a host's statuses can be trusted
    /// (https://www.w3.org/TR/change-password-url/).
    package static let probePath =
        "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"

    /// Creates the suite of one app.
    ///
    /// - Parameters:
    ///   - app: an app with a host.
    ///   - host: the one of its hosts that is requested.
    package init(_ app: ReleasedApp, requesting host: String) {
        let cases = AppCases(app: app, host: host)
        self.cases =
            cases.files() + cases.conditions() + cases.unknownPaths() + cases.redirects() + cases.openings()
            + cases.hosts() + cases.methods()
    }
}
