#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// One client's connection; its loop's thread alone touches it.
final class Connection {
    enum Phase {
        /// TLS is being agreed upon.
        case handshake
        /// No request, or a part of one.
        case request
        /// An event stream, which may last.
        case streaming
        /// Refused: what still comes is read and thrown away, since closing at once could take the answer back (RFC 9112,
        /// section 9.6).
        case lingering
    }

    let descriptor: Int32
    let token: UInt64
    let peer: ClientAddress?
    let tls: TLSSession?
    var phase: Phase
    var parser: RequestParser

    /// What has come and is not consumed.
    var input: [UInt8] = []
    /// What the socket had no room for, from `outputStart` on.
    var output: [UInt8] = []
    var outputStart = 0
    /// Whether the connection ends when everything is out.
    var closesAfterOutput = false
    var stream: EventClient?

    /// Whether a byte of a request has come whose answer is not out.
    var hasBegun = false
    /// When that was, in nanoseconds.
    var began: UInt64 = 0
    /// When patience ends, in nanoseconds.
    var deadline: UInt64
    /// When it began to wait for a request, in nanoseconds.
    var since: UInt64
    /// The client behind a trusted proxy that the answer under way counts for.
    var held: ClientAddress?
    /// How many requests were answered.
    var answered = 0
    var isClosed = false
    /// What was thrown away while lingering, in bytes.
    var discarded = 0
    /// Whether the poller knows of it.
    var isWatched = false
    var watchesReading = true
    var watchesWriting = false

    /// The neighbours among those that wait for a request, by place; -1 for none.
    var previous = -1
    var next = -1
    var isWaiting = false

    init(
        descriptor: Int32, token: UInt64, peer: ClientAddress?, tls: TLSSession?, parser: RequestParser, now: UInt64,
        deadline: UInt64
    ) {
        self.descriptor = descriptor
        self.token = token
        self.peer = peer
        self.tls = tls
        self.parser = parser
        self.deadline = deadline
        since = now
        phase = tls == nil ? .request : .handshake
    }

    var slot: Int { Int(token & 0xFFFF_FFFF) }
    var hasOutput: Bool { outputStart < output.count }

    /// What a read or a write came to.
    enum Transfer {
        case bytes(Int)
        case wouldBlock
        /// The client is gone, or something is wrong that ends the connection.
        case ended
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        if let tls { return tls.receive(into: buffer) }
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .bytes(count) }
            if count < 0, errno == EINTR { continue }
            return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .wouldBlock : .ended
        }
    }

    func send(_ buffer: UnsafeRawBufferPointer) -> Transfer {
        if let tls { return tls.send(buffer) }
        while true {
            let count = systemWrite(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return .bytes(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .ended
        }
    }
}
