internal import HTTPListener
internal import Hashing
internal import Synchronization
internal import TextEncoding

/// Which devices of a local network may see a preview: those that came with a code from its address.
///
/// A code admits one device and is then spent; another takes its place at once. The device keeps a session cookie, which its
/// browser sends to every port of the host, so that the studio and all apps are open to it, and forgets when it is closed.
/// Whoever has neither is refused without a word about what is here.
final class LANAccess: Sendable {
    private struct State {
        var code: String
        /// Digests of the cookies that were given out, so that comparing takes the same time whatever is sent.
        var sessions: [[UInt8]] = []
    }

    /// The path that a code stands below: `/_lan/<code>/forgot-password`.
    static let prefix = "/_lan/"
    private static let cookie = "latchkey-preview"
    /// The oldest session ends when there are more.
    private static let mostSessions = 32

    /// The address that is listened on, without a port.
    let host: String
    private let state: Mutex<State>
    private let admitted: @Sendable () -> Void

    /// Begins with a first code.
    ///
    /// - Parameters:
    ///   - host: the address that is listened on.
    ///   - admitted: hears of every device that came in, after the code was replaced.
    init(host: String, admitted: @escaping @Sendable () -> Void) {
        self.host = host
        self.admitted = admitted
        state = Mutex(State(code: Self.secret()))
    }

    /// The path that admits the next device, and leads it to another path.
    func path(to path: String) -> String { Self.prefix + state.withLock(\.code) + path }

    /// What a request is answered with instead of a page; nil where its device has been admitted.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        // A name that a web page has made point here would otherwise read what is being written (DNS rebinding).
        guard request.host == host else { return .plain(421, "Not here.") }
        if request.path.hasPrefix(Self.prefix) { return enter(request) }
        return isAdmitted(request) ? nil : Self.refused
    }

    private func isAdmitted(_ request: HTTPRequest) -> Bool {
        let digests = request.headers.values("Cookie").flatMap { $0.split(separator: ";") }.compactMap { item in
            let parts = item.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
            return parts.count == 2 && parts[0] == Self.cookie ? Digest.sha256(Array(parts[1].utf8)) : nil
        }
        return state.withLock { state in digests.contains { state.sessions.contains($0) } }
    }

    /// Admits a device whose code is right, once.
    private func enter(_ request: HTTPRequest) -> HTTPResponse {
        let rest = request.path.dropFirst(Self.prefix.count)
        let code = String(rest.prefix { $0 != "/" })
        let path = String(rest.dropFirst(code.count))
        // Only a GET spends a code: what looks ahead with HEAD must not.
        guard request.method == "GET" else { return Self.refused }
        // A device that reloads the address it came by is in already.
        if isAdmitted(request) { return Self.forward(to: path, cookie: nil) }
        let session = Self.secret()
        let isRight = state.withLock { state in
            guard Digest.sha256(Array(code.utf8)) == Digest.sha256(Array(state.code.utf8)) else { return false }
            state.code = Self.secret()
            state.sessions.append(Digest.sha256(Array(session.utf8)))
            if state.sessions.count > Self.mostSessions { state.sessions.removeFirst() }
            return true
        }
        guard isRight else { return Self.refused }
        admitted()
        return Self.forward(to: path, cookie: session)
    }

    /// A page that goes on by itself: a browser that came from elsewhere sends a strict cookie with what this page asks for,
    /// and not with a redirect (RFC 6265bis, section 5.2).
    private static func forward(to path: String, cookie session: String?) -> HTTPResponse {
        // No other host can be named: what stands after the code is a path here.
        let target = path.hasPrefix("/") && !path.hasPrefix("//") ? path : "/"
        var headers = plainHeaders + [("Content-Type", "text/html; charset=utf-8"), ("Refresh", "0;url=\(target)")]
        if let session { headers.append(("Set-Cookie", "\(cookie)=\(session); Path=/; HttpOnly; SameSite=Strict")) }
        let link = MarkupEscaping.escape(target)
        return HTTPResponse(
            status: 200, headers: headers,
            body: Array("<!doctype html><title>Preview</title><p><a href=\"\(link)\">Go on to the preview</a>".utf8))
    }

    private static let refused = HTTPResponse(
        status: 403, headers: plainHeaders + [("Content-Type", "text/plain; charset=utf-8")],
        body: Array("Forbidden\n".utf8))

    private static let plainHeaders: [(name: String, value: String)] = [
        ("Cache-Control", "no-store"), ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
    ]

    /// 128 bits by the system's generator, in 22 characters that may stand in an address.
    static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return Base64.encodeForURL((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
}
