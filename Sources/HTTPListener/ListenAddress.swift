#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Where a server listens: a numeric address and a port.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// IPv4 or IPv6, without brackets.
    public var address: String
    /// 0 lets the system choose.
    public var port: Int

    /// An address by its parts.
    public init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` or `:8080`, the last for every address of the machine, of
    /// IPv4 and of IPv6.
    ///
    /// - Returns: nil where the text is none of these.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
            port <= 65_535
        else { return nil }
        var address = String(text[..<colon])
        let isBracketed = address.hasPrefix("[") && address.hasSuffix("]")
        if isBracketed { address = String(address.dropFirst().dropLast()) }
        switch address {
        case "" where !isBracketed:
            self.init(address: "::", port: port)
            return
        case "localhost" where !isBracketed: address = "127.0.0.1"
        default: break
        }
        guard let family = Self.family(of: address), isBracketed == (family == AF_INET6) else { return nil }
        self.init(address: address, port: port)
    }

    /// `127.0.0.1:8080`, `[::1]:8080`
    public var description: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }

    static func family(of address: String) -> Int32? {
        var four = in_addr()
        if inet_pton(AF_INET, address, &four) == 1 { return AF_INET }
        var six = in6_addr()
        return inet_pton(AF_INET6, address, &six) == 1 ? AF_INET6 : nil
    }
}
