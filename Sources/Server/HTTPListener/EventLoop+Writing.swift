internal import CLibrary
internal import CSockets
internal import HTTPMessages
internal import Memory

extension EventLoop {
    /// Sends the composed head with a body; returns their length in bytes.
    func writeResponse(_ body: ByteSlice, _ connection: Connection) -> Int {
        let head = state.response.bytes
        write(head, body, connection)
        return head.count + body.count
    }

    /// Sends a response as far as the socket accepts it; the remainder is queued and sent when the socket is writable.
    func write(_ head: [UInt8], _ body: ByteSlice, _ connection: Connection) {
        guard connection.tls == nil else {
            // A record for the head alone would be a packet more.
            connection.output.append(head[...], body, joining: TLSSession.longestRecord)
            return flush(connection)
        }
        if connection.hasOutput {
            connection.output.append(head[...], body)
        } else {
            let sent = Self.gather(connection.descriptor, head, body)
            if sent == head.count + body.count { return }
            if sent < 0, errno != EAGAIN, errno != EWOULDBLOCK { return close(connection) }
            let done = max(sent, 0)
            connection.output.append(head.dropFirst(done), body.dropFirst(done - min(done, head.count)))
        }
        watch(connection, reads: false, writes: true)
    }

    /// Writes head and body with one system call.
    private static func gather(_ descriptor: Int32, _ head: [UInt8], _ body: ByteSlice) -> Int {
        head.withUnsafeBytes { head in
            guard !body.isEmpty else { return CLibrary.write(descriptor, head.baseAddress, head.count) }
            return body.withUnsafeBytes { body in
                var parts = (
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress), iov_len: head.count),
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count)
                )
                return withUnsafePointer(to: &parts) {
                    $0.withMemoryRebound(to: iovec.self, capacity: 2) { writev(descriptor, $0, 2) }
                }
            }
        }
    }

    /// Sends queued output as far as the socket accepts it.
    private func flush(_ connection: Connection) {
        while connection.hasOutput {
            switch connection.output.withNext(connection.send) {
            case .bytes(let count): connection.output.removeFirst(count)
            case .wouldBlock: return watch(connection, reads: false, writes: true)
            case .ended: return close(connection)
            }
        }
    }

    func writable(_ connection: Connection) {
        if connection.phase == .handshake {
            if continueHandshake(connection) { readable(connection) }
            return
        }
        guard connection.hasOutput else { return }
        flush(connection)
        guard !connection.isClosed, !connection.hasOutput else { return }
        watch(connection, reads: true, writes: false)
        switch connection.phase {
        case .lingering: finish(connection)
        case .handshake: break
        case .request:
            if connection.parser.isInBody { return }
            finish(connection)
            if !connection.isClosed, !connection.input.isEmpty { processInput(connection) }
            // TLS may hold decrypted bytes, which the poller does not report.
            if !connection.isClosed, connection.tls != nil { readable(connection) }
        }
    }

    func watch(_ connection: Connection, reads: Bool, writes: Bool) {
        guard connection.watchesReading != reads || connection.watchesWriting != writes else { return }
        (connection.watchesReading, connection.watchesWriting) = (reads, writes)
        guard connection.isWatched else { return }
        poller.update(connection.descriptor, token: connection.token, reads: reads, writes: writes)
    }
}
