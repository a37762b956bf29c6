internal import CLibrary
internal import HTTPMessages

/// A connection that a handler took over from its loop; counted until it is closed, with the last reference to it.
final class HandedOverConnection: ClientConnection {
    private let descriptor: Int32
    private let peer: ClientAddress?
    private let counts: ConnectionCounts

    /// The socket is non-blocking, and closed with this connection, which then leaves the counts of its client.
    init(descriptor: Int32, peer: ClientAddress?, counts: ConnectionCounts) {
        self.descriptor = descriptor
        self.peer = peer
        self.counts = counts
    }

    deinit {
        counts.leave(peer)
        close(descriptor)
    }

    func send(_ bytes: [UInt8]) -> Bool { write(descriptor, bytes, bytes.count) == bytes.count }

    var isClosedByClient: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
        return count == 0 || count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR
    }
}
