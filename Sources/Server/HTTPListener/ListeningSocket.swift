internal import CLibrary
internal import CSockets
package import Problems
internal import Synchronization

/// The error when a listener cannot be created, at the requested address.
package typealias ListenerError = Problem<ListenAddress>

extension ListenerError {
    /// The message is `cannot listen on 127.0.0.1:8080: the port is in use`; port 0, which was not the user's choice, is
    /// left out.
    init(_ address: ListenAddress, reason: String) {
        let shown = address.port == 0 ? address.address : address.description
        self.init(code: "cannot-listen", at: address, "cannot listen on \(shown): \(reason)")
    }
}

struct ListeningSocket {
    let descriptor: Int32
    /// The address that it is bound to; for a requested port 0, with the port that the system chose.
    let address: ListenAddress

    /// Adopts a listening socket that was passed to the process.
    init(inherited descriptor: Int32) throws(ListenerError) {
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening != 0,
            let address = Self.address(of: descriptor)
        else {
            throw ListenerError(
                ListenAddress(address: "0.0.0.0", port: 0),
                reason: "the descriptor \(descriptor) is not a listening socket")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        Self.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        self.descriptor = descriptor
        self.address = address
    }

    init(_ address: ListenAddress) throws(ListenerError) {
        guard let givenFamily = ListenAddress.family(of: address.address) else {
            throw ListenerError(address, reason: "this is not an address of the form 127.0.0.1 or ::1")
        }
        var address = address
        var family = givenFamily
        var descriptor = socket(family, SocketType.stream, 0)
        if descriptor < 0, errno == EAFNOSUPPORT, address.address == "::" {
            // Without IPv6, the IPv4 addresses are all addresses of the machine.
            (family, address) = (AF_INET, ListenAddress(address: "0.0.0.0", port: address.port))
            descriptor = socket(family, SocketType.stream, 0)
        }
        guard descriptor >= 0 else { throw Self.failure(address) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        // Accepted connections inherit the option. Responses are written whole, so Nagle's algorithm would only delay
        // them.
        Self.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        // `::` stands for all addresses of the machine, IPv4 included.
        if family == AF_INET6 {
            Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, address.address == "::" ? 0 : 1)
        }
        guard Self.bind(descriptor, family, address) == 0, listen(descriptor, 4_096) == 0,
            let bound = Self.address(of: descriptor)
        else {
            let error = Self.failure(address)
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.address = bound
    }

    private static func bind(_ descriptor: Int32, _ family: Int32, _ address: ListenAddress) -> Int32 {
        let port = in_port_t(truncatingIfNeeded: address.port).bigEndian
        if family == AF_INET6 {
            var place = sockaddr_in6()
            setLength(&place)
            place.sin6_family = sa_family_t(family)
            place.sin6_port = port
            inet_pton(family, address.address, &place.sin6_addr)
            return withBytes(of: &place) { CLibrary.bind(descriptor, $0, $1) }
        }
        var place = sockaddr_in()
        setLength(&place)
        place.sin_family = sa_family_t(family)
        place.sin_port = port
        inet_pton(family, address.address, &place.sin_addr)
        return withBytes(of: &place) { CLibrary.bind(descriptor, $0, $1) }
    }

    private static func withBytes<Address, Result>(
        of address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }

    /// Returns the address that a socket is bound to; nil if it is neither IPv4 nor IPv6.
    private static func address(of descriptor: Int32) -> ListenAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { return nil }
        return withUnsafeBytes(of: storage) {
            switch Int32(storage.ss_family) {
            case AF_INET:
                var place = $0.loadUnaligned(as: sockaddr_in.self)
                return text(AF_INET, &place.sin_addr).map {
                    ListenAddress(address: $0, port: Int(in_port_t(bigEndian: place.sin_port)))
                }
            case AF_INET6:
                var place = $0.loadUnaligned(as: sockaddr_in6.self)
                return text(AF_INET6, &place.sin6_addr).map {
                    ListenAddress(address: $0, port: Int(in_port_t(bigEndian: place.sin6_port)))
                }
            default: return nil
            }
        }
    }

    /// Formats a binary address.
    static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(family, address, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func failure(_ address: ListenAddress) -> ListenerError {
        let reason =
            switch errno {
            case EADDRINUSE: "the port is in use"
            case EACCES: "no permission to use this port"
            case EADDRNOTAVAIL: "this machine does not have the address"
            default: String(cString: strerror(errno)).lowercased()
            }
        return ListenerError(address, reason: reason)
    }
}

/// A listening socket that several loops accept from, closed when the last loop releases it.
///
/// While it is open, the system keeps completing connections even if no loop accepts them.
final class SharedSocket: Sendable {
    let descriptor: Int32
    private let holders = Atomic(0)
    private let isClosed = Atomic(false)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func hold() { holders.add(1, ordering: .relaxed) }

    func release() {
        if holders.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { close() }
    }

    /// Closes the socket regardless of the loops that still use it.
    func close() {
        if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { CLibrary.close(descriptor) }
    }
}
