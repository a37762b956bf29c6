internal import Files
internal import HTTPMessages
internal import TextEncoding

/// The listener of `--redirect-http`: redirects to the same address over HTTPS, and serves ACME challenges.
struct HTTPSRedirect: Sendable {
    let challenges: CertificateChallenges
    /// Returns the host to redirect a request to; nil if it is not one of the release's.
    let target: @Sendable (HTTPRequest) -> String?
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

/// Serves the responses to ACME HTTP challenges over plain HTTP (RFC 8555, section 8.3).
struct CertificateChallenges: Sendable {
    /// The folder with one file for each token; nil if there is none.
    let folder: String?

    private static let path = "/.well-known/acme-challenge/"

    static func isOne(_ request: HTTPRequest) -> Bool { request.path.hasPrefix(path) }

    /// Returns the response to a challenge request; nil for any other request.
    func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard Self.isOne(request) else { return nil }
        let token = String(request.path.dropFirst(Self.path.count))
        // Tokens contain these characters only, so that no path can leave the folder.
        let isToken =
            !token.isEmpty && token.utf8.count <= 255
            && token.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        // A symbolic link could point outside the folder.
        guard let folder, isToken, FileSystem.kind(of: "\(folder)/\(token)", followingLinks: false) == .file,
            let bytes = try? FileSystem.read("\(folder)/\(token)", limit: 65_536)
        else { return .plain(404, "There is no such challenge.") }
        return HTTPResponse(
            status: 200,
            headers: [
                HeaderField("Content-Type", "application/octet-stream"), HeaderField("Cache-Control", "no-store"),
            ],
            body: bytes)
    }
}
