internal import CLibrary
internal import HTTPMessages

/// A client's connection, used only by the thread of its loop.
final class Connection {
    enum Phase {
        case handshake
        /// Waiting for a request, or receiving one.
        case request
        /// Refused, or answered without its body: further input is read and discarded, because closing at once could
        /// make the client's TCP stack discard the response (RFC 9112, section 9.6).
        case lingering
    }

    let descriptor: Int32
    let token: UInt64
    let peer: ClientAddress?
    let tls: TLSSession?
    var phase: Phase
    var parser: RequestParser

    /// Bytes received and not consumed yet.
    var input: [UInt8] = []
    /// Bytes that the socket did not accept yet.
    var output = OutputQueue()
    /// Whether the connection closes once all output is sent.
    var closesAfterOutput = false

    /// Whether a request has begun to arrive whose response is not sent yet.
    var hasBegun = false
    /// The time of that request's first byte, in nanoseconds.
    var began: UInt64 = 0
    /// The time at which the connection expires, in nanoseconds.
    var deadline: UInt64
    /// The time of its last response, or of its arrival, in nanoseconds.
    var since: UInt64
    /// The client behind a trusted proxy that the current request is counted for.
    var countedClient: ClientAddress?
    var answered = 0
    var isClosed = false
    /// The number of bytes discarded while lingering.
    var discarded = 0
    /// Whether the connection is registered with the poller.
    var isWatched = false
    var watchesReading = true
    var watchesWriting = false

    /// The neighbours in the table's list, as slots; -1 for none.
    var previous = -1
    var next = -1

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

    var slot: Int { Self.slot(of: token) }
    var hasOutput: Bool { !output.isEmpty }

    static func slot(of token: UInt64) -> Int { Int(token & 0xFFFF_FFFF) }

    enum Transfer {
        case bytes(Int)
        case wouldBlock
        /// The client closed the connection, or an error ended it.
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
            let count = CLibrary.write(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return .bytes(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .ended
        }
    }
}
