package import HTTPMessages
internal import Memory
package import Release

/// Decides how a release answers a request, without I/O.
package struct Landing: Sendable {
    /// A variant of a released file, by indices into the manifest.
    package struct Variant: Hashable, Sendable {
        /// The index of the app in the manifest.
        package let app: Int
        /// The index of the file in the app.
        package let file: Int
        /// The index of the variant in the file.
        package let variant: Int
        /// The index of the variant among all variants of the manifest.
        let number: Int
    }

    /// A response with an error status.
    package enum Refusal: Hashable, Sendable {
        /// 405: the method is neither GET nor HEAD.
        case method
        /// 406: the client accepts none of the encodings, not even identity.
        case encoding
        /// 412: If-Match names another version (RFC 9110, section 13.1.1).
        case precondition
        /// 421: the host is not one of the release's.
        case host
    }

    /// The kind of response.
    package enum Decision: Hashable, Sendable {
        /// A file with 200; or the app's page for unknown paths, with 404 for those and for damaged links, and with 429
        /// for a client that opens too many links.
        case file(Variant, status: Int)
        /// 304: the client already has this variant.
        case notModified(Variant)
        /// A redirect to an address from the manifest.
        case redirect(status: Int, location: String)
        /// A redirect into the app or to its page, depending on the User-Agent (`/open/<link>`).
        case open(status: Int, location: String)
        case refusal(Refusal)
    }

    /// The properties of an app that its router does not contain.
    private struct App: Sendable, BitwiseCopyable {
        /// The index in the manifest.
        let index: UInt32
        /// The index among the routers.
        let router: UInt32
        /// The index of the app's first variant among all variants of the manifest.
        let firstVariant: UInt32
        /// The index of the app's first answer among `opens`.
        let firstOpen: UInt32
    }

    // Not the manifest, whose texts would be a tenth of the memory that thousands of apps take, and four cache misses
    // away from each request.

    /// The id of the release.
    package let id: String
    /// The names of the apps.
    private let names: ByteTable
    /// The hashes of all variants.
    private let hashes: ByteTable
    private let hosts: HostTable<App>
    /// The apps in the manifest's order.
    private let apps: [App]
    private let routers: [Router]
    /// The redirects into the apps, in the order of the apps and their routes.
    private let opens: OpenAnswers
    private let paths: RoutePaths
    /// The app that answers for every host, if one is fixed.
    private let fixed: App?

    /// Prepares a manifest's routes.
    ///
    /// - Parameters:
    ///   - manifest: the manifest as loaded from a release.
    ///   - host: the host to use for every request; nil to use the request's own.
    /// - Throws: `LandingError` if a link cannot be parsed or the release does not have the host.
    package init(_ manifest: Manifest, as host: String? = nil) throws(LandingError) {
        id = manifest.id
        var names = ByteTable.Builder()
        var hashes = ByteTable.Builder()
        var hosts: [(name: String, value: App)] = []
        var apps: [App] = []
        var routers: [Router] = []
        var places: [Router: Int] = [:]
        var paths = RoutePaths()
        var opens = OpenAnswers.Builder()
        for (index, app) in manifest.apps.enumerated() {
            let router = try Router(app, paths: &paths)
            let place = places[router] ?? routers.count
            if place == routers.count {
                places[router] = place
                routers.append(router)
            }
            let properties = App(
                index: UInt32(index), router: UInt32(place), firstVariant: UInt32(hashes.count),
                firstOpen: UInt32(opens.count))
            apps.append(properties)
            hosts += app.hosts.map { ($0, properties) }
            names.append(app.name.utf8)
            for file in app.files {
                for variant in file.variants { hashes.append(variant.hash.utf8) }
            }
            for route in app.routes {
                if let link = route.answer.link { opens.append(link, at: route.path, of: app) }
            }
        }
        self.names = names.table()
        self.hashes = hashes.table()
        self.opens = opens.answers()
        self.hosts = HostTable(hosts)
        self.apps = apps
        self.routers = routers
        self.paths = paths
        guard let host else {
            fixed = nil
            return
        }
        guard let app = self.hosts[host.lowercased()] else {
            let known = manifest.apps.flatMap(\.hosts).map { "'\($0)'" }.joined(separator: ", ")
            throw LandingError("the release has no host '\(host)'; it has \(known.isEmpty ? "none" : known)")
        }
        fixed = app
    }

    /// Returns the name of a host's app; nil if no app has the host.
    package func appName(of host: String) -> String? { hosts[host].map { names.text(Int($0.index)) } }

    /// Returns the name of an app, by its index.
    package func appName(_ app: Int) -> String { names.text(app) }

    /// Whether an app of the release has a host.
    package func hasHost(_ host: String) -> Bool { hosts[host] != nil }

    /// Returns the name of a variant's file without its hash: `reset-password.html`.
    package func fileName(of variant: Variant) -> String {
        routers[routerIndex(of: variant.app)].fileNames[variant.file]
    }

    /// Returns the index of an app's router; apps with the same one differ only in their files, names and addresses.
    func routerIndex(of app: Int) -> Int { Int(apps[app].router) }

    /// Returns a route of an app, by its index.
    func route(_ route: Int, of app: Int) -> Router.Entry { routers[routerIndex(of: app)].entries[route] }

    /// A decision with its app and route.
    struct Outcome {
        var decision: Decision
        /// The index of the app in the manifest; nil if the host is unknown.
        var app: Int?
        /// The index of the route in the app; nil if no route matched.
        var route: Int?
    }

    /// Decides how a request is answered.
    package func answer(_ request: HTTPRequest) -> Decision { outcome(request).decision }

    func outcome(_ request: HTTPRequest) -> Outcome {
        guard let app = fixed ?? request.host.flatMap({ hosts[$0] }) else { return Outcome(decision: .refusal(.host)) }
        guard request.method == "GET" || request.method == "HEAD" else {
            return Outcome(decision: .refusal(.method), app: Int(app.index))
        }
        let matched = routers[Int(app.router)].first(for: request, paths: paths) { answer -> Decision? in
            switch answer {
            case .file(let file): return found(file, of: app, request)
            case .redirect(let status, let location): return .redirect(status: status, location: location)
            case .open(let number): return opens[Int(app.firstOpen) + number].answer(request)
            }
        }
        let index = Int(app.index)
        guard let matched else { return Outcome(decision: notFound(404, index, request), app: index) }
        return Outcome(decision: matched.0, app: index, route: matched.route)
    }

    private func found(_ file: Router.File, of app: App, _ request: HTTPRequest) -> Decision {
        guard let variant = file.coding.choose(accepting: request.headers.list("accept-encoding")) else {
            return .refusal(.encoding)
        }
        let chosen = self.variant(variant, of: file, of: app)
        if let tags = request.headers.list("if-match"),
            !EntityTag.matches(hashes[chosen.number], tags, allowsWeak: false)
        {
            return .refusal(.precondition)
        }
        if let tags = request.headers.list("if-none-match"), EntityTag.matches(hashes[chosen.number], tags) {
            return .notModified(chosen)
        }
        return .file(chosen, status: 200)
    }

    /// Answers with the app's page for unknown paths.
    func notFound(_ status: Int, _ app: Int, _ request: HTTPRequest) -> Decision {
        let app = apps[app]
        let file = routers[Int(app.router)].notFound
        let variant = file.coding.choose(accepting: request.headers.list("accept-encoding")) ?? 0
        return .file(self.variant(variant, of: file, of: app), status: status)
    }

    private func variant(_ variant: Int, of file: Router.File, of app: App) -> Variant {
        Variant(
            app: Int(app.index), file: file.place, variant: variant,
            number: Int(app.firstVariant) + file.firstVariant + variant)
    }
}

/// The error when a release cannot be served, or a server cannot start.
package struct LandingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message: one line in lower case without a full stop.
    package let description: String

    package init(_ description: String) { self.description = description }
}
