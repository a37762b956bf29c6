internal import AppLinks
package import Diagnostics
package import HTTPMessages
internal import Memory
package import Release
internal import TextEncoding

/// A release with all its responses prepared.
package final class LandingSite: Sendable {
    package let landing: Landing
    private let heads: PreparedHeads
    /// The bodies, by `Landing.Variant.number`.
    private let bodies: [ByteSlice]
    private let isObserved: Bool

    /// The request header fields that affect a response.
    package static let fields = ["accept-encoding", "accept-language", "if-match", "if-none-match", "user-agent"]

    /// Prepares the responses of a release, of which only the files are needed afterwards, for every request as if to
    /// `host`, nil for the request's own. `isObserved` says that responses carry a `subject` for metrics and logs.
    package init(_ release: LoadedRelease, as host: String? = nil, isObserved: Bool = false) throws(Diagnostic) {
        landing = try Landing(release.manifest, as: host)
        heads = try PreparedHeads(release.manifest)
        bodies = release.bodies
        self.isObserved = isObserved
    }

    /// Returns the complete response to a request. `allowsOpen` is called before a redirect of `/open/<link>`; false
    /// makes the response the page for unknown paths, with 429.
    package func respond(to request: HTTPRequest, allowsOpen: () -> Bool = { true }) -> HTTPResponse {
        var outcome = landing.outcome(request)
        if let found = outcome, case .open = found.answer, !allowsOpen() {
            outcome?.answer = landing.notFound(429, found.app, request)
        }
        var response = outcome.map { self.response($0, to: request) } ?? Self.unknownHost(request)
        if isObserved { response.subject = subject(outcome, request) }
        return response
    }

    private func response(_ outcome: Landing.Outcome, to request: HTTPRequest) -> HTTPResponse {
        let secure = outcome.app.transportSecurity
        switch outcome.answer {
        case .file(let variant, let status):
            let head =
                switch status {
                case 404: heads.missing(variant)
                case 429: heads.limited(variant)
                default: heads.found[variant.number]
                }
            return HTTPResponse(PreparedResponse(status: status, head: head, body: bodies[variant.number]))
        case .notModified(let variant):
            return HTTPResponse(PreparedResponse(status: 304, head: heads.notModified[variant.number]))
        case .redirect(let redirect): return HTTPResponse(redirect.response)
        case .open(let status, let location): return outcome.app.redirect(status, to: location)
        case .refusal(.method): return .methodNotAllowed(secure)
        case .refusal(.encoding):
            return .plain(406, "This is not available in any of the requested encodings.", headers: secure)
        case .refusal(.precondition):
            return .plain(412, "The file has another version than If-Match names.", headers: secure)
        case .refusal(.host): return Self.unknownHost(request)
        }
    }

    private static func unknownHost(_ request: HTTPRequest) -> HTTPResponse {
        // A release tried locally is requested under the local machine's name.
        let isLocal = LoopbackHost.contains(request.host ?? "")
        let hint = " To see the pages of one of the release's hosts here, add '--as' with the host to the command."
        return .plain(421, "This host is not served here." + (isLocal ? hint : ""))
    }

    /// Returns the labels for metrics and logs: names from the manifest, nothing that the request supplied.
    private func subject(_ outcome: Landing.Outcome?, _ request: HTTPRequest) -> ResponseSubject {
        let entry = outcome.flatMap { outcome in outcome.route.map { outcome.app.router.entries[$0] } }
        let isOpen = if case .open? = entry?.answer { true } else { false }
        return ResponseSubject(
            app: outcome?.app.name, route: entry?.path.text, isOpen: isOpen,
            agent: UserAgentClass(userAgent: request.headers["user-agent"]))
    }
}

/// The labels of a response for metrics and logs, using names from the manifest only.
package struct ResponseSubject: Sendable {
    /// The app's name; nil if the host is not one of the release's.
    package var app: String?
    /// The route's path as in the manifest, with its placeholders; nil if no route matched.
    package var route: String?
    /// Whether the route is `/open/<link>`, which redirects into the app.
    package var isOpen: Bool
    package var agent: UserAgentClass

    package init(app: String?, route: String?, isOpen: Bool, agent: UserAgentClass) {
        self.app = app
        self.route = route
        self.isOpen = isOpen
        self.agent = agent
    }
}
