internal import CLibrary
internal import HTTPMessages

/// An address to listen on: a numeric IP address and a port.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// The IPv4 or IPv6 address, without brackets.
    package var address: String
    /// The port; 0 lets the system choose.
    package var port: Int

    package init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// Parses `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` or `:8080`; the last stands for all IPv4 and IPv6
    /// addresses of the machine.
    package init?(_ text: String) {
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

    /// The address as text: `127.0.0.1:8080`, `[::1]:8080`.
    package var description: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }

    /// Whether other machines cannot reach the address.
    package var isLoopback: Bool { ClientAddress(address)?.isLoopback == true }

    static func family(of address: String) -> Int32? {
        var four = in_addr()
        if inet_pton(AF_INET, address, &four) == 1 { return AF_INET }
        var six = in6_addr()
        return inet_pton(AF_INET6, address, &six) == 1 ? AF_INET6 : nil
    }
}
