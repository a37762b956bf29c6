internal import HTTPMessages
internal import TextEncoding

/// The state of a sandbox and its responses to requests, without access to a clock or sockets.
struct SandboxCore: Sendable {
    struct MountedBackend: Sendable {
        var app: SandboxApp
        var backend: any Backend
        var crossOrigin: CrossOrigin
        var refusesOthers = false
        /// Whether guarded operations demand a captcha's answer; nil for what app.yml says.
        var demandsCaptcha: Bool?
        /// The answers that were accepted, each of which is good once.
        var usedAnswers: Set<String> = []
        var next: [ChosenOutcome] = []
    }

    /// The backends, in the order of the site.
    var mounted: [MountedBackend] = []
    var inbox: [SentEmail] = []
    /// How far the sandbox's clock is ahead of the real one, in milliseconds.
    var advance = 0
    /// The number of control requests that changed something, and of chosen outcomes that occurred.
    var changes = 0
    /// The required value of the `Latchkey-Sandbox` header.
    let key: String
    /// The URL of the sandbox: `http://127.0.0.1:4100`.
    var origin: String
    /// Renders emails in the apps' own text; nil for default content.
    private let compose: Sandbox.Composer?
    private var random: any RandomNumberGenerator & Sendable

    /// The maximum number of emails in the inbox; the oldest are removed.
    private static let maximumEmails = 1_000

    init(
        key: String, origin: String, compose: Sandbox.Composer? = nil,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.random = random
        self.key = key
        self.origin = origin
        self.compose = compose
    }

    enum Reply<Response: Sendable>: Sendable {
        case response(Response)
        /// The connection is closed without a response.
        case noConnection
        /// The response is held back until the client has timed out.
        case noResponse
    }

    /// The reply to a request at the real time, in milliseconds since 1970, and the emails to deliver.
    mutating func respond(to request: HTTPRequest, time: Int) -> (reply: Reply<HTTPResponse>, emails: [SentEmail]) {
        // Otherwise a web page could use DNS rebinding to make requests as if from this machine.
        guard let host = request.host, isOwn(host) else {
            return (.response(.plain(421, "The sandbox accepts only requests for this machine's own address.")), [])
        }
        let inner = BackendRequest(
            method: request.method, path: PercentEncoding.decodeLossily(request.path),
            query: FormItems(request.query ?? ""), headers: request.headers, body: request.body)
        if let control = inner.below("/_sandbox") {
            return (.response(self.control(control, app: nil, time: time)), [])
        }
        guard let (index, below) = backend(for: inner) else {
            return (.response(.plain(404, "No app's backend is here.")), [])
        }
        if let control = below.below("/_sandbox") {
            return (.response(self.control(control, app: index, time: time)), [])
        }
        let response: BackendResponse
        switch chosenReply(to: below, at: index) {
        case nil:
            mounted[index].backend.environment = environment(of: mounted[index].app, at: time)
            response = respond(to: below, at: index)
        case .response(let chosen)?: response = chosen
        case .noConnection?: return (.noConnection, [])
        case .noResponse?: return (.noResponse, [])
        }
        random = mounted[index].backend.environment.random
        let emails = mounted[index].backend.environment.takeEmails()
        receive(emails)
        let headers = response.headers + [HeaderField("Cache-Control", "no-store")]
        return (.response(HTTPResponse(status: response.status, headers: headers, body: response.body)), emails)
    }

    mutating func receive(_ emails: [SentEmail]) {
        inbox += emails
        inbox.removeFirst(max(0, inbox.count - Self.maximumEmails))
    }

    private mutating func respond(to request: BackendRequest, at index: Int) -> BackendResponse {
        let isRefused = mounted[index].refusesOthers
        let crossOrigin = mounted[index].crossOrigin
        if let response = crossOrigin.preflightResponse(to: request, isRefused: isRefused) { return response }
        var inner = request
        let base = mounted[index].app.basePath
        if base != type(of: mounted[index].backend).ownPath, let below = request.below(base) { inner = below }
        if let script = request.captchaScript { return script }
        if let refusal = captchaRefusal(of: request, at: index) {
            return crossOrigin.permit(refusal, to: request, isRefused: isRefused)
        }
        // A contract's requests begin below its base.
        let below = request.below(base.isEmpty ? type(of: mounted[index].backend).ownPath ?? "" : base) ?? request
        mounted[index].backend.environment.language = mounted[index].app.definition?.language(of: below)
        let response: BackendResponse
        do {
            response = try mounted[index].backend.respond(to: inner)
        } catch {
            response = error
        }
        return crossOrigin.permit(response, to: request, isRefused: isRefused)
    }

    func environment(of app: SandboxApp, at time: Int) -> Environment {
        Environment(
            app: app, address: "\(origin)/\(app.name)", now: time + advance, random: random, compose: compose)
    }

    /// The backend to which a request is addressed, and the request relative to its URL.
    ///
    /// A path that begins with no app's name goes to the first app with a matching contract, since Firebase's own
    /// libraries configure an emulator by host and port only.
    private func backend(for request: BackendRequest) -> (index: Int, request: BackendRequest)? {
        for (index, backend) in mounted.enumerated() {
            if let below = request.below("/\(backend.app.name)") { return (index, below) }
        }
        let owners: [(prefix: String, contract: String)] = [
            ("/identitytoolkit.googleapis.com", "firebase"), ("/securetoken.googleapis.com", "firebase"),
            ("/auth/v1", "supabase"),
        ]
        for owner in owners where request.below(owner.prefix) != nil {
            if let index = mounted.firstIndex(where: { $0.app.contract == owner.contract }) { return (index, request) }
        }
        return nil
    }

    /// Replaces the backends; those of apps with the same name and contract keep their state.
    mutating func mount(_ apps: [SandboxApp], time: Int) {
        mounted = apps.map { app in
            if var known = mounted.first(where: { $0.app.name == app.name && $0.app.contract == app.contract }) {
                known.app = app
                return known
            }
            return mount(app, time: time)
        }
    }

    /// Creates a backend with only the fixtures in it.
    mutating func mount(_ app: SandboxApp, time: Int) -> MountedBackend {
        let kind = Imitations.all[app.contract] ?? ContractImitation.self
        let backend = kind.init(environment(of: app, at: time))
        random = backend.environment.random
        return MountedBackend(app: app, backend: backend, crossOrigin: kind.crossOrigin)
    }

    private func isOwn(_ host: String) -> Bool {
        let own = URLParts(origin)?.host
        return host == own || LoopbackHost.contains(host) && own.map(LoopbackHost.contains) == true
    }
}
