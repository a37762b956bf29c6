internal import AppLinks
public import HTTPListener
public import Release
internal import TextEncoding

/// Header fields in sending order.
typealias HTTPHeaderList = [(name: String, value: String)]

/// A release with all its responses prepared.
public final class LandingSite: Sendable {
    /// The routing decisions.
    public let landing: Landing
    /// The prepared responses with status 200, by `Landing.Variant.number`.
    private let found: [PreparedResponse]
    /// The prepared responses with status 304, by `Landing.Variant.number`.
    private let notModified: [PreparedResponse]
    /// The prepared responses with status 404, by the `Landing.Variant.number` of the 404 pages' variants.
    private let missing: [Int: PreparedResponse]
    /// The prepared redirects to addresses from the manifest, by app and route; nil for other routes.
    private let redirects: [[PreparedResponse?]]
    /// The redirects of `/open/<link>`, by app.
    private let opens: [OpenRedirects]
    /// Each app's Strict-Transport-Security, which redirects and refusals carry too (RFC 6797, section 7.1).
    private let transportSecurity: [HTTPHeaderList]
    private let isObserved: Bool

    /// The request header fields that affect a response.
    public static let fields = ["accept-encoding", "if-match", "if-none-match", "user-agent"]

    /// Prepares the responses of a release.
    ///
    /// - Parameters:
    ///   - release: the release; not needed afterwards.
    ///   - host: the host to use for every request; nil to use the request's own.
    ///   - isObserved: whether responses carry a `subject` for metrics and logs.
    /// - Throws: `LandingError` if the release does not have the host, a link cannot be parsed, or a header field is
    ///   invalid.
    public init(_ release: LoadedRelease, as host: String? = nil, isObserved: Bool = false) throws(LandingError) {
        landing = try Landing(release.manifest, as: host)
        var found: [PreparedResponse] = []
        var missing: [Int: PreparedResponse] = [:]
        var validators: [(file: String, headers: HTTPHeaderList)] = []
        func prepare(_ status: Int, _ file: String, _ headers: HTTPHeaderList, _ body: [UInt8])
            throws(LandingError) -> PreparedResponse
        {
            do {
                return try PreparedResponse(status: status, headers: headers, body: body)
            } catch {
                throw LandingError("the file '\(file)' has a header field that cannot be sent")
            }
        }
        for (appIndex, app) in release.manifest.apps.enumerated() {
            let alternatives = Self.alternatives(of: app)
            for (fileIndex, file) in app.files.enumerated() {
                let varies = alternatives.contains(file.name)
                for (index, variant) in file.variants.enumerated() {
                    let bytes = release.bytes(app: appIndex, file: fileIndex, variant: index)
                    let headers = Self.headers(file, variant, variesByVisitor: varies)
                    if file.name == app.notFound {
                        missing[found.count] = try prepare(
                            404, file.name, headers.filter { $0.name != "ETag" }, bytes)
                    }
                    found.append(try prepare(200, file.name, headers, bytes))
                    validators.append((file.name, Self.validators(headers)))
                }
            }
        }
        self.found = found
        self.missing = missing
        // Allocated after all others and so contiguous: with thousands of hosts, cache misses dominate the cost of a 304.
        notModified = try validators.map { (file, headers) throws(LandingError) in try prepare(304, file, headers, []) }
        transportSecurity = release.manifest.apps.map(Self.transportSecurity)
        redirects = try release.manifest.apps.map { (app) throws(LandingError) in
            try app.routes.map { (route) throws(LandingError) in
                guard case .redirect(let status, let location) = route.answer else { return nil }
                let headers = [("Location", location)] + Self.redirectHeaders + Self.transportSecurity(of: app)
                do {
                    return try PreparedResponse(status: status, headers: headers, body: [])
                } catch {
                    throw LandingError("the route '\(route.path)' has a redirect that cannot be sent")
                }
            }
        }
        opens = try release.manifest.apps.map { (app) throws(LandingError) in try OpenRedirects(of: app) }
        self.isObserved = isObserved
    }

    fileprivate static func transportSecurity(of app: ReleasedApp) -> HTTPHeaderList {
        let page = app.files.first { $0.name == app.notFound }
        return page?.headers.filter { $0.name.lowercased() == "strict-transport-security" }
            .map { ($0.name, $0.value) } ?? []
    }

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - allowsOpen: called before a redirect of `/open/<link>`; false makes the response 429.
    /// - Returns: the complete response.
    public func respond(to request: HTTPRequest, allowsOpen: () -> Bool = { true }) -> HTTPResponse {
        var outcome = landing.outcome(request)
        if case .open = outcome.decision, !allowsOpen() { outcome.decision = .refusal(.rate) }
        var response = response(outcome, to: request)
        if isObserved { response.subject = subject(outcome, request) }
        return response
    }

