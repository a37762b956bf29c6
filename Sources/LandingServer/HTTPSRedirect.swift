internal import Files
internal import HTTPListener

/// What `--redirect-http` answers: the same address with https, and a certificate authority's challenges.
struct HTTPSRedirect: Sendable {
    /// Where the answers to challenges stand, each under its token (RFC 8555, section 8.3).
    let challenges: String?
    /// The host that a request is sent on to; nil where it is none of the release's.
    let target: @Sendable (HTTPRequest) -> String?
    /// Where https is spoken.
    let port: Int

    private static let challengePath = "/.well-known/acme-challenge/"

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            return .plain(405, "Only GET and HEAD are answered here.", headers: [("Allow", "GET, HEAD")])
        }
        if request.path.hasPrefix(Self.challengePath) {
            return challenge(String(request.path.dropFirst(Self.challengePath.count)))
        }
        guard let host = target(request) else { return .plain(421, "This host is not served here.") }
        let authority = port == 443 ? host : "\(host):\(port)"
        let address = "https://\(authority)\(request.path)" + (request.query.map { "?\($0)" } ?? "")
        // Stored nowhere: the address may hold a token.
        return .plain(301, "This is served over https.", headers: [("Location", address)])
    }

    /// What metrics and logs call an answer by; no route of a release is called so.
    func routeName(of request: HTTPRequest) -> String {
        request.path.hasPrefix(Self.challengePath) ? "acme-challenge" : "http-to-https"
    }

    private func challenge(_ token: String) -> HTTPResponse {
        let missing = HTTPResponse.plain(404, "There is no such challenge.")
        // A token is made of these alone, so that no path leads out of the folder.
        let isToken =
            !token.isEmpty && token.utf8.count <= 255
            && token.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: "_")
            }
        guard let challenges, isToken,
            let bytes = try? FileSystem.read("\(challenges)/\(token)", limit: 65_536)
        else { return missing }
        return HTTPResponse(
            status: 200, headers: [("Content-Type", "application/octet-stream"), ("Cache-Control", "no-store")],
            body: bytes)
    }
}
