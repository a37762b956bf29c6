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
        let response = listener.handler(request)
        load.subtract(1_000_000, ordering: .relaxed)
        send(response, to: request, connection)
    }

    /// Returns the client's address, from the connection or a trusted proxy.
    private func client(of request: HTTPRequest, _ connection: Connection) -> ClientAddress? {
        let proxies = listener.options.trustedProxies
        return proxies.isEmpty
            ? connection.peer
            : ForwardedClient.find(connection.peer, request.headers.list("x-forwarded-for"), trusted: proxies)
    }

    /// Counts a proxy's connection for the client that uses it, from a request to the end of the response; false if the
    /// client has reached its limit.
    private func count(_ connection: Connection, for client: ClientAddress?) -> Bool {
        guard connection.countedClient == nil, client != connection.peer, let key = listener.counts.key(client) else {
            return true
        }
        guard listener.counts.hold(key) else { return false }
        connection.countedClient = key
        return true
    }

    private func send(
        _ response: HTTPResponse, to request: HTTPRequest, _ connection: Connection, refusal: HTTPRefusal? = nil
    ) {
        let persists = connection.parser.isPersistent && !listener.isDraining
        let option: ConnectionOption =
            !persists ? .close : connection.parser.expectsKeepAlive ? .keepAlive : .persists
        let isHead = request.method == "HEAD"
        let body: ByteSlice
        switch response.body {
        case .prepared(let prepared):
            state.response.compose(prepared.head, option)
            body = isHead ? ByteSlice() : prepared.body
        case .bytes(let bytes):
            guard let head = response.headBytes else {
                return send(.plain(500, "The response has a malformed header field."), to: request, connection)
            }
            state.response.compose(ByteSlice(head), option)
            body = ByteSlice(isHead || !ResponseHead.hasBody(response.status) ? [] : bytes)
        case .handedOver(let receive): return handOver(connection, to: receive)
        }
        connection.closesAfterOutput = !persists
        connection.answered += 1
        if connection.parser.leavesBody { connection.phase = .lingering }
        let length = writeResponse(body, connection)
        state.response.clear()
        if listener.options.observe != nil {
            observe(
                HTTPExchange(
                    method: request.method, status: response.status, bytes: length,
                    nanoseconds: Clock.now - connection.began, refusal: refusal, subject: response.subject))
        }
        finish(connection)
    }

    /// Ends a request whose response has been sent: closes the connection, or waits for the next request.
    func finish(_ connection: Connection) {
        guard !connection.isClosed, !connection.hasOutput else { return }
        release(connection)
        if connection.phase == .lingering { return linger(connection) }
        connection.hasBegun = false
        if connection.closesAfterOutput { return close(connection) }
        connection.deadline = state.now + listener.options.timeouts.idle
        connection.since = state.now
        state.connections.renew(connection)
    }

    /// Ends the counting of a client behind a proxy.
    func release(_ connection: Connection) {
        guard let key = connection.countedClient else { return }
        connection.countedClient = nil
        listener.counts.release(key)
    }

    /// Sends a refusal, then discards further input before closing.
    func refuse(_ refusal: HTTPRefusal, _ connection: Connection) {
        let response = HTTPResponse.refusal(refusal)
        guard let head = response.headBytes, case .bytes(let body) = response.body else { return close(connection) }
        connection.phase = .lingering
        connection.closesAfterOutput = true
        connection.deadline = state.now + listener.options.timeouts.linger
        state.response.compose(ByteSlice(head), .close)
        let length = writeResponse(connection.parser.isHead ? ByteSlice() : ByteSlice(body), connection)
        observe(
            HTTPExchange(
                status: refusal.status, bytes: length,
                nanoseconds: connection.hasBegun ? Clock.now - connection.began : 0, refusal: refusal))
        finish(connection)
    }

    /// Discards what a client still sends after its last response.
    private func linger(_ connection: Connection) {
        connection.deadline = state.now + listener.options.timeouts.linger
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
        listener.options.observe?(exchange)
    }
}
