internal import Files
internal import HTTPListener

/// The answers to a certificate authority's challenges over plain http (RFC 8555, section 8.3).
struct CertificateChallenges: Sendable {
    /// Where the answers stand, each under its token; nil has none.
    let folder: String?

    private static let path = "/.well-known/acme-challenge/"

    /// Whether a request is for a challenge's answer.
    static func isOne(_ request: HTTPRequest) -> Bool { request.path.hasPrefix(path) }

    /// The answer to a request for one; nil for any other request.
    func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard Self.isOne(request) else { return nil }
        let token = String(request.path.dropFirst(Self.path.count))
        // A token is made of these alone, so that no path leads out of the folder.
        let isToken =
            !token.isEmpty && token.utf8.count <= 255
            && token.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: "_")
            }
        // A link could lead anywhere.
        guard let folder, isToken, FileSystem.kind(of: "\(folder)/\(token)", followingLinks: false) == .file,
            let bytes = try? FileSystem.read("\(folder)/\(token)", limit: 65_536)
        else { return .plain(404, "There is no such challenge.") }
        return HTTPResponse(
            status: 200, headers: [("Content-Type", "application/octet-stream"), ("Cache-Control", "no-store")],
            body: bytes)
    }
}
