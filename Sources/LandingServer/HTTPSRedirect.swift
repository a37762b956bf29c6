internal import HTTPListener

/// What `--redirect-http` answers: the same address with https, and a certificate authority's challenges.
struct HTTPSRedirect: Sendable {
    let challenges: CertificateChallenges
    /// The host that a request is sent on to; nil where it is none of the release's.
    let target: @Sendable (HTTPRequest) -> String?
    /// Where https is spoken.
    let port: Int

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            return .plain(405, "Only GET and HEAD are answered here.", headers: [("Allow", "GET, HEAD")])
        }
        if let answer = challenges.answer(request) { return answer }
        guard let host = target(request) else { return .plain(421, "This host is not served here.") }
        let authority = port == 443 ? host : "\(host):\(port)"
        let address = "https://\(authority)\(request.path)" + (request.query.map { "?\($0)" } ?? "")
        // Stored nowhere: the address may hold a token.
        return .plain(301, "This is served over https.", headers: [("Location", address)])
    }

    /// What metrics and logs call an answer by; no route of a release is called so.
    func routeName(of request: HTTPRequest) -> String {
        CertificateChallenges.isOne(request) ? "acme-challenge" : "http-to-https"
    }
}
