internal import CLibrary
internal import CSockets

/// An IPv4 address of this machine that other machines may be able to reach.
package struct NetworkInterface: Hashable, Sendable {
    /// The interface's name: `en0`, `wlan0`.
    package let name: String
    /// The address: `192.168.1.20`.
    package let address: String

    /// The IPv4 addresses of interfaces that are up, except loopback and point-to-point interfaces.
    package static var all: [NetworkInterface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [NetworkInterface] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            let flags = UInt32(entry.ifa_flags)
            guard let address = entry.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
                flags & UInt32(interface_is_up()) != 0, flags & UInt32(interface_is_private()) == 0
            else { continue }
            let bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { place in
                withUnsafeBytes(of: place.pointee.sin_addr, Array.init)
            }
            let text = bytes.map(String.init).joined(separator: ".")
            found.append(NetworkInterface(name: String(cString: entry.ifa_name), address: text))
        }
        return found
    }

    /// Sorts interfaces by how likely they are the local network's: physical before virtual ones (containers, virtual
    /// machines, VPNs); among each, private addresses (RFC 1918), then public, then link-local ones (RFC 3927).
    package static func local(among interfaces: [NetworkInterface]) -> [NetworkInterface] {
        interfaces.enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element)
    }

    private var rank: Int {
        let isVirtual = Self.virtualNames.contains { name.hasPrefix($0) }
        let parts = address.split(separator: ".").compactMap { UInt8($0) }
        guard parts.count == 4 else { return 9 }
        let isPrivate =
            parts[0] == 10 || parts[0] == 192 && parts[1] == 168 || parts[0] == 172 && (16...31).contains(parts[1])
        return (isVirtual ? 4 : 0) + (isPrivate ? 0 : parts[0] == 169 && parts[1] == 254 ? 2 : 1)
    }

    private static let virtualNames = [
        "br-", "bridge", "docker", "podman", "tun", "utun", "vboxnet", "veth", "virbr", "vmnet", "wg",
    ]
}
