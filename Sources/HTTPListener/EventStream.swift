internal import Synchronization

/// Server-sent events (HTML, section 9.2) to any number of clients.
///
/// Return one stream for many requests: every client gets the last plain event at once, and what is sent from then on.
public final class EventStream: Sendable {
    private struct State {
        var clients: [ObjectIdentifier: EventClient] = [:]
        /// What a client that comes late has missed, as it was sent.
        var last: [UInt8] = []
    }

    private let state = Mutex(State())

    /// What may wait for one client, in bytes; one that is that far behind is let go.
    static let mostPending = 1 << 20

    /// A stream that nobody listens to yet.
    public init() {}

    /// How many clients listen.
    public var clientCount: Int { state.withLock { $0.clients.count } }

    /// Sends an event to every client.
    ///
    /// - Parameters:
    ///   - data: any text; each of its lines becomes a `data` field.
    ///   - event: the event's type, without a line break; nil for a plain `message`.
    public func send(_ data: String, event: String? = nil) {
        var text = event.map { "event: \($0)\n" } ?? ""
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            text += "data: \(line)\n"
        }
        let bytes = Array("\(text)\n".utf8)
        // At once, so that a client that comes meanwhile gets the event once.
        state.withLock { state in
            if event == nil { state.last = bytes }
            for client in state.clients.values { client.enqueue(bytes) }
        }
    }

    /// Ends the stream for every client; a browser comes back by itself.
    public func close() {
        state.withLock { state in
            for client in state.clients.values { client.end() }
        }
    }

    /// Keeps proxies from taking a quiet stream for a dead one.
    func beat() {
        state.withLock { state in
            for client in state.clients.values { client.enqueue(Array(":\n\n".utf8)) }
        }
    }

    /// Adds a client.
    ///
    /// - Parameter wake: called on any thread when there is something to take.
    /// - Returns: what is taken from for it.
    func join(wake: @escaping @Sendable () -> Void) -> EventClient {
        let client = EventClient(stream: self, wake: wake)
        state.withLock { state in
            // A first comment brings the head of the answer on its way.
            client.enqueue(Array(":\n\n".utf8) + state.last)
            state.clients[ObjectIdentifier(client)] = client
        }
        return client
    }

    func remove(_ client: EventClient) {
        _ = state.withLock { $0.clients.removeValue(forKey: ObjectIdentifier(client)) }
    }
}

/// One listener to a stream.
final class EventClient: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var isEnded = false
    }

    private let stream: EventStream
    private let wake: @Sendable () -> Void
    private let state = Mutex(State())

    init(stream: EventStream, wake: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.wake = wake
    }

    func enqueue(_ bytes: [UInt8]) {
        state.withLock { state in
            guard !state.isEnded else { return }
            if state.pending.count + bytes.count > EventStream.mostPending {
                state.isEnded = true
            } else {
                state.pending += bytes
            }
        }
        wake()
    }

    func end() {
        state.withLock { $0.isEnded = true }
        wake()
    }

    /// What is to be sent, and whether nothing follows.
    func take() -> (bytes: [UInt8], isEnded: Bool) {
        state.withLock { state in
            defer { state.pending = [] }
            return (state.pending, state.isEnded)
        }
    }

    /// The client is gone.
    func leave() { stream.remove(self) }
}
