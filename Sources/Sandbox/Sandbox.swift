public import HTTPListener
internal import Hashing
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Imitated auth backends in memory, one for each app, on one port of this machine.
///
/// Each app's backend answers below `/<app>`. Nobody outside of this machine reaches it, and what it remembers goes
/// with it.
public final class Sandbox: Sendable {
    /// Seconds that an answer which never comes is held back.
    private static let longestWait = 60

    /// Takes an email further than the inbox; called on the thread that answers the request that sent it.
    public typealias Delivery = @Sendable (SentEmail) -> Void

    /// Puts an email into an app's own words: gets the app's name and what the email has to say. Called while a request is
    /// answered, so it asks the sandbox for nothing.
    ///
    /// - Returns: nil where the app has no words for the purpose, and plain ones serve.
    public typealias Composer = @Sendable (_ app: String, EmailDraft) -> EmailContent?

    /// The header that whoever asks the sandbox itself for something must send, and its value, new each time.
    public let header: (name: String, value: String)
    private let core: Mutex<SandboxCore>
    private let deliver: Delivery?
    private let changed: (@Sendable () -> Void)?
    private let isStopping = Atomic(false)
    private let listener = Mutex<HTTPListener?>(nil)

    /// Begins to answer.
    ///
    /// - Parameters:
    ///   - address: one that `isLoopback` knows as this machine's own; any other without a secret is a mistake of the
    ///     caller's. Port 0 lets the system choose.
    ///   - secret: what every path begins with, which only pages that may ask the sandbox know; nil for nothing.
    ///   - apps: whose backends to imitate.
    ///   - compose: puts emails into the apps' own words, or nil.
    ///   - deliver: takes emails further than the inbox, or nil.
    ///   - changed: hears when something was asked of the sandbox itself, or a chosen outcome has come; or nil.
    /// - Throws: `ListenerError` where the port is not to be had.
    public init(
        _ address: ListenAddress, secret: String? = nil, apps: [SandboxApp], compose: Composer? = nil,
        deliver: Delivery? = nil,
        changed: (@Sendable () -> Void)? = nil
    ) throws(ListenerError) {
        precondition(Self.isLoopback(address) || secret != nil, "a sandbox listens on this machine alone")
        var random = SystemRandomNumberGenerator()
        let key = Base16.encode((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
        header = (SandboxCore.headerName, key)
        core = Mutex(SandboxCore(key: key, origin: "", compose: compose, secret: secret))
        self.deliver = deliver
        self.changed = changed
        var options = HTTPListener.Options()
        // One more for each answer that is held back, up to a point.
        options.threads = 4
        options.requestSeconds = 2 * Self.longestWait
        options.longestBody = (1 << 20) + 65_536
        let listening = try HTTPListener(address, options: options) { [weak self] request in
            self?.answer(request) ?? .plain(503, "The sandbox is closing.")
        }
        core.withLock { $0.origin = "http://\(listening.address)" + (secret.map { "/\($0)" } ?? "") }
        update(apps)
        listener.withLock { $0 = listening }
    }

    deinit { stop() }

    /// Whether an address is this machine's own, which no other machine reaches.
    public static func isLoopback(_ address: ListenAddress) -> Bool {
        address.address == "::1" || address.address.hasPrefix("127.")
    }

    /// Imitates other backends from now on; those that stay keep what they remember.
    public func update(_ apps: [SandboxApp]) {
        let time = Self.time()
        core.withLock { $0.mount(apps, time: time, random: SystemRandomNumberGenerator()) }
    }

    /// Each app and the address that takes the place of its backend's, without a trailing slash, in the order of the
    /// apps: `http://127.0.0.1:4100/artitec`.
    public var bases: [(app: SandboxApp, address: String)] {
        core.withLock { core in
            core.mounted.map { ($0.app, "\(core.origin)/\($0.app.name)\($0.app.basePath)") }
        }
    }

    /// The address that takes the place of an app's backend, whether or not it is imitated already.
    public func address(of app: SandboxApp) -> String {
        core.withLock { "\($0.origin)/\(app.name)\(app.basePath)" }
    }

    /// Every email that was sent, oldest first.
    public var inbox: [SentEmail] { core.withLock { $0.inbox } }

    /// Puts an email into the inbox that no backend sent, and delivers it.
    ///
    /// - Parameters:
    ///   - words: all that it says.
    ///   - app: the name of the app's folder.
    ///   - title: who it says it is from: `Artitec`.
    ///   - recipient: the address alone.
    ///   - link: the whole address that it leads to.
    ///   - code: the code in it, or nil.
    public func post(
        _ words: EmailContent, from app: String, title: String, to recipient: String, link: String, code: String?
    ) {
        let time = Self.time()
        let email = core.withLock { core in
            let email = SentEmail(
                words, app: app, title: title, to: recipient, link: link, code: code, sent: time + core.advance)
            core.receive([email])
            return email
        }
        deliver?(email)
    }

    /// Answers a request as if it had come over the socket.
    public func answer(_ request: HTTPRequest) -> HTTPResponse {
        let time = Self.time()
        let (reply, emails, isChanged) = core.withLock { core in
            let before = core.changes
            let (reply, emails) = core.answer(request, time: time, random: SystemRandomNumberGenerator())
            return (reply, emails, core.changes != before)
        }
        if let deliver { for email in emails { deliver(email) } }
        if isChanged { changed?() }
        switch reply {
        case .answer(let response): return response
        case .noConnection: return HTTPResponse(status: 503, body: .truncated)
        case .noAnswer:
            keepWaiting()
            return HTTPResponse(status: 504, body: .nothing)
        }
    }

    /// Holds an answer back until nobody waits for it any more, or everything ends.
    private func keepWaiting() {
        for _ in 0..<(Self.longestWait * 20) where !isStopping.load(ordering: .relaxed) { usleep(50_000) }
    }

    /// Closes the port and forgets everything.
    public func stop() {
        isStopping.store(true, ordering: .relaxed)
        let stopped = listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
        stopped?.stop()
    }

    /// Looks at what is remembered.
    func withCore<Result: Sendable>(_ look: (SandboxCore) -> Result) -> Result { core.withLock { look($0) } }

    /// Does something to the sandbox itself and tells of it.
    func change(_ body: (inout SandboxCore) throws(SandboxRefusal) -> Void) throws(SandboxRefusal) {
        let refusal: SandboxRefusal? = core.withLock { core in
            do throws(SandboxRefusal) {
                try body(&core)
                return nil
            } catch {
                return error
            }
        }
        changed?()
        if let refusal { throw refusal }
    }

    /// In milliseconds since 1970.
    static func time() -> Int {
        var moment = timespec()
        clock_gettime(CLOCK_REALTIME, &moment)
        return moment.tv_sec * 1_000 + moment.tv_nsec / 1_000_000
    }
}
