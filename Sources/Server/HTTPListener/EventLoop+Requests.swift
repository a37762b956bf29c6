internal import CLibrary
internal import CSockets
internal import HTTPMessages
internal import Memory
internal import Synchronization

extension EventLoop {
    /// The maximum number of bytes that are read and discarded from a refused connection.
    private static let maximumDiscarded = 1 << 18

    func readable(_ connection: Connection) {
        if connection.phase == .handshake, !continueHandshake(connection) { return }
        while !connection.isClosed, connection.watchesReading {
            switch connection.receive(into: input) {
            case .bytes(let count):
                take(Bytes(start: input.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count), connection)
                // A token in a request must not stay in memory after the request.
                if let start = input.baseAddress { memset(start, 0, count) }
                // The poller reports remaining input again, except bytes that TLS has already decrypted.
                if count < input.count, connection.tls == nil { return }
            case .wouldBlock: return
            case .ended: return close(connection)
            }
        }
    }

    func continueHandshake(_ connection: Connection) -> Bool {
        guard let tls = connection.tls else { return true }
        switch tls.handshake() {
        case .done:
            // A client that leaves Nagle's algorithm on sends its request when the end of its handshake is acknowledged.
            acknowledge_at_once(connection.descriptor)
            connection.phase = .request
            watch(connection, reads: true, writes: false)
            return true
        case .waits(let writes): watch(connection, reads: !writes, writes: writes)
        case .failed: close(connection)
        }
        return false
    }

    private func take(_ bytes: Bytes, _ connection: Connection) {
        switch connection.phase {
        case .handshake: return
        case .lingering:
            connection.discarded += bytes.count
            if connection.discarded > Self.maximumDiscarded { close(connection) }
        case .request:
            if connection.input.isEmpty {
                let consumed = process(bytes, connection)
                if consumed < bytes.count { connection.input = Array(bytes[consumed...]) }
            } else {
                connection.input.append(contentsOf: bytes)
                processInput(connection)
            }
        }
    }

    func processInput(_ connection: Connection) {
        // Taken out of the connection, so that the array is uniquely referenced while it is read.
        var input: [UInt8] = []
        swap(&input, &connection.input)
        let consumed = input.withUnsafeBufferPointer { process($0, connection) }
        guard consumed < input.count else { return }
        if consumed > 0 { input.removeFirst(consumed) }
        swap(&input, &connection.input)
    }

    /// Answers the requests in some bytes, until one is incomplete or a response cannot be sent completely; returns the
    /// number of bytes consumed.
    private func process(_ bytes: Bytes, _ connection: Connection) -> Int {
        var start = 0
        while start < bytes.count, connection.phase == .request, !connection.isClosed, !connection.hasOutput {
            if !connection.hasBegun { begin(connection) }
            do throws(HTTPRefusal) {
                let step = try connection.parser.read(bytes.part(start..<bytes.count))
                start += step.consumed
                guard let request = step.request else {
                    awaitBody(connection)
                    return start
                }
                answer(request, connection)
            } catch {
                refuse(error, connection)
                return bytes.count
            }
        }
        return connection.phase == .request ? start : bytes.count
    }

    /// Records the arrival of a request's first byte.
    private func begin(_ connection: Connection) {
        connection.hasBegun = true
        connection.began = state.now
        // The time limit of a connection's first request starts when the connection is accepted.
        if connection.answered > 0 {
            connection.deadline = state.now + listener.options.timeouts.head
        }
    }

    /// Prepares for the rest of a request's body: extends the deadline, and sends `100 Continue`.
    private func awaitBody(_ connection: Connection) {
        guard connection.parser.isInBody else { return }
        connection.deadline = connection.began + listener.options.timeouts.request
        if connection.parser.expectsContinue {
            connection.parser.expectsContinue = false
            write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), ByteSlice(), connection)
        }
    }
}
