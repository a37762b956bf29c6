package import CLibrary

/// The address that limits apply to: an IPv4 address, or the /64 of an IPv6 address, which is what one customer is
/// assigned (RFC 6177).
package struct ClientAddress: Hashable, Sendable {
    /// The 16 bytes of an IPv6 address as two numbers; IPv4 as `::ffff:a.b.c.d`.
    package let high: UInt64
    package let low: UInt64
}

extension ClientAddress {
    /// Parses a numeric address, IPv6 with or without brackets.
    package init?(_ text: some StringProtocol) {
        var text = String(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(four)
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self.init(six)
    }

    private init(_ four: in_addr) {
        self.init(high: 0, low: 0xFFFF << 32 | UInt64(UInt32(bigEndian: four.s_addr)))
    }

    private init(_ six: in6_addr) {
        let (high, low) = withUnsafeBytes(of: six) {
            ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }

    /// Creates the address of a socket's peer; nil if it is neither IPv4 nor IPv6.
    package init?(_ storage: sockaddr_storage) {
        let address: ClientAddress? = withUnsafeBytes(of: storage) {
            switch Int32(storage.ss_family) {
            case AF_INET: ClientAddress($0.loadUnaligned(as: sockaddr_in.self).sin_addr)
            case AF_INET6: ClientAddress($0.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
            default: nil
            }
        }
        guard let address else { return nil }
        self = address
    }

    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// The address without the part that one customer can vary: IPv4 unchanged, IPv6 reduced to its /64.
    package var network: ClientAddress { isIPv4 ? self : ClientAddress(high: high, low: 0) }

    /// Whether the address is a loopback address. Such a client is usually a reverse proxy, which connects for many
    /// clients.
    package var isLoopback: Bool {
        isIPv4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1
    }
}

/// A CIDR block of addresses, as in `10.0.0.0/8`.
package struct AddressRange: Hashable, Sendable {
    private let address: ClientAddress
    /// The prefix length, of 128 bits.
    private let bits: Int

    /// Parses `10.0.0.0/8`, `fd00::/8`, or a single address.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = ClientAddress(parts[0]) else { return nil }
        let longest = parts[0].contains(":") ? 128 : 32
        var bits = longest
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy(isDigit), let length = Int(parts[1]), length <= longest else { return nil }
            bits = length
        }
        self.bits = bits + 128 - longest
        self.address = address
    }

    /// Whether the range is that of all IPv4 or all IPv6 addresses.
    package var hasEveryAddress: Bool {
        bits == 0 || bits == 96 && contains(ClientAddress("255.255.255.255") ?? address)
    }

    package func contains(_ other: ClientAddress) -> Bool {
        func agree(_ a: UInt64, _ b: UInt64, _ bits: Int) -> Bool {
            bits <= 0 || (a ^ b) >> UInt64(64 - min(bits, 64)) == 0
        }
        return agree(address.high, other.high, bits) && agree(address.low, other.low, bits - 64)
    }
}

/// Determines the client's address behind trusted proxies.
package enum ForwardedClient {
    /// Returns the last address in X-Forwarded-For that is not a trusted proxy's; the peer's own if the peer is not
    /// trusted.
    package static func find(_ peer: ClientAddress?, _ header: String?, trusted: [AddressRange]) -> ClientAddress? {
        guard let peer, trusted.contains(where: { $0.contains(peer) }), let header else { return peer }
        var client = peer
        for element in header.split(separator: ",").reversed() {
            guard let address = address(in: element) else { return client }
            client = address
            if !trusted.contains(where: { $0.contains(address) }) { return client }
        }
        return client
    }

    /// Parses `192.0.2.7`, `2001:db8::1`, and the forms with a port that some proxies write: `192.0.2.7:5678`,
    /// `[2001:db8::1]:5678`.
    private static func address(in element: Substring) -> ClientAddress? {
        let start = element.drop { $0 == " " || $0 == "\t" }
        guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return nil }
        let text = start[...end]
        if let address = ClientAddress(text) { return address }
        guard let colon = text.lastIndex(of: ":"), UInt16(text[text.index(after: colon)...]) != nil,
            text[..<colon].hasSuffix("]") || !text[..<colon].contains(":")
        else { return nil }
        return ClientAddress(text[..<colon])
    }
}
