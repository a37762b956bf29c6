package import HTTPMessages
internal import Memory
package import Release
internal import TextEncoding

/// A release with all its responses prepared.
package final class LandingSite: Sendable {
    /// The routing decisions.
    package let landing: Landing
    private let heads: PreparedHeads
    /// The bodies, by `Landing.Variant.number`.
    private let bodies: [ByteSlice]
    /// The redirects of the apps, each object shared by all apps that have the same.
    private let redirects: [AppRedirects]
    private let isObserved: Bool

    /// The request header fields that affect a response.
    package static let fields = ["accept-encoding", "if-match", "if-none-match", "user-agent"]

    /// Prepares the responses of a release.
    ///
    /// - Parameters:
    ///   - release: the release; only its files are needed afterwards.
    ///   - host: the host to use for every request; nil to use the request's own.
    ///   - isObserved: whether responses carry a `subject` for metrics and logs.
    /// - Throws: `LandingError` if the release does not have the host, a link cannot be parsed, or a header field is
    ///   invalid.
    package init(_ release: LoadedRelease, as host: String? = nil, isObserved: Bool = false) throws(LandingError) {
        struct Shared: Hashable {
            var router: Int
            var transportSecurity: [HeaderField]
        }
        landing = try Landing(release.manifest, as: host)
        heads = try PreparedHeads(release.manifest)
        bodies = release.bodies
        var redirects: [AppRedirects] = []
        var known: [Shared: AppRedirects] = [:]
        for (index, app) in release.manifest.apps.enumerated() {
            let shared = Shared(
                router: landing.routerIndex(of: index), transportSecurity: app.transportSecurity)
            if known[shared] == nil { known[shared] = try AppRedirects(app) }
            if let made = known[shared] { redirects.append(made) }
        }
        self.redirects = redirects
        self.isObserved = isObserved
    }

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - allowsOpen: called before a redirect of `/open/<link>`; false makes the response the page for unknown
    ///     paths, with 429.
    /// - Returns: the complete response.
    package func respond(to request: HTTPRequest, allowsOpen: () -> Bool = { true }) -> HTTPResponse {
        var outcome = landing.outcome(request)
        if case .open = outcome.decision, let app = outcome.app, !allowsOpen() {
            outcome.decision = landing.notFound(429, app, request)
        }
        var response = response(outcome, to: request)
        if isObserved { response.subject = subject(outcome, request) }
        return response
    }

    private func response(_ outcome: Landing.Outcome, to request: HTTPRequest) -> HTTPResponse {
        var secure: [HeaderField] { outcome.app.map { redirects[$0].transportSecurity } ?? [] }
        switch outcome.decision {
        case .file(let variant, let status):
            let head =
                switch status {
                case 404: heads.missing(variant)
                case 429: heads.limited(variant)
                default: heads.found(variant)
                }
            return HTTPResponse(PreparedResponse(status: status, head: head, body: bodies[variant.number]))
        case .notModified(let variant):
            return HTTPResponse(PreparedResponse(status: 304, head: heads.notModified(variant)))
        case .redirect(let status, _):
            // `AppRedirects` prepares each fixed redirect of a release, so there always is one.
            guard let app = outcome.app, let route = outcome.route, let prepared = redirects[app].fixed[route] else {
                return HTTPResponse(status: status, body: .nothing)
            }
            return HTTPResponse(prepared)
        case .open(let status, let location):
            guard let app = outcome.app else { return HTTPResponse(status: status, body: .nothing) }
            return redirects[app].response(status, to: location)
        case .refusal(.method):
            return .methodNotAllowed(secure)
        case .refusal(.encoding):
            return .plain(406, "This is not available in any of the requested encodings.", headers: secure)
        case .refusal(.precondition):
            return .plain(412, "The file has another version than If-Match names.", headers: secure)
        case .refusal(.host):
            // A release tried locally is requested under the local machine's name.
            let isLocal = LoopbackHost.contains(request.host ?? "")
            let hint = " To see the pages of one of the release's hosts here, add '--as' with the host to the command."
            return .plain(421, "This host is not served here." + (isLocal ? hint : ""))
        }
    }

    /// Returns the labels for metrics and logs: names from the manifest, nothing that the request supplied.
    private func subject(_ outcome: Landing.Outcome, _ request: HTTPRequest) -> ResponseSubject {
        let route = outcome.app.flatMap { app in outcome.route.map { landing.route($0, of: app) } }
        let isOpen = if case .open? = route?.answer { true } else { false }
        return ResponseSubject(
            app: outcome.app.map(landing.appName), route: route?.path, isOpen: isOpen,
            agent: UserAgentClass(userAgent: request.headers["user-agent"]))
    }
}
