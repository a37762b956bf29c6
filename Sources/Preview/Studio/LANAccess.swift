internal import HTTPListener
internal import HTTPMessages
internal import Hashing
internal import Synchronization
internal import TextEncoding

/// Admits those devices of a local network to a preview that have opened its address, which begins with a secret.
///
/// A device is recognised by its IP address afterwards, on every port. So the secret is only in the printed address and
/// its QR code: the request with it is redirected to the path behind it, and no page, link, referrer or request to the
/// sandbox contains it. Devices with a common address, behind a router of their own, are admitted together. A device on
/// the network that takes another's address could as well read its requests, which are not encrypted.
final class LANAccess: Sendable {
    /// 128 random bits, as 22 URL-safe characters.
    private let secret: String
    private let admitted = Mutex<Set<ClientAddress>>([])

    init() {
        var random = SystemRandomNumberGenerator()
        secret = Base64.encodeForURL((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    /// The path that admits a device and redirects it to another path.
    func path(to path: String) -> String { "/\(secret)\(path)" }

    /// The response to a request that must not get a page, the same whatever the site contains; nil if its device is
    /// admitted.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        guard let client = request.client else { return Self.refused }
        let first = request.path.dropFirst().prefix { $0 != "/" }
        if Digest.isEqual(Array(first.utf8), Array(secret.utf8)) {
            admitted.withLock { _ = $0.insert(client) }
            // Always a path of this origin, which `//host` would not be.
            let path = "/" + request.path.dropFirst(first.utf8.count + 1).drop { "/\\".contains($0) }
            return HTTPResponse(
                status: 303,
                headers: Self.headers + [HeaderField("Location", path + (request.query.map { "?\($0)" } ?? ""))])
        }
        return admitted.withLock { $0.contains(client) } ? nil : Self.refused
    }

    private static let refused = HTTPResponse(
        status: 403, headers: headers + [HeaderField("Content-Type", "text/plain; charset=utf-8")],
        body: Array("Forbidden\n".utf8))

    private static let headers = [
        HeaderField("Cache-Control", "no-store"), HeaderField("Referrer-Policy", "no-referrer"),
        HeaderField("X-Content-Type-Options", "nosniff"),
    ]
}
