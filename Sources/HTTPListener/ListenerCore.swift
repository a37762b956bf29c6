internal import CMicroHTTPD
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What the callbacks of a listener share.
final class ListenerCore: Sendable {
    private struct Shared {
        var connections: [ObjectIdentifier: Connection] = [:]
        var perAddress: [PeerAddress: Int] = [:]
        var streams: [ObjectIdentifier: EventStream] = [:]
        var isStopping = false
    }

    let options: HTTPListener.Options
    private let handler: HTTPListener.Handler
    /// The header fields that are kept; nil for all.
    private let fields: WantedFields?
    private let shared = Mutex(Shared())
    private let clock = Atomic<UInt32>(0)

    init(options: HTTPListener.Options, handler: @escaping HTTPListener.Handler) {
        self.options = options
        self.handler = handler
        fields = options.fields.map { WantedFields($0 + ["host", "content-length", "transfer-encoding"]) }
    }

    /// Seconds since the start.
    var now: UInt32 { clock.load(ordering: .relaxed) }

    /// Whether an answer is under way.
    var isBusy: Bool { shared.withLock { $0.connections.values.contains { $0.state != .waiting } } }

    // MARK: - Every second

    func tick(_ second: UInt32) {
        clock.store(second, ordering: .relaxed)
        let streams = shared.withLock { shared in
            // Under the lock a connection is not closed, so that its descriptor is no other's.
            for connection in shared.connections.values where connection.state != .streaming {
                if second - min(connection.since, second) > UInt32(options.requestSeconds) { connection.cut() }
            }
            return Array(shared.streams.values)
        }
        for stream in streams {
            stream.forgetAbandoned()
            if second % 15 == 0 { stream.beat() }
        }
        options.everySecond?()
    }

    func endStreams() {
        let streams = shared.withLock { shared in
            shared.isStopping = true
            return Array(shared.streams.values)
        }
        for stream in streams { stream.close() }
    }

    // MARK: - Connections

    func began(_ handle: OpaquePointer) -> Connection {
        let connection = Connection(core: self, handle: handle)
        shared.withLock { shared in
            shared.connections[ObjectIdentifier(connection)] = connection
            shared.perAddress[connection.peer, default: 0] += 1
            if !connection.peer.isLoopback,
                shared.perAddress[connection.peer, default: 0] > options.connectionsPerAddress
            {
                connection.cut()
            }
        }
        return connection
    }

    func ended(_ connection: Connection) {
        shared.withLock { shared in
            shared.connections[ObjectIdentifier(connection)] = nil
            let left = shared.perAddress[connection.peer, default: 1] - 1
            shared.perAddress[connection.peer] = left == 0 ? nil : left
        }
    }

    // MARK: - Requests

    /// The head of a request is there.
    ///
    /// An answer that is queued now ends the connection, since libmicrohttpd does not know yet whether a body follows; so
    /// only refusals are.
    func begin(_ connection: Connection, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> MHD_Result {
        connection.state = .answering
        let raw = RawRequest(
            method: String(cString: method), target: connection.target, version: String(cString: version),
            headers: headers(of: connection))
        do throws(HTTPRefusal) {
            guard listener_head_size(connection.handle) <= options.longestHead else {
                throw HTTPRefusal(431, "The head of the request is too long.")
            }
            if let length = raw.headers["content-length"].flatMap({ Int($0) }), length > options.longestBody {
                throw Self.tooLong
            }
            connection.request = try HTTPRequest(checking: raw)
            return .YES
        } catch {
            return refuse(error, connection)
        }
    }

    /// A part of the body is there.
    func receive(_ bytes: UnsafeRawBufferPointer, _ connection: Connection) {
        connection.bodyLength += bytes.count
        if connection.bodyLength <= options.longestBody { connection.request?.body.append(contentsOf: bytes) }
    }

    /// The request is there to its end.
    func complete(_ connection: Connection) -> MHD_Result {
        guard let request = connection.request.take() else { return .NO }
        guard connection.bodyLength <= options.longestBody else { return refuse(Self.tooLong, connection) }
        return send(handler(request), to: connection)
    }

    private static let tooLong = HTTPRefusal(413, "The body of the request is too long.")

    private func refuse(_ refusal: HTTPRefusal, _ connection: Connection) -> MHD_Result {
        // What follows a request that is not understood is not understood either.
        send(.plain(refusal.status, refusal.reason, headers: [("Connection", "close")]), to: connection)
    }

    private func send(_ response: HTTPResponse, to connection: Connection) -> MHD_Result {
        let made: OpaquePointer?
        switch response.body {
        case .prepared(let prepared):
            return MHD_queue_response(connection.handle, UInt32(prepared.status), prepared.response)
        case .bytes(let bytes):
            made = bytes.withUnsafeBytes { listener_response($0.baseAddress, $0.count) }
        case .events(let stream):
            connection.state = .streaming
            let isStopping = shared.withLock { shared in
                shared.streams[ObjectIdentifier(stream)] = stream
                return shared.isStopping
            }
            made = isStopping ? nil : stream.response(for: connection)
        case .nothing: made = nil
        }
        guard let made else { return .NO }
        defer { MHD_destroy_response(made) }
        for header in response.headers {
            // libmicrohttpd refuses a value with a line break in it; what cannot be said is not said by half.
            guard MHD_add_response_header(made, header.name, header.value) == .YES else { return .NO }
        }
        return MHD_queue_response(connection.handle, UInt32(response.status), made)
    }

    private func headers(of connection: Connection) -> HTTPHeaders {
        var collector = FieldCollector(wanted: fields)
        collector.found.reserveCapacity(fields == nil ? 16 : 4)
        withUnsafeMutablePointer(to: &collector) { collector in
            listener_fields(
                connection.handle,
                { collector, _, name, nameLength, value, valueLength in
                    guard let collector, let name else { return .YES }
                    collector.assumingMemoryBound(to: FieldCollector.self).pointee.add(
                        UnsafeRawBufferPointer(start: name, count: nameLength),
                        UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueLength))
                    return .YES
                }, collector)
        }
        return HTTPHeaders(collector.found)
    }
}

/// Takes the wanted fields out of a request's head.
private struct FieldCollector {
    let wanted: WantedFields?
    var found: [HTTPHeaders.Field] = []

    mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        if let wanted {
            guard let name = wanted.name(name) else { return }
            found.append((name, String(decoding: value, as: UTF8.self)))
        } else {
            found.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
        }
    }
}
