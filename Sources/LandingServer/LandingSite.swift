internal import AppLinks
public import HTTPListener
public import Release
internal import TextEncoding

/// Header fields in the order in which they are sent.
typealias HTTPHeaderList = [(name: String, value: String)]

/// A release that is ready to answer: its decisions, with every answer made beforehand.
public final class LandingSite: Sendable {
    /// How requests are decided.
    public let landing: Landing
    /// By the number of the variant.
    private let found: [PreparedResponse]
    /// By the number of the variant.
    private let notModified: [PreparedResponse]
    /// By the number of the variant, for those of 404 pages.
    private let missing: [Int: PreparedResponse]
    /// By app and route, for those that lead to an address of the manifest's.
    private let redirects: [[PreparedResponse?]]
    /// By app, for those whose address is made for the request.
    private let opens: [OpenRedirects]
    /// Each app's Strict-Transport-Security, which holds for its redirects and refusals as well (RFC 6797, section 7.1).
    private let transportSecurity: [HTTPHeaderList]
    private let isObserved: Bool

    /// The header fields of a request that count.
    public static let fields = ["accept-encoding", "if-match", "if-none-match", "user-agent"]

    /// Prepares the answers of a release.
    ///
    /// - Parameters:
    ///   - release: can be let go afterwards.
    ///   - host: answers every request as this host; nil goes by the request's own.
    ///   - isObserved: whether answers say in their `subject` whose they are.
    /// - Throws: `LandingError` where the release has no such host, a link that cannot be read, or a header field that
    ///   cannot be sent.
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
        // After all others, so that they are close together in memory: with thousands of hosts a 304 costs what it takes to
        // fetch its head from there.
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

    /// The answer to a request, ready to be sent.
    ///
    /// - Parameters:
    ///   - request: what is asked.
    ///   - allowsOpen: asked before a redirect into the app or to its page is given; false makes it 429.
    /// - Returns: an answer that the listener sends as it is.
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
            return .plain(405, "Only GET and HEAD are answered here.", headers: [("Allow", "GET, HEAD")] + secure)
        case .refusal(.encoding):
            return .plain(406, "There is no version of this in an encoding that was asked for.", headers: secure)
        case .refusal(.precondition):
            return .plain(412, "This has changed since.", headers: secure)
        case .refusal(.rate):
            return .plain(429, "Too many links are opened from here.", headers: [("Retry-After", "10")] + secure)
        case .refusal(.host):
            // Whoever tries a release on their own machine has the machine's name in the address.
            let isTried = ["127.0.0.1", "localhost", "[::1]", "::1"].contains(request.host ?? "")
            let hint = " To see the pages of one of the release's hosts here, add '--as' with the host to the command."
            return .plain(421, "This host is not served here." + (isTried ? hint : ""))
        }
    }

    /// What metrics and logs know an answer by: names of the manifest's, and nothing that the request said.
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

    /// The files that stand behind a redirect into the app: who asks decides which of the two is the answer.
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

    /// What a 304 repeats (RFC 9110, section 15.4.5).
    private static func validators(_ headers: HTTPHeaderList) -> HTTPHeaderList {
        let repeated: Set = ["etag", "vary", "cache-control", "expires", "content-location"]
        return headers.filter { repeated.contains($0.name.lowercased()) }
    }
}

/// The redirects of `/open/<link>`, made beforehand all but their addresses.
private struct OpenRedirects {
    /// Into the app.
    private let found: PreparedRedirect
    /// To the page.
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
