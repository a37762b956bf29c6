internal import HTTPMessages
internal import Memory
internal import TextEncoding

extension EventLoop {
    func attach(_ stream: EventStream, _ response: HTTPResponse, _ connection: Connection) {
        state.remember(stream)
        // The stream ends with the connection. Browsers reject any other media type (HTML, section 9.2.3).
        let headers =
            [HeaderField("Content-Type", "text/event-stream"), HeaderField("Cache-Control", "no-store")]
            + response.headers
        guard !state.isDraining, let head = ResponseHead.bytes(status: response.status, headers: headers, length: nil)
        else { return close(connection) }
        stopWaiting(connection)
        connection.phase = .streaming
        connection.deadline = .max
        compose(ByteSlice(head), .close)
        write(scratch, ByteSlice(), connection)
        guard !connection.isClosed else { return }
        let token = connection.token
        connection.stream = stream.join { [weak self] in self?.post(.stream(token: token)) }
        pump(connection)
    }

    /// Keeps a connection open without output, as an event stream that has no events.
    func withhold(_ connection: Connection) {
        guard !state.isDraining else { return close(connection) }
        stopWaiting(connection)
        connection.phase = .streaming
        connection.deadline = now + state.timeouts.request
    }

    /// Sends the bytes that a stream has queued for its client.
    func pump(_ connection: Connection) {
        guard let stream = connection.stream, !connection.hasOutput else { return }
        let (bytes, isEnded) = stream.take()
        if !bytes.isEmpty { write(bytes, ByteSlice(), connection) }
        if isEnded, !connection.isClosed { close(connection) }
    }
}
