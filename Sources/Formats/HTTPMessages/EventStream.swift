internal import Synchronization

/// A stream of server-sent events (HTML, section 9.2) to any number of clients.
///
/// One stream can be the response to many requests: each client receives the last event without a type at once, and all
/// later events.
package final class EventStream: Sendable {
    private struct State {
        var clients: [ObjectIdentifier: EventClient] = [:]
        /// The last event without a type, encoded, for clients that join later.
        var last: [UInt8] = []
    }

    private let state = Mutex(State())

    /// The maximum number of bytes queued for one client; a client that falls further behind is disconnected.
    package static let maximumPending = 1 << 20

    /// Creates a stream without clients.
    package init() {}

    /// The number of connected clients.
    package var clientCount: Int { state.withLock { $0.clients.count } }

    /// Sends an event to every client.
    ///
    /// - Parameters:
    ///   - data: any text; each line becomes a `data` field.
    ///   - event: the event's type, without a line break; nil for the default `message`.
    package func send(_ data: String, event: String? = nil) {
        var text = event.map { "event: \($0)\n" } ?? ""
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            text += "data: \(line)\n"
        }
        let bytes = Array("\(text)\n".utf8)
        // Under one lock, so that a client that joins meanwhile receives the event exactly once.
        state.withLock { state in
            if event == nil { state.last = bytes }
            for client in state.clients.values { client.enqueue(bytes) }
        }
    }

    /// Ends the stream for every client; browsers reconnect automatically.
    package func close() {
        state.withLock { state in
            for client in state.clients.values { client.end() }
        }
    }

    /// Sends a comment to every client, so that proxies do not close an idle stream.
    package func sendKeepAlive() {
        state.withLock { state in
            for client in state.clients.values { client.enqueue(Array(":\n\n".utf8)) }
        }
    }

    /// Adds a client.
    ///
    /// - Parameter wake: called on any thread when the client has bytes to send.
    /// - Returns: the client's queue.
    package func join(wake: @escaping @Sendable () -> Void) -> EventClient {
        let client = EventClient(stream: self, wake: wake)
        state.withLock { state in
            // The comment makes the response's head reach the client at once.
            client.enqueue(Array(":\n\n".utf8) + state.last)
            state.clients[ObjectIdentifier(client)] = client
        }
        return client
    }

    package func remove(_ client: EventClient) {
        _ = state.withLock { $0.clients.removeValue(forKey: ObjectIdentifier(client)) }
    }
}

/// The queue of one client of a stream.
package final class EventClient: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var isEnded = false
    }

    private let stream: EventStream
    private let wake: @Sendable () -> Void
    private let state = Mutex(State())

    package init(stream: EventStream, wake: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.wake = wake
    }

    package func enqueue(_ bytes: [UInt8]) {
        state.withLock { state in
            guard !state.isEnded else { return }
            if state.pending.count + bytes.count > EventStream.maximumPending {
                state.isEnded = true
            } else {
                state.pending += bytes
            }
        }
        wake()
    }

    package func end() {
        state.withLock { $0.isEnded = true }
        wake()
    }

    /// Removes and returns the queued bytes, with whether the stream has ended.
    package func take() -> (bytes: [UInt8], isEnded: Bool) {
        state.withLock { state in
            defer { state.pending = [] }
            return (state.pending, state.isEnded)
        }
    }

    /// Removes the client from its stream.
    package func leave() { stream.remove(self) }
}
