public import HTTPListener
public import Release
internal import TextEncoding

/// A release that is ready to answer: its decisions, with every answer made beforehand.
public final class LandingSite: Sendable {
    /// How requests are decided.
    public let landing: Landing
    /// By the number of the variant.
    private let found: [PreparedResponse]
    private let notModified: [PreparedResponse]
    /// Only the variants of 404 pages have one.
    private let missing: [PreparedResponse?]

    /// The header fields of a request that count.
    public static let fields = ["accept-encoding", "if-none-match", "user-agent"]

    /// Prepares the answers of a release.
    ///
    /// - Parameters:
    ///   - release: can be let go afterwards.
    ///   - host: answers every request as this host; nil goes by the request's own.
    /// - Throws: `LandingError` where the release has no such host, or a link that cannot be read.
    public init(_ release: LoadedRelease, as host: String? = nil) throws(LandingError) {
        landing = try Landing(release.manifest, as: host)
        var found: [PreparedResponse] = []
        var notModified: [PreparedResponse] = []
        var missing: [PreparedResponse?] = []
        for (appIndex, app) in release.manifest.apps.enumerated() {
            let alternatives = Self.alternatives(of: app)
            for (fileIndex, file) in app.files.enumerated() {
                let varies = alternatives.contains(file.name)
                for (index, variant) in file.variants.enumerated() {
                    let bytes = release.bytes(app: appIndex, file: fileIndex, variant: index)
                    let headers = Self.headers(file, variant, variesByVisitor: varies)
                    found.append(PreparedResponse(status: 200, headers: headers, body: bytes))
                    // The body is not sent, but its length is, and must not be another than that of the 200.
                    notModified.append(PreparedResponse(status: 304, headers: Self.validators(headers), body: bytes))
                    let isMissing = file.name == app.notFound
                    missing.append(
                        isMissing
                            ? PreparedResponse(status: 404, headers: headers.filter { $0.name != "ETag" }, body: bytes)
                            : nil)
                }
            }
        }
        self.found = found
        self.notModified = notModified
        self.missing = missing
    }

    /// The answer to a request, ready to be sent.
    public func respond(to request: HTTPRequest) -> HTTPResponse {
        switch landing.answer(request) {
        case .file(let variant, status: 200): HTTPResponse(found[variant.number])
        case .file(let variant, _): HTTPResponse(missing[variant.number] ?? found[variant.number])
        case .notModified(let variant): HTTPResponse(notModified[variant.number])
        case .redirect(let status, let location):
            HTTPResponse(status: status, headers: [("Location", location)] + Self.redirectHeaders)
        case .open(let status, let location):
            HTTPResponse(
                status: status, headers: [("Location", location), ("Vary", "User-Agent")] + Self.redirectHeaders)
        case .refusal(.malformed(let reason)): .plain(400, reason)
        case .refusal(.method): .plain(405, "Only GET and HEAD are answered here.", headers: [("Allow", "GET, HEAD")])
        case .refusal(.encoding):
            .plain(406, "There is no version of this in an encoding that was asked for.")
        case .refusal(.host): .plain(421, "This host is not served here.")
        }
    }

    private static let redirectHeaders: [(name: String, value: String)] = [
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
    ) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = [("Content-Type", file.type)]
        if variant.encoding != "identity" { headers.append(("Content-Encoding", variant.encoding)) }
        headers.append(("ETag", EntityTag.text(variant.hash)))
        let varying = (file.variants.count > 1 ? ["Accept-Encoding"] : []) + (variesByVisitor ? ["User-Agent"] : [])
        if !varying.isEmpty { headers.append(("Vary", varying.joined(separator: ", "))) }
        return headers + file.headers.map { ($0.name, $0.value) }
    }

    /// What a 304 repeats (RFC 9110, section 15.4.5).
    private static func validators(_ headers: [(name: String, value: String)]) -> [(name: String, value: String)] {
        let repeated: Set = ["etag", "vary", "cache-control", "expires", "content-location"]
        return headers.filter { repeated.contains($0.name.lowercased()) }
    }
}