    private func response(_ outcome: Landing.Outcome, to request: HTTPRequest) -> HTTPResponse {
        var secure: HTTPHeaderList { outcome.app.map { transportSecurity[$0] } ?? [] }
        switch outcome.decision {
        case .file(let variant, status: 200): return HTTPResponse(found[variant.number])
        case .file(let variant, _):
            return HTTPResponse(missing[variant.number] ?? found[variant.number])
        case .notModified(let variant): return HTTPResponse(notModified[variant.number])
        case .redirect(let status, let location):
            if let app = outcome.app, let route = outcome.route, let prepared = redirects[app][route] {
                return HTTPResponse(prepared)
            }
            return HTTPResponse(status: status, headers: [("Location", location)] + Self.redirectHeaders + secure)
        case .open(let status, let location):
            guard let app = outcome.app else { return HTTPResponse(status: status, body: .nothing) }
            return opens[app].response(status, to: location)
        case .refusal(.malformed(let reason)): return .plain(400, reason, headers: secure)
        case .refusal(.method):
            return .plain(405, "Only GET and HEAD are supported here.", headers: [("Allow", "GET, HEAD")] + secure)
        case .refusal(.encoding):
            return .plain(406, "This is not available in any of the requested encodings.", headers: secure)
        case .refusal(.precondition):
            return .plain(412, "This has changed since.", headers: secure)
        case .refusal(.rate):
            return .plain(
                429, "Too many requests. Wait a moment and try again.", headers: [("Retry-After", "10")] + secure)
        case .refusal(.host):
            // A release tried locally is requested under the local machine's name.
            let isTried = ["127.0.0.1", "localhost", "[::1]", "::1"].contains(request.host ?? "")
            let hint = " To see the pages of one of the release's hosts here, add '--as' with the host to the command."
            return .plain(421, "This host is not served here." + (isTried ? hint : ""))
        }
    }

    /// Returns the labels for metrics and logs: names from the manifest, nothing that the request supplied.
    private func subject(_ outcome: Landing.Outcome, _ request: HTTPRequest) -> AnswerSubject {
        let app = outcome.app.map { landing.manifest.apps[$0] }
        let route = outcome.route.flatMap { app?.routes[$0] }
        let isOpen = if case .open? = route?.answer { true } else { false }
        return AnswerSubject(
            app: app?.name, route: route?.path, isOpen: isOpen,
            agent: UserAgentClass(userAgent: request.headers["user-agent"]))
    }

    fileprivate static let redirectHeaders: HTTPHeaderList = [
        ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
        ("X-Robots-Tag", "noindex"),
    ]

    /// Returns the files that share a path with a redirect into the app; the User-Agent decides which of the two is
    /// served.
    private static func alternatives(of app: ReleasedApp) -> Set<String> {
        var redirected: Set<String> = []
        for route in app.routes {
            if case .open = route.answer { redirected.insert(CanonicalPath.of(route.path)) }
        }
        let files = app.routes.compactMap { route -> String? in
            guard case .file(let name) = route.answer, redirected.contains(CanonicalPath.of(route.path)) else {
                return nil
            }
            return name
        }
        return Set(files)
    }

    private static func headers(
        _ file: ReleasedFile, _ variant: ReleasedFile.Variant, variesByVisitor: Bool
    ) -> HTTPHeaderList {
        var headers: HTTPHeaderList = [("Content-Type", file.type)]
        if variant.encoding != "identity" { headers.append(("Content-Encoding", variant.encoding)) }
        headers.append(("ETag", EntityTag.text(variant.hash)))
        let varying = (file.variants.count > 1 ? ["Accept-Encoding"] : []) + (variesByVisitor ? ["User-Agent"] : [])
        if !varying.isEmpty { headers.append(("Vary", varying.joined(separator: ", "))) }
        return headers + file.headers.map { ($0.name, $0.value) }
    }

    /// Returns the header fields that a 304 repeats (RFC 9110, section 15.4.5).
    private static func validators(_ headers: HTTPHeaderList) -> HTTPHeaderList {
        let repeated: Set = ["etag", "vary", "cache-control", "expires", "content-location"]
        return headers.filter { repeated.contains($0.name.lowercased()) }
    }
}

/// The redirects of an app's `/open/<link>`, prepared except for their locations.
private struct OpenRedirects {
    /// The redirect into the app.
    private let found: PreparedRedirect
    /// The redirect to the page.
    private let seeOther: PreparedRedirect

    init(of app: ReleasedApp) throws(LandingError) {
        let headers = [("Vary", "User-Agent")] + LandingSite.redirectHeaders + LandingSite.transportSecurity(of: app)
        do {
            found = try PreparedRedirect(status: 302, headers: headers)
            seeOther = try PreparedRedirect(status: 303, headers: headers)
        } catch {
            throw LandingError("'\(app.name)' has a header field that cannot be sent")
        }
    }

    func response(_ status: Int, to location: String) -> HTTPResponse {
        (status == 302 ? found : seeOther).response(to: location)
    }
}
