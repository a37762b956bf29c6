internal import CMicroHTTPD
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// One client's connection, with the request that is under way on it.
///
/// libmicrohttpd keeps a connection on one thread; only `state` and `since` are read from others.
// Unchecked, as the compiler cannot see that thread.
final class Connection: @unchecked Sendable {
    enum State: UInt32, AtomicRepresentable {
        /// No request, or the beginning of one.
        case waiting
        /// A request whose answer is not out yet.
        case answering
        /// An event stream, which may last.
        case streaming
    }

    let core: ListenerCore
    let handle: OpaquePointer
    let descriptor: Int32
    let peer: PeerAddress
    private let sharedState = Atomic(State.waiting)
    private let sharedSince: Atomic<UInt32>

    /// The target of the request under way.
    var target: [UInt8] = []
    /// The request whose body is being received.
    var request: HTTPRequest?
    var bodyLength = 0

    init(core: ListenerCore, handle: OpaquePointer) {
        self.core = core
        self.handle = handle
        descriptor = listener_descriptor(handle)
        peer = PeerAddress(listener_peer(handle))
        sharedSince = Atomic(core.now)
    }

    // Relaxed: each of the two stands for itself.
    var state: State {
        get { sharedState.load(ordering: .relaxed) }
        set { sharedState.store(newValue, ordering: .relaxed) }
    }

    /// When the connection began or its last answer was out, on the core's clock.
    var since: UInt32 {
        get { sharedSince.load(ordering: .relaxed) }
        set { sharedSince.store(newValue, ordering: .relaxed) }
    }

    /// The request under way is answered.
    func finish() {
        state = .waiting
        since = core.now
        request = nil
        bodyLength = 0
    }

    /// Ends the connection from another thread; libmicrohttpd notices and closes it.
    func cut() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Whether the client has hung up.
    var isAbandoned: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }
}

/// A client's address without its port.
struct PeerAddress: Hashable {
    /// Four bytes, or sixteen.
    private let bytes: [UInt8]

    init(_ address: UnsafePointer<sockaddr>?) {
        guard let address else {
            bytes = []
            return
        }
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET: bytes = withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6: bytes = withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: bytes = []
        }
    }

    /// Whether the client is on this machine: a proxy in front of the server, which speaks for many.
    var isLoopback: Bool {
        switch bytes.count {
        case 4: bytes[0] == 127
        case 16:
            bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
                || bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...12] == [0xFF, 0xFF, 127]
        default: true
        }
    }
}
