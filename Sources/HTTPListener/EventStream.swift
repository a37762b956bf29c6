internal import CMicroHTTPD
internal import Synchronization

/// Server-sent events (HTML, section 9.2) to any number of clients.
///
/// Return one stream for many requests: every client gets the last plain event at once, and what is sent from then on. A
/// client that leaves is forgotten within a second.
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

    /// Lets go of the clients that have hung up.
    func forgetAbandoned() {
        state.withLock { state in
            for client in state.clients.values where client.connection.isAbandoned { client.end() }
        }
    }

    /// A response that sends the stream's events to one connection; nil where there is no memory.
    func response(for connection: Connection) -> OpaquePointer? {
        let client = EventClient(stream: self, connection: connection)
        let context = Unmanaged.passRetained(client)
        let response = listener_stream(
            { context, _, buffer, capacity in
                guard let context, let buffer else { return -2 }
                let client = Unmanaged<EventClient>.fromOpaque(context).takeUnretainedValue()
                return client.stream.read(client, into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
            }, context.toOpaque(),
            { context in
                guard let context else { return }
                let client = Unmanaged<EventClient>.fromOpaque(context).takeRetainedValue()
                client.stream.remove(client)
            })
        guard let response else {
            context.release()
            return nil
        }
        // A browser hangs up on a stream of any other type (HTML, section 9.2.3).
        MHD_add_response_header(response, "Content-Type", "text/event-stream")
        MHD_add_response_header(response, "Cache-Control", "no-store")
        state.withLock { state in
            client.enqueue(state.last)
            state.clients[ObjectIdentifier(client)] = client
        }
        return response
    }

    private func read(_ client: EventClient, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { _ in client.read(into: buffer) }
    }

    private func remove(_ client: EventClient) {
        _ = state.withLock { $0.clients.removeValue(forKey: ObjectIdentifier(client)) }
    }
}

/// One listener to a stream; everything here happens under the stream's lock.
// Unchecked, since the compiler cannot see that lock.
private final class EventClient: @unchecked Sendable {
    let stream: EventStream
    let connection: Connection
    // A first comment brings the head of the answer on its way.
    private var pending = Array(":\n\n".utf8)
    private var isSuspended = false
    private var isEnded = false

    init(stream: EventStream, connection: Connection) {
        self.stream = stream
        self.connection = connection
    }

    func enqueue(_ bytes: [UInt8]) {
        guard !isEnded else { return }
        if pending.count + bytes.count > EventStream.mostPending { return end() }
        pending += bytes
        resume()
    }

    func end() {
        isEnded = true
        resume()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if isEnded { return -1 }
        guard !pending.isEmpty else {
            isSuspended = true
            MHD_suspend_connection(connection.handle)
            return 0
        }
        let count = min(pending.count, buffer.count)
        buffer.copyBytes(from: pending[..<count])
        pending.removeFirst(count)
        return count
    }

    private func resume() {
        guard isSuspended else { return }
        isSuspended = false
        MHD_resume_connection(connection.handle)
    }
}
