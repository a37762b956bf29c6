/// The origin of a URL: scheme, host and port.
package struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    package let scheme: String
    package let host: String
    /// The port; the scheme's default if the URL has none.
    package let port: Int

    package init(scheme: String, host: String, port: Int? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port ?? (scheme == "http" ? 80 : 443)
    }

    /// Splits a URL into its origin and the unchanged rest, from the path on; without a scheme it is HTTPS. Nil if
    /// there is no host, another scheme, or an invalid port. `URLParts` would percent-encode a host name beyond ASCII,
    /// which curl converts to Punycode.
    package static func parts(of address: String) -> (origin: Origin, rest: String)? {
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

    /// Whether the host is an IP address instead of a name.
    package var isAddress: Bool {
        host.hasPrefix("[") || host.split(separator: ".").count == 4 && host.allSatisfy { $0.isNumber || $0 == "." }
    }

    package var hasDefaultPort: Bool { port == (scheme == "http" ? 80 : 443) }

    /// The origin as text: `https://example.com`, with the port if it is not the default.
    package var description: String { "\(scheme)://\(host)" + (hasDefaultPort ? "" : ":\(port)") }

    var isHTTPSOnDefaultPort: Bool { scheme == "https" && hasDefaultPort }

    /// The origin of the copies of association files on Apple's CDN.
    static let appleNetwork = Origin(scheme: "https", host: "app-site-association.cdn-apple.com")

    /// The origins to which an examination sends requests: itself and, for the default port, also HTTP and Apple's CDN.
    package var examined: [Origin] {
        [self] + (isHTTPSOnDefaultPort ? [Origin(scheme: "http", host: host), .appleNetwork] : [])
    }
}
