internal import CLibrary
package import HTTPListener
package import HTTPMessages
internal import Hashing
internal import Problems
internal import Synchronization
package import TextEncoding

/// A server that imitates apps' auth backends in memory, all on one local port.
///
/// Each app's backend is below `/<app>`. All state is lost when the server stops.
package final class Sandbox: Sendable {
    /// Delivers an email beyond the inbox; called on the thread of the request that sent it.
    package typealias Delivery = @Sendable (SentEmail) -> Void

    /// Renders an email in an app's own text, nil if the app has none for the purpose; receives the app's name and the
    /// draft. It is called while a request is handled, so it must not call the sandbox.
    package typealias Composer = @Sendable (_ app: String, EmailDraft) -> EmailContent?

    /// The response that refuses a request, before anything else is decided about it; nil if it is allowed.
    package typealias Access = @Sendable (HTTPRequest) -> HTTPResponse?

    /// The header that authorises requests to the sandbox's control interface, with a value that is new for each
    /// instance.
    package let header: HeaderField
    private let core: Mutex<SandboxCore>
    private let deliver: Delivery?
    private let changed: (@Sendable () -> Void)?
    private let listener = Mutex<HTTPListener?>(nil)
    /// The connections on which no response arrives, until their clients or the sandbox close them.
    private let withheld = Mutex<[any ClientConnection]>([])

    /// Starts the server on a loopback address, or on any together with `access`, which refuses requests from devices
    /// that may not use the sandbox; with port 0 the system chooses a port. `deliver` delivers emails beyond the inbox,
    /// and `changed` is called after the control interface was used or a chosen outcome occurred.
    package init(
        _ address: ListenAddress, access: Access? = nil, apps: [SandboxApp], compose: Composer? = nil,
        deliver: Delivery? = nil,
        changed: (@Sendable () -> Void)? = nil
    ) throws(ListenerError) {
        precondition(address.isLoopback || access != nil, "a sandbox listens on this machine alone")
        var random = SystemRandomNumberGenerator()
        let key = Base16.encode((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
        header = HeaderField(SandboxCore.headerName, key)
        core = Mutex(SandboxCore(key: key, origin: "", compose: compose))
        self.deliver = deliver
        self.changed = changed
        var options = HTTPListener.Options()
        // Several, since delivering an email takes as long as the server that receives it.
        options.threads = 4
        options.limits.body = (1 << 20) + 65_536
        let listening = try HTTPListener(address, options: options) { [weak self] request in
            access?(request) ?? self?.respond(to: request) ?? .plain(503, "The sandbox is closing.")
        }
        core.withLock { $0.origin = "http://\(listening.address)" }
        update(apps)
        listener.withLock { $0 = listening }
    }

    deinit { stop() }

    /// Replaces the apps; the backends of those that remain keep their state.
    package func update(_ apps: [SandboxApp]) {
        let time = Self.time()
        core.withLock { $0.mount(apps, time: time) }
    }

    /// The apps in their order, each with the base URL of its imitated backend, without a trailing slash:
    /// `http://127.0.0.1:4100/artitec`.
    package var bases: [(app: SandboxApp, address: String)] {
        core.withLock { core in
            core.mounted.map { ($0.app, "\(core.origin)/\($0.app.name)\($0.app.basePath)") }
        }
    }

    /// The base URL of an app's imitated backend, whether or not the app is mounted.
    package func address(of app: SandboxApp) -> String {
        core.withLock { "\($0.origin)/\(app.name)\(app.basePath)" }
    }

    package func captchaScript(of app: SandboxApp) -> String {
        core.withLock { "\($0.origin)/\(app.name)\(BackendRequest.captchaPath)" }
    }

    /// The emails that were sent, oldest first.
    package var inbox: [SentEmail] { core.withLock { $0.inbox } }

    /// Adds an email that no backend sent to the inbox, and delivers it; `title` is the sender's name, and `recipient` an
    /// address without a name.
    package func post(
        _ content: EmailContent, from app: String, title: String, to recipient: String, link: String, code: String?
    ) {
        let time = Self.time()
        let email = core.withLock { core in
            let email = SentEmail(
                app: app, purpose: nil, to: recipient, content: content, link: link, code: code,
                sent: time + core.advance, sender: title)
            core.receive([email])
            return email
        }
        deliver?(email)
    }

    package func respond(to request: HTTPRequest) -> HTTPResponse {
        let time = Self.time()
        let (reply, emails, isChanged) = core.withLock { core in
            let before = core.changes
            let (reply, emails) = core.respond(to: request, time: time)
            return (reply, emails, core.changes != before)
        }
        // Any page on the web can send a request here, and would otherwise send emails to anybody.
        if let deliver, !Self.isOfForeignPage(request) { for email in emails { deliver(email) } }
        if isChanged { changed?() }
        switch reply {
        case .response(let response): return response
        case .noConnection:
            // Closed within the status line. If no byte arrives on a reused connection, clients retry automatically (RFC
            // 9112, section 9.3.1); "HTTP" would be a status line to Chromium, and the response complete.
            return HTTPResponse(status: 503, body: .handedOver { _ = $0.send([UInt8(ascii: "H")]) })
        case .noResponse:
            return HTTPResponse(
                status: 504,
                body: .handedOver { [weak self] client in
                    self?.withheld.withLock { withheld in
                        withheld.removeAll(where: \.isClosedByClient)
                        withheld.append(client)
                    }
                })
        }
    }

    /// Whether a page of another machine sent a request, by the field that no page can set itself.
    private static func isOfForeignPage(_ request: HTTPRequest) -> Bool {
        guard let origin = request.headers["Origin"] else { return false }
        guard let host = URLParts(origin)?.host else { return true }
        return !LoopbackHost.contains(host) && host != request.host
    }

    /// Closes the port and discards all state.
    package func stop() {
        let stopped = listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
        stopped?.stop()
        withheld.withLock { $0 = [] }
    }

    func withCore<Result: Sendable>(_ look: (SandboxCore) -> Result) -> Result { core.withLock { look($0) } }

    func changeCore<Result: Sendable>(_ change: (inout SandboxCore) -> Result) -> Result {
        core.withLock { change(&$0) }
    }

    /// Changes the state and calls `changed`; a refusal leaves the state as it was.
    func change(_ body: (inout SandboxCore) throws(Problem<ValuePath>) -> Void) throws(Problem<ValuePath>) {
        try core.withLock { core throws(Problem<ValuePath>) in
            var changed = core
            try body(&changed)
            core = changed
        }
        changed?()
    }

    /// The time in milliseconds since 1970.
    static func time() -> Int {
        var moment = timespec()
        clock_gettime(CLOCK_REALTIME, &moment)
        return moment.tv_sec * 1_000 + moment.tv_nsec / 1_000_000
    }
}
