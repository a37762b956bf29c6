internal import HTTPMessages
package import LinkRouting
package import Release

/// The conformance suite: requests to a host that serves a release, each with the response of `latchkey-server`.
///
/// No request carries a real token.
package struct ConformanceSuite: Hashable, Sendable {
    package var cases: [ConformanceCase]

    /// The value used for every parameter.
    package static let sampleValue = "latchkey-sample"

    /// The path whose status tells password managers whether a host's statuses can be trusted
    /// (https://www.w3.org/TR/change-password-url/).
    package static let probePath =
        "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"

    /// Creates the suite of an app under one of its hosts; `site` is the release with the app.
    package init(_ app: ReleasedApp, of site: LandingSite, requesting host: String) {
        let requests = SuiteRequests(app: app, host: host)
        func made(_ items: [SuiteRequests.Item]) -> [ConformanceCase] {
            items.map { aspect, request in
                ConformanceCase(
                    aspect: aspect, app: app.name, request: request, expected: ExpectedResponse(to: request, of: site))
            }
        }
        // A link may lead to a page that the app alone has.
        let pages = requests.pages.filter { site.response(to: requests.item(.file, $0).request).status == 200 }
        let paths = pages.map { String($0.prefix { $0 != "?" }) }
        cases =
            made(pages.flatMap(requests.file) + requests.conditions)
            // A public file may have one of these paths.
            + made(requests.unknownPaths).filter { $0.expected.status == 404 }
            + made(requests.traversals + requests.redirects + requests.opens)
            + made((paths.first.map(requests.hosts) ?? []) + (paths.last.map(requests.methods) ?? []))
    }
}
