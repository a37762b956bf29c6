internal import Files
internal import HTTPListener
internal import HTTPMessages
internal import TextEncoding

/// Serves the responses to ACME HTTP challenges over plain HTTP (RFC 8555, section 8.3).
struct CertificateChallenges: Sendable {
    /// The folder with one file for each token; nil if there is none.
    let folder: String?

    private static let path = "/.well-known/acme-challenge/"

    /// Whether a request is for a challenge.
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
