public import HTTPListener
public import Release

/// What a release answers to a request: a pure decision, made without a socket or a file.
public struct Landing: Sendable {
    /// One variant of a released file, by its place in the manifest.
    public struct Variant: Hashable, Sendable {
        /// Among the manifest's apps.
        public let app: Int
        /// Among the app's files.
        public let file: Int
        /// Among the file's variants.
        public let variant: Int
        /// Among all variants of the manifest.
        let number: Int
    }

    /// An answer that has no body to speak of.
    public enum Refusal: Hashable, Sendable {
        /// 400, with a sentence that says why and repeats nothing of the request.
        case malformed(String)
        /// 405
        case method
        /// 406: the client takes none of the encodings, not even none at all.
        case encoding
        /// 429: the client opens too many links.
        case rate
        /// 421: the host is not one of the release's.
        case host
    }

    /// What to answer.
    public enum Decision: Hashable, Sendable {
        /// A file, with 200; or the app's page for what it does not have, with 404.
        case file(Variant, status: Int)
        /// 304: the client has this variant.
        case notModified(Variant)
        /// To an address of the manifest's.
        case redirect(status: Int, location: String)
        /// Into the app or to its page, by who asks (`/open/<link>`).
        case open(status: Int, location: String)
        case refusal(Refusal)
    }

    let manifest: Manifest
    private let hosts: [String: Int]
    private let routers: [Router]
    /// The app that answers whatever the host, where one is fixed.
    private let fixed: Int?

    /// Reads a manifest's routes.
    ///
    /// - Parameters:
    ///   - manifest: as a release's reader gave it.
    ///   - host: answers every request as this host; nil goes by the request's own.
    /// - Throws: `LandingError` where a link cannot be read or the host is not in the release.
    public init(_ manifest: Manifest, as host: String? = nil) throws(LandingError) {
        self.manifest = manifest
        var hosts: [String: Int] = [:]
        var routers: [Router] = []
        for (index, app) in manifest.apps.enumerated() {
            for host in app.hosts { hosts[host] = index }
            routers.append(try Router(app, from: routers.last?.end ?? 0))
        }
        self.hosts = hosts
        self.routers = routers
        guard let host else {
            fixed = nil
            return
        }
        guard let index = hosts[host.lowercased()] else {
            let known = manifest.apps.flatMap(\.hosts).map { "'\($0)'" }.joined(separator: ", ")
            throw LandingError("the release has no host '\(host)'; it has \(known.isEmpty ? "none" : known)")
        }
        fixed = index
    }

    /// Whether a host is one of the release's.
    func hasHost(_ host: String) -> Bool { hosts[host] != nil }

    /// The name of the file that a decision is about, without its hash: `reset-password.html`.
    public func fileName(of variant: Variant) -> String {
        manifest.apps[variant.app].files[variant.file].plainName
    }

    /// A decision and whose it is.
    struct Outcome {
        var decision: Decision
        /// Among the manifest's apps; nil where the host is none of theirs.
        var app: Int?
        /// Among the app's routes; nil where none decided.
        var route: Int?
    }

    /// The answer to a request.
    public func answer(_ request: HTTPRequest) -> Decision { outcome(request).decision }

    func outcome(_ request: HTTPRequest) -> Outcome {
        guard let app = fixed ?? request.host.flatMap({ hosts[$0] }) else { return Outcome(decision: .refusal(.host)) }
        guard request.method == "GET" || request.method == "HEAD" else {
            return Outcome(decision: .refusal(.method), app: app)
        }
        let router = routers[app]
        let matched = router.first(for: request) { (answer) -> Decision? in
            switch answer {
            case .file(let file): found(file, of: app, router, request)
            case .redirect(let status, let location): .redirect(status: status, location: location)
            case .open(let link): link.answer(request)
            }
        }
        guard let matched else { return Outcome(decision: missing(app, router, request), app: app) }
        return Outcome(decision: matched.0, app: app, route: matched.route)
    }

    private func found(_ file: Int, of app: Int, _ router: Router, _ request: HTTPRequest) -> Decision {
        guard let variant = router.codings[file].choose(accepting: request.headers.list("accept-encoding")) else {
            return .refusal(.encoding)
        }
        let chosen = Variant(app: app, file: file, variant: variant, number: router.numbers[file] + variant)
        if let tags = request.headers.list("if-none-match"),
            EntityTag.matches(manifest.apps[app].files[file].variants[variant].hash, tags)
        {
            return .notModified(chosen)
        }
        return .file(chosen, status: 200)
    }

    private func missing(_ app: Int, _ router: Router, _ request: HTTPRequest) -> Decision {
        let file = router.notFound
        let variant = router.codings[file].choose(accepting: request.headers.list("accept-encoding")) ?? 0
        return .file(
            Variant(app: app, file: file, variant: variant, number: router.numbers[file] + variant), status: 404)
    }
}

/// Why a release cannot be answered from.
public struct LandingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In lower case without a full stop.
    public let message: String

    init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
