/// Scheme, host and port of a web address.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// In lower case.
    public let host: String
    /// The scheme's own where the address names none.
    public let port: Int

    /// An origin by its parts.
    public init(scheme: String, host: String, port: Int? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port ?? (scheme == "http" ? 80 : 443)
    }

    /// Reads an address; one without a scheme is an https address. What stands after the port is ignored.
    ///
    /// - Returns: nil where there is no host, another scheme, or a port that is no number.
    public init?(address: String) {
        guard let parts = Self.parts(of: address) else { return nil }
        self = parts.origin
    }

    /// An address in two parts: its origin, and what follows it as it stands there, from the path on.
    ///
    /// - Returns: nil where there is no host, another scheme, or a port that is no number.
    public static func parts(of address: String) -> (origin: Origin, rest: String)? {
        var rest = address[...]
        var scheme = "https"
        if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.index(colon, offsetBy: 3)...]
        }
        guard scheme == "https" || scheme == "http" else { return nil }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.contains("@") else { return nil }
        var host = authority
        var port: Int?
        if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
            guard let number = Int(authority[authority.index(after: colon)...]), (1...65_535).contains(number) else {
                return nil
            }
            port = number
            host = authority[..<colon]
        }
        guard !host.isEmpty, !host.contains(where: { [" ", "\\", "%"].contains($0) }) else { return nil }
        return (
            Origin(scheme: scheme, host: host.lowercased(), port: port), String(rest.dropFirst(authority.count))
        )
    }

    /// Whether the host is an IP address and not a name.
    public var isAddress: Bool {
        host.hasPrefix("[") || host.split(separator: ".").count == 4 && host.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// Whether the port is the one that the scheme has by itself.
    public var hasDefaultPort: Bool { port == (scheme == "http" ? 80 : 443) }

    /// `https://example.com`, with the port where it is not the scheme's own.
    public var description: String { "\(scheme)://\(host)" + (hasDefaultPort ? "" : ":\(port)") }

    /// Whom an examination of this origin asks: itself, and for the usual port also http and Apple's network.
    public var asked: [Origin] {
        [self]
            + (scheme == "https" && hasDefaultPort
                ? [Origin(scheme: "http", host: host), AppleCopy.origin] : [])
    }
}
