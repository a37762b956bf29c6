internal import HTTPListener
internal import JSON
internal import TextEncoding

/// Everything that the sandbox remembers, and how a request changes it. No clock, no chance, no socket.
struct SandboxCore: Sendable {
    /// One app's backend and what was asked of it for the next time.
    struct MountedBackend: Sendable {
        var app: SandboxApp
        var backend: any Backend
        var crossOrigin: CrossOrigin
        var refusesOthers = false
        var next: [ChosenOutcome] = []
    }

    /// In the order of the site.
    var mounted: [MountedBackend] = []
    var inbox: [SentEmail] = []
    /// How far the sandbox's clock is ahead, in milliseconds.
    var advance = 0
    /// Counts what was done to the sandbox itself, and what was chosen and has come.
    var changes = 0
    /// What `Latchkey-Sandbox` must say.
    let key: String
    /// `http://127.0.0.1:4100`, and the secret below it where there is one.
    var origin: String
    /// What every path begins with; nil where only this machine can ask.
    private let secret: String?
    /// Puts emails into the apps' own words; nil where all are plain.
    private let compose: Sandbox.Composer?

    /// Old emails go when there are more than this.
    private static let mostMails = 1_000

    init(key: String, origin: String, compose: Sandbox.Composer? = nil, secret: String? = nil) {
        self.secret = secret
        self.key = key
        self.origin = origin
        self.compose = compose
    }

    /// What becomes of a request.
    enum Reply: Sendable {
        case answer(HTTPResponse)
        /// The connection ends before there is an answer.
        case noConnection
        /// The answer takes longer than anybody waits.
        case noAnswer
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: checked.
    ///   - time: in milliseconds since 1970, by the real clock.
    ///   - random: chance.
    /// - Returns: the answer, and the emails to deliver.
    mutating func answer(
        _ request: HTTPRequest, time: Int, random: any RandomNumberGenerator
    ) -> (reply: Reply, emails: [SentEmail]) {
        // A name that a web page has made point here would otherwise speak as if it were this machine.
        guard let host = request.host, isOwn(host) else {
            return (.answer(.plain(421, "The sandbox answers on this machine's own address alone.")), [])
        }
        guard let path = below(request.path) else { return (.answer(.plain(403, "Forbidden")), []) }
        let inner = BackendRequest(
            method: request.method, path: PercentEncoding.decodeLossily(path),
            query: FormItems(request.query ?? ""), headers: request.headers, body: request.body)
        let now = time + advance
        if let control = inner.below("/_sandbox") {
            return (.answer(self.control(control, app: nil, time: time, random: random)), [])
        }
        guard let (index, below) = backend(for: inner) else {
            return (.answer(.plain(404, "No app's backend is here.")), [])
        }
        if let control = below.below("/_sandbox") {
            return (.answer(self.control(control, app: index, time: time, random: random)), [])
        }
        var environment = environment(index, now: now, random: random)
        let answer: BackendAnswer
        switch chosenReply(to: below, at: index, environment) {
        case .none: answer = self.answer(below, at: index, &environment)
        case .answer(let chosen): answer = chosen
        case .noConnection: return (.noConnection, [])
        case .noAnswer: return (.noAnswer, [])
        }
        receive(environment.emails)
        let headers = answer.headers + (answer["Cache-Control"] == nil ? [("Cache-Control", "no-store")] : [])
        return (
            .answer(HTTPResponse(status: answer.status, headers: headers, body: answer.body)), environment.emails
        )
    }

    /// Puts emails into the inbox.
    mutating func receive(_ emails: [SentEmail]) {
        inbox += emails
        inbox.removeFirst(max(0, inbox.count - Self.mostMails))
    }

    private mutating func answer(
        _ request: BackendRequest, at index: Int, _ environment: inout Environment
    ) -> BackendAnswer {
        let isRefused = mounted[index].refusesOthers
        let crossOrigin = mounted[index].crossOrigin
        if let answer = crossOrigin.preflightAnswer(to: request, isRefused: isRefused) { return answer }
        var inner = request
        let base = mounted[index].app.basePath
        if base != type(of: mounted[index].backend).ownPath, let below = request.below(base) { inner = below }
        let answer = mounted[index].backend.answer(inner, &environment)
        return crossOrigin.permit(answer, to: request, isRefused: isRefused)
    }

    func environment(_ index: Int, now: Int, random: any RandomNumberGenerator) -> Environment {
        let app = mounted[index].app
        return Environment(
            app: app, address: "\(origin)/\(app.name)", now: now, random: random, compose: compose)
    }

    /// Whose backend a request is for, and the request as that sees it.
    ///
    /// A path below no app's name is for the first app that it makes sense to: Firebase's own libraries know an
    /// emulator by host and port alone.
    private func backend(for request: BackendRequest) -> (index: Int, request: BackendRequest)? {
        for (index, backend) in mounted.enumerated() {
            if let below = request.below("/\(backend.app.name)") { return (index, below) }
        }
        let owners: [(prefix: String, contract: String)] = [
            ("/identitytoolkit.googleapis.com", "firebase"), ("/securetoken.googleapis.com", "firebase"),
            ("/www.googleapis.com", "firebase"), ("/emulator", "firebase"), ("/auth/v1", "supabase"),
        ]
        for owner in owners where request.below(owner.prefix) != nil {
            if let index = mounted.firstIndex(where: { $0.app.contract == owner.contract }) { return (index, request) }
        }
        return nil
    }

    /// Puts backends in place, keeping what those that were there already remember.
    mutating func mount(_ apps: [SandboxApp], time: Int, random: any RandomNumberGenerator) {
        mounted = apps.map { app in
            if var known = mounted.first(where: { $0.app.name == app.name && $0.app.contract == app.contract }) {
                known.app = app
                return known
            }
            return mount(app, time: time, random: random)
        }
    }

    /// A backend with nobody but the fixtures in it.
    func mount(_ app: SandboxApp, time: Int, random: any RandomNumberGenerator) -> MountedBackend {
        let kind = Imitations.all[app.contract] ?? ContractImitation.self
        var environment = Environment(
            app: app, address: "\(origin)/\(app.name)", now: time + advance, random: random)
        return MountedBackend(app: app, backend: kind.init(&environment), crossOrigin: kind.crossOrigin)
    }

    /// What stands below the secret in a path; nil where the path does not have it.
    private func below(_ path: String) -> String? {
        guard let secret else { return path }
        return path.hasPrefix("/\(secret)/") ? String(path.dropFirst(secret.utf8.count + 1)) : nil
    }

    private func isOwn(_ host: String) -> Bool {
        if secret != nil { return origin.hasPrefix("http://\(host):") }
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
