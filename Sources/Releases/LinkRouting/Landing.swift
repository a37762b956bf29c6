package import Diagnostics
package import HTTPMessages
package import Release

/// Decides how a release answers a request, without I/O.
package struct Landing: Sendable {
    /// A variant of a released file, by indices into the manifest.
    package struct Variant: Hashable, Sendable {
        package let app: Int
        package let file: Int
        package let variant: Int
        /// The index of the variant among all variants of the manifest.
        let number: Int

        init(_ variant: Int, of file: Router.File, of app: ServedApp) {
            (self.app, self.file, self.variant) = (app.index, file.place, variant)
            number = app.firstVariant + file.firstVariant + variant
        }
    }

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

    package let id: String
    private let apps: [ServedApp]
    private let hosts: [String: ServedApp]
    /// The hashes of all variants (`EntityTag.value`).
    private let hashes: [UInt64]
    private let fixed: ServedApp?

    /// Prepares a manifest's routes, for every request as if to `host`, nil for the request's own. Throws if the
    /// release does not have the host, or a route cannot be served.
    package init(_ manifest: Manifest, as host: String? = nil) throws(Diagnostic) {
        var apps: [ServedApp] = []
        var hosts: [String: ServedApp] = [:]
        var hashes: [UInt64] = []
        var shared = SharedValues()
        for (index, app) in manifest.apps.enumerated() {
            let served = try ServedApp(app, index: index, firstVariant: hashes.count, sharing: &shared)
            apps.append(served)
            for host in app.hosts { hosts[host] = served }
            for variant in app.files.flatMap(\.variants) {
                guard let hash = EntityTag.value(variant.hash.utf8) else {
                    throw Diagnostic(unserved: "'\(variant.path)' has a hash that is not 16 hexadecimal digits")
                }
                hashes.append(hash)
            }
        }
        id = manifest.id
        self.apps = apps
        self.hosts = hosts
        self.hashes = hashes
        fixed = host.flatMap { hosts[$0.lowercased()] }
        if let host, fixed == nil {
            let known = manifest.apps.flatMap(\.hosts).map { "'\($0)'" }.joined(separator: ", ")
            throw Diagnostic(unserved: "the release has no host '\(host)'; it has \(known.isEmpty ? "none" : known)")
        }
    }

    /// Returns the name of a host's app; nil if no app has the host.
    package func appName(of host: String) -> String? { hosts[host]?.name }

    package func appName(_ app: Int) -> String { apps[app].name }

    package func hasHost(_ host: String) -> Bool { hosts[host] != nil }

    /// Returns the name of a variant's file without its hash: `reset-password.html`.
    package func fileName(of variant: Variant) -> String { apps[variant.app].router.fileNames[variant.file] }

    package func answer(_ request: HTTPRequest) -> Decision { outcome(request)?.decision ?? .refusal(.host) }

    /// A decision with its app and route.
    struct Outcome {
        enum Answer {
            case file(Variant, status: Int)
            case notModified(Variant)
            case redirect(ServedApp.Redirect)
            case open(status: Int, location: String)
            case refusal(Refusal)
        }

        let app: ServedApp
        var answer: Answer
        /// The index of the route in the app; nil if no route matched.
        var route: Int?

        var decision: Decision {
            switch answer {
            case .file(let variant, let status): .file(variant, status: status)
            case .notModified(let variant): .notModified(variant)
            case .redirect(let redirect): .redirect(status: redirect.status, location: redirect.location)
            case .open(let status, let location): .open(status: status, location: location)
            case .refusal(let refusal): .refusal(refusal)
            }
        }
    }

    /// Decides how a request is answered; nil if no app has the request's host.
    func outcome(_ request: HTTPRequest) -> Outcome? {
        guard let app = fixed ?? request.host.flatMap({ hosts[$0] }) else { return nil }
        guard request.method == "GET" || request.method == "HEAD" else {
            return Outcome(app: app, answer: .refusal(.method))
        }
        for index in app.router.matches(request.path) where app.router.entries[index].takes(request.query) {
            switch app.router.entries[index].answer {
            case .file(let own):
                let file = app.router.file(own, or: app.router.entries[index].languages, for: request)
                return Outcome(app: app, answer: found(file, of: app, request), route: index)
            case .redirect(let number):
                return Outcome(app: app, answer: .redirect(app.redirects[number]), route: index)
            case .open(let number):
                if let (status, location) = app.opens[number].redirect(request) {
                    return Outcome(app: app, answer: .open(status: status, location: location), route: index)
                }
            }
        }
        return Outcome(app: app, answer: notFound(404, app, request))
    }

    private func found(_ file: Router.File, of app: ServedApp, _ request: HTTPRequest) -> Outcome.Answer {
        guard let variant = file.coding.choose(accepting: request.headers.list("accept-encoding")) else {
            return .refusal(.encoding)
        }
        let chosen = Variant(variant, of: file, of: app)
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
    func notFound(_ status: Int, _ app: ServedApp, _ request: HTTPRequest) -> Outcome.Answer {
        let file = app.router.file(app.router.notFound, or: app.router.notFoundByLanguage, for: request)
        let variant = file.coding.choose(accepting: request.headers.list("accept-encoding")) ?? 0
        return .file(Variant(variant, of: file, of: app), status: status)
    }
}
