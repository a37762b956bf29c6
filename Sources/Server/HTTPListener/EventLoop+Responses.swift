internal import CLibrary
internal import CSockets
internal import HTTPMessages
internal import Memory
internal import Synchronization

extension EventLoop {
    func answer(_ request: HTTPRequest, _ connection: Connection) {
        var request = request
        request.client = client(of: request, connection)
        guard count(connection, for: request.client) else {
            return send(.refusal(.busy), to: request, connection, refusal: .busy)
        }
        // The handler may take long; the addend makes other loops serve connections accepted meanwhile.
        load.add(1_000_000, ordering: .relaxed)
        let response = state.handler(request)
        load.subtract(1_000_000, ordering: .relaxed)
        send(response, to: request, connection)
    }

    /// Returns the client's address, from the connection or a trusted proxy.
    func client(of request: HTTPRequest, _ connection: Connection) -> ClientAddress? {
        let proxies = state.options.trustedProxies
        return proxies.isEmpty
            ? connection.peer
            : ForwardedClient.find(connection.peer, request.headers.list("x-forwarded-for"), trusted: proxies)
    }

    /// Counts a proxy's connection for the client that uses it, from a request's head to the end of the response.
    ///
    /// - Returns: false if the client has reached its limit.
    func count(_ connection: Connection, for client: ClientAddress?) -> Bool {
        guard connection.countedClient == nil, client != connection.peer, let key = state.counts.key(client) else {
            return true
        }
        guard state.counts.hold(key) else { return false }
        connection.countedClient = key
        return true
    }

    private func send(
        _ response: HTTPResponse, to request: HTTPRequest, _ connection: Connection, refusal: HTTPRefusal? = nil
    ) {
        var persists = connection.parser.isPersistent && !state.isDraining
        let option: ConnectionOption =
            !persists ? .close : connection.parser.expectsKeepAlive ? .keepAlive : .persists
        let isHead = request.method == "HEAD"
        let body: ByteSlice
        switch response.body {
        case .prepared(let prepared):
            compose(prepared.head, option)
            body = isHead ? ByteSlice() : prepared.body
        case .bytes(let bytes):
            guard let head = response.headBytes else { return close(connection) }
            compose(ByteSlice(head), option)
            body = ByteSlice(isHead || !ResponseHead.hasBody(response.status) ? [] : bytes)
        case .events(let stream): return attach(stream, response, connection)
        case .truncated:
            // Not "HTTP", which Chromium treats as a status line, and the response as complete.
            scratch.removeAll(keepingCapacity: true)
            scratch.append(UInt8(ascii: "H"))
            body = ByteSlice()
            persists = false
        case .nothing: return close(connection)
        case .withheld: return withhold(connection)
        }
        connection.closesAfterOutput = !persists
        let length = scratch.count + body.count
        connection.answered += 1
        write(scratch, body, connection)
        // A redirect's location may contain the token too.
        scratch.withUnsafeMutableBytes { scratch in _ = scratch.initializeMemory(as: UInt8.self, repeating: 0) }
        if state.options.observe != nil {
            observe(
                HTTPExchange(
                    method: request.method, status: response.status, bytes: length,
                    nanoseconds: Clock.now - connection.began, refusal: refusal, subject: response.subject))
        }
        finish(connection)
    }

    /// Ends a request whose response has been sent: closes the connection, or waits for the next request.
    func finish(_ connection: Connection) {
        guard !connection.isClosed, !connection.hasOutput, connection.phase == .request else { return }
        connection.hasBegun = false
        release(connection)
        if connection.closesAfterOutput { return close(connection) }
        connection.deadline = now + state.timeouts.idle
        wait(connection)
    }

    /// Ends the counting of a client behind a proxy.
    func release(_ connection: Connection) {
        guard let key = connection.countedClient else { return }
        connection.countedClient = nil
        state.counts.release(key)
    }

    /// Sends a refusal, then discards further input before closing.
    func refuse(_ refusal: HTTPRefusal, _ connection: Connection) {
        let response = HTTPResponse.refusal(refusal)
        guard let head = response.headBytes, case .bytes(let body) = response.body else { return close(connection) }
        stopWaiting(connection)
        connection.phase = .lingering
        connection.closesAfterOutput = true
        connection.deadline = now + state.timeouts.linger
        compose(ByteSlice(head), .close)
        let length = scratch.count + body.count
        write(scratch, ByteSlice(body), connection)
        observe(
            HTTPExchange(
                status: refusal.status, bytes: length,
                nanoseconds: connection.hasBegun ? Clock.now - connection.began : 0, refusal: refusal))
        if !connection.isClosed, !connection.hasOutput { beginLingering(connection) }
    }

    func beginLingering(_ connection: Connection) {
        connection.tls?.sendCloseNotify()
        shutdown(connection.descriptor, Int32(SHUT_WR))
        watch(connection, reads: true, writes: false)
    }

    /// Handles a connection whose deadline has passed: refuses an incomplete request with 408, otherwise closes.
    func expire(_ connection: Connection) {
        if connection.phase == .request, connection.hasBegun, !connection.hasOutput {
            refuse(.timeout, connection)
        } else {
            close(connection)
        }
    }

    func observe(_ exchange: HTTPExchange) {
        state.options.observe?(exchange)
    }
}
