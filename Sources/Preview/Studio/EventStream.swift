internal import HTTPMessages
import Synchronization

/// A stream of server-sent events (HTML, section 9.2) to any number of clients.
///
/// Each client receives the last event without a type at once, and all later events. One that does not read is
/// disconnected once the system buffers no more for it; browsers connect again by themselves.
final class EventStream: Sendable {
    private struct State {
        var clients: [any ClientConnection] = []
        /// The last event without a type, encoded, for clients that join later.
        var last: [UInt8] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The stream ends with the connection. Browsers reject any other media type (HTML, section 9.2.3).
    private static let head = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
            .utf8)

    /// The number of clients as far as it is known: that one has disconnected shows when the next one joins.
    var clientCount: Int { state.withLock { $0.clients.count } }

    /// The response that lets a client join.
    var response: HTTPResponse { HTTPResponse(status: 200, body: .handedOver { [self] in join($0) }) }

    private func join(_ client: any ClientConnection) {
        state.withLock { state in
            // A client leaves with every page that it leaves, and only a failed write would notice.
            state.clients.removeAll(where: \.isClosedByClient)
            if !state.isClosed, client.send(Self.head + state.last) { state.clients.append(client) }
        }
    }

    /// Sends an event to every client.
    ///
    /// - Parameters:
    ///   - data: any text; each line becomes a `data` field.
    ///   - event: the event's type, without a line break; nil for the default `message`.
    func send(_ data: String, event: String? = nil) {
        var text = event.map { "event: \($0)\n" } ?? ""
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            text += "data: \(line)\n"
        }
        let bytes = Array("\(text)\n".utf8)
        // Under one lock, so that a client that joins meanwhile receives the event exactly once.
        state.withLock { state in
            if event == nil { state.last = bytes }
            state.clients.removeAll { !$0.send(bytes) }
        }
    }

    /// Disconnects every client, and all that join later.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.clients = []
        }
    }
}
