internal import TextEncoding

/// The address of an SMTP server and how to connect to it.
struct SMTPServer: Hashable, Sendable {
    /// The URL for libcurl: `smtp://127.0.0.1:1025`.
    let address: String
    /// The address for display: `127.0.0.1:1025`.
    var place: String { address.split(separator: "/").last.map(String.init) ?? address }
    /// The user name; nil without authentication.
    let user: String?
    /// Whether the server is on this machine, so that encryption is not needed.
    let isLocal: Bool

    /// Parses `HOST:PORT`, the address of a mail catcher without authentication. Returns nil for any other text.
    init?(place text: String) {
        guard let colon = text.lastIndex(of: ":"), Self.isPort(text[text.index(after: colon)...]),
            Self.isHost(text[..<colon])
        else { return nil }
        address = "smtp://\(text)"
        user = nil
        isLocal = LoopbackHost.contains(text[..<colon])
    }

    /// Parses `smtp://[USER@]HOST[:PORT]`, or the same with `smtps:`; returns nil for any other text.
    init?(url text: String) {
        guard let scheme = ["smtp://", "smtps://"].first(where: { text.lowercased().hasPrefix($0) }) else { return nil }
        var rest = text.dropFirst(scheme.count)
        if rest.hasSuffix("/") { rest.removeLast() }
        var name: String?
        if let at = rest.lastIndex(of: "@") {
            // A password in the URL would be visible in the list of processes.
            guard at > rest.startIndex, !rest[..<at].contains(where: { ":/?#".contains($0) || $0.isWhitespace }) else {
                return nil
            }
            name = rest[..<at].split(separator: "%40", omittingEmptySubsequences: false).joined(separator: "@")
            rest = rest[rest.index(after: at)...]
        }
        let host: Substring
        if let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]") {
            guard Self.isPort(rest[rest.index(after: colon)...]) else { return nil }
            host = rest[..<colon]
        } else {
            host = rest
        }
        guard Self.isHost(host) else { return nil }
        address = scheme + rest
        user = name
        isLocal = LoopbackHost.contains(host)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.allSatisfy { $0.isASCII && $0.isNumber } && Int(text).map { (1...65_535).contains($0) } == true
    }

    private static func isHost(_ host: Substring) -> Bool {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let allowed = isBracketed ? "0123456789abcdefABCDEF:.[]" : "-."
        return !host.isEmpty
            && host.utf8.allSatisfy { byte in
                !isBracketed && byte.isASCIIAlphanumeric
                    || allowed.utf8.contains(byte)
            }
    }
}
