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
        /// 412: the client wants another version (RFC 9110, section 13.1.1).
        case precondition
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

    /// What distinguishes an app from others with the same router.
    private struct App: Sendable {
        /// Among the routers.
        let router: Int
        /// The number of the app's first variant among all of the manifest.
        let firstVariant: Int
    }

    /// Without what the answers themselves hold: header fields, and what stands beside the web files.
    let manifest: Manifest
    /// By host, the app's place in the manifest.
    private let hosts: HostTable
    /// In the manifest's order.
    private let apps: [App]
    private let routers: [Router]
    /// By app and route, for the routes into the app.
    private let opens: [[OpenAnswer?]]
    private let paths: RoutePaths
    /// The app that answers whatever the host, where one is fixed.
    private let fixed: Int?

    /// Reads a manifest's routes.
    ///
    /// - Parameters:
    ///   - manifest: as a release's reader gave it.
    ///   - host: answers every request as this host; nil goes by the request's own.
    /// - Throws: `LandingError` where a link cannot be read or the host is not in the release.
    public init(_ manifest: Manifest, as host: String? = nil) throws(LandingError) {
        self.manifest = manifest.forDecisions
        var hosts: [(name: String, app: Int)] = []
        var apps: [App] = []
        var routers: [Router] = []
        var places: [Router: Int] = [:]
        var paths = RoutePaths()
        var variants = 0
        for (index, app) in manifest.apps.enumerated() {
            hosts += app.hosts.map { ($0, index) }
            let router = try Router(app, paths: &paths)
            let place = places[router] ?? routers.count
            if place == routers.count {
                places[router] = place
                routers.append(router)
            }
            apps.append(App(router: place, firstVariant: variants))
            variants += app.files.reduce(0) { $0 + $1.variants.count }
        }
        opens = try manifest.apps.map { (app) throws(LandingError) in
            try app.routes.map { (route) throws(LandingError) in
                guard case .open(let link) = route.answer else { return nil }
                return try OpenAnswer(link, at: route.path, of: app)
            }
        }
        self.hosts = HostTable(hosts)
        self.apps = apps
        self.routers = routers
        self.paths = paths
        guard let host else {
            fixed = nil
            return
        }
        guard let index = self.hosts[host.lowercased()] else {
            let known = manifest.apps.flatMap(\.hosts).map { "'\($0)'" }.joined(separator: ", ")
            throw LandingError("the release has no host '\(host)'; it has \(known.isEmpty ? "none" : known)")
        }
        fixed = index
    }

    /// The name of the app that answers for a host; nil where none does.
    func appName(of host: String) -> String? { hosts[host].map { manifest.apps[$0].name } }

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
        let matched = routers[apps[app].router].first(for: request, paths: paths) { (answer, route) -> Decision? in
            switch answer {
            case .file(let file): return found(file, of: app, request)
            case .redirect:
                guard case .redirect(let status, let location) = manifest.apps[app].routes[route].answer else {
                    return nil
                }
                return .redirect(status: status, location: location)
            case .open: return opens[app][route]?.answer(request)
            }
        }
        guard let matched else { return Outcome(decision: missing(app, request), app: app) }
        return Outcome(decision: matched.0, app: app, route: matched.route)
    }

    private func found(_ file: Router.File, of app: Int, _ request: HTTPRequest) -> Decision {
        guard let variant = file.coding.choose(accepting: request.headers.list("accept-encoding")) else {
            return .refusal(.encoding)
        }
        let chosen = self.variant(variant, of: file, of: app)
        var hash: String { manifest.apps[app].files[file.place].variants[variant].hash }
        if let tags = request.headers.list("if-match"), !EntityTag.matches(hash, tags, allowsWeak: false) {
            return .refusal(.precondition)
        }
        if let tags = request.headers.list("if-none-match"), EntityTag.matches(hash, tags) {
            return .notModified(chosen)
        }
        return .file(chosen, status: 200)
    }

    private func missing(_ app: Int, _ request: HTTPRequest) -> Decision {
        let file = routers[apps[app].router].notFound
        let variant = file.coding.choose(accepting: request.headers.list("accept-encoding")) ?? 0
        return .file(self.variant(variant, of: file, of: app), status: 404)
    }

    private func variant(_ variant: Int, of file: Router.File, of app: Int) -> Variant {
        Variant(
            app: app, file: file.place, variant: variant,
            number: apps[app].firstVariant + file.firstVariant + variant)
    }
}

extension Manifest {
    /// What decisions and their names need: the answers that are made beforehand hold the header fields, and nobody on the
    /// web gets an app's other files.
    fileprivate var forDecisions: Manifest {
        var manifest = self
        for app in manifest.apps.indices {
            manifest.apps[app].appFiles = [:]
            for file in manifest.apps[app].files.indices { manifest.apps[app].files[file].headers = [] }
        }
        return manifest
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
