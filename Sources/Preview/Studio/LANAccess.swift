internal import HTTPListener
internal import HTTPMessages
internal import Hashing
internal import Synchronization
internal import TextEncoding

/// Controls which devices of a local network can use a preview: those that opened a URL with a valid code.
///
/// A code admits one device and is then replaced. The device gets a session cookie, which browsers send to every port
/// of the host, so it is valid for the studio and all apps, until the browser is closed. All other requests are refused
/// without any information about the site.
final class LANAccess: Sendable {
    private struct State {
        var code: String
        /// Digests of the issued cookies, so that comparing them takes constant time.
        var sessions: [[UInt8]] = []
    }

    /// The prefix of paths with a code: `/_lan/<code>/forgot-password`.
    static let prefix = "/_lan/"
    private static let cookie = "latchkey-preview"
    /// The maximum number of sessions; the oldest ends first.
    private static let maximumSessions = 32

    private let state: Mutex<State>
    private let onAdmission: @Sendable () -> Void

    /// Creates the first code.
    ///
    /// - Parameter onAdmission: called after each device that was admitted, when the code has been replaced.
    init(onAdmission: @escaping @Sendable () -> Void) {
        self.onAdmission = onAdmission
        state = Mutex(State(code: Self.secret()))
    }

    /// The path that admits the next device and redirects it to another path.
    func path(to path: String) -> String { Self.prefix + state.withLock(\.code) + path }

    /// The response to a request that must not get a page; nil if its device is admitted.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
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

    /// Admits a device with a valid code.
    private func enter(_ request: HTTPRequest) -> HTTPResponse {
        let rest = request.path.dropFirst(Self.prefix.count)
        let code = String(rest.prefix { $0 != "/" })
        let path = String(rest.dropFirst(code.count))
        // Only a GET uses up a code, so that link previews with HEAD do not.
        guard request.method == "GET" else { return Self.refused }
        // A device may reload the URL with its code, although the code is used up.
        if isAdmitted(request) { return Self.forward(to: path, cookie: nil) }
        let session = Self.secret()
        let isRight = state.withLock { state in
            guard Digest.sha256(Array(code.utf8)) == Digest.sha256(Array(state.code.utf8)) else { return false }
            state.code = Self.secret()
            state.sessions.append(Digest.sha256(Array(session.utf8)))
            if state.sessions.count > Self.maximumSessions { state.sessions.removeFirst() }
            return true
        }
        guard isRight else { return Self.refused }
        onAdmission()
        return Self.forward(to: path, cookie: session)
    }

    /// A page that redirects by `Refresh`: after navigation from another site, browsers send a strict cookie with a
    /// request that this page starts, but not with one that a redirect response starts (RFC 6265bis, section 5.2).
    private static func forward(to path: String, cookie session: String?) -> HTTPResponse {
        // Always a path, so that no other host can be the target.
        let target = path.hasPrefix("/") && !path.hasPrefix("//") ? path : "/"
        var headers =
            plainHeaders + [
                HeaderField("Content-Type", "text/html; charset=utf-8"), HeaderField("Refresh", "0;url=\(target)"),
            ]
        if let session {
            headers.append(HeaderField("Set-Cookie", "\(cookie)=\(session); Path=/; HttpOnly; SameSite=Strict"))
        }
        let link = MarkupEscaping.escape(target)
        return HTTPResponse(
            status: 200, headers: headers,
            body: Array("<!doctype html><title>Preview</title><p><a href=\"\(link)\">Go on to the preview</a>".utf8))
    }

    private static let refused = HTTPResponse(
        status: 403, headers: plainHeaders + [HeaderField("Content-Type", "text/plain; charset=utf-8")],
        body: Array("Forbidden\n".utf8))

    private static let plainHeaders: [HeaderField] = [
        HeaderField("Cache-Control", "no-store"),
        HeaderField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        HeaderField("Referrer-Policy", "no-referrer"), HeaderField("X-Content-Type-Options", "nosniff"),
    ]

    /// A random secret of 128 bits, as 22 URL-safe characters.
    static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return Base64.encodeForURL((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
}
