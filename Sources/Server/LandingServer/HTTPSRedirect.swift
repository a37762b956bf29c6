internal import HTTPListener
internal import HTTPMessages
internal import TextEncoding

/// The listener of `--redirect-http`: redirects to the same address over HTTPS, and serves ACME challenges.
struct HTTPSRedirect: Sendable {
    let challenges: CertificateChallenges
    /// Returns the host to redirect a request to; nil if it is not one of the release's.
    let target: @Sendable (HTTPRequest) -> String?
    /// The HTTPS port.
    let port: Int

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            return .methodNotAllowed()
        }
        if let answer = challenges.answer(request) { return answer }
        guard let host = target(request) else { return .plain(421, "This host is not served here.") }
        let authority = port == 443 ? host : "\(host):\(port)"
        let address = "https://\(authority)\(request.path)" + (request.query.map { "?\($0)" } ?? "")
        // A plain response is never stored, because the address may contain a token.
        return .plain(301, "This address is served over https.", headers: [HeaderField("Location", address)])
    }

    /// The label of a response in metrics and logs; no route of a release has these names.
    func routeName(of request: HTTPRequest) -> String {
        CertificateChallenges.isOne(request) ? "acme-challenge" : "http-to-https"
    }
}
