internal import CSockets
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension EventLoop {
    /// What of a refused connection is read and thrown away, in bytes.
    private static let mostDiscarded = 1 << 18

    // MARK: - Reading

    func readable(_ connection: Connection) {
        if connection.phase == .handshake, !shakeHands(connection) { return }
        while !connection.isClosed, connection.watchesReading {
            switch connection.receive(into: buffer) {
            case .bytes(let count):
                take(Bytes(start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count), connection)
                // A client's token stays no longer than its request.
                if let start = buffer.baseAddress { memset(start, 0, count) }
                // What is left is told again, but for what TLS has decrypted already.
                if count < buffer.count, connection.tls == nil { return }
            case .wouldBlock: return
            case .ended: return close(connection)
            }
        }
    }

    func shakeHands(_ connection: Connection) -> Bool {
        guard let tls = connection.tls else { return true }
        switch tls.handshake() {
        case .done:
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
        case .handshake, .streaming: return
        case .lingering:
            connection.discarded += bytes.count
            if connection.discarded > Self.mostDiscarded { close(connection) }
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
        // Taken out, so that nothing else holds it while it is read.
        var input: [UInt8] = []
        swap(&input, &connection.input)
        let consumed = input.withUnsafeBufferPointer { process($0, connection) }
        guard consumed < input.count else { return }
        if consumed > 0 { input.removeFirst(consumed) }
        swap(&input, &connection.input)
    }

    /// Answers the requests in some bytes, until one is not there to its end or an answer does not go out.
    ///
    /// - Returns: how many of the bytes are done with.
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

    /// The first byte of a request is there.
    private func begin(_ connection: Connection) {
        connection.hasBegun = true
        connection.began = now
        // The time for a first request began with the connection.
        if !connection.isWaiting || connection.answered > 0 { connection.deadline = now + state.patience.head }
    }

    private func awaitBody(_ connection: Connection) {
        guard connection.parser.isInBody else { return }
        if let request = connection.parser.request, !count(connection, for: client(of: request, connection)) {
            return refuse(.busy, connection)
        }
        if connection.isWaiting {
            stopWaiting(connection)
            connection.deadline = connection.began + state.patience.request
        }
        if connection.parser.expectsContinue {
            connection.parser.expectsContinue = false
            write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), [], connection)
        }
    }

    // MARK: - Answering

    private func answer(_ request: HTTPRequest, _ connection: Connection) {
        var request = request
        request.client = client(of: request, connection)
        guard count(connection, for: request.client) else {
            return send(.refusal(.busy), to: request, connection, refusal: .busy)
        }
        // A handler may take its time, and whoever is accepted meanwhile had better be served by another loop.
        load.add(1_000_000, ordering: .relaxed)
        let response = state.handler(request)
        load.subtract(1_000_000, ordering: .relaxed)
        send(response, to: request, connection)
    }

    /// Who asks, by the connection or by what a trusted proxy says.
    private func client(of request: HTTPRequest, _ connection: Connection) -> ClientAddress? {
        let proxies = state.options.trustedProxies
        return proxies.isEmpty
            ? connection.peer
            : ForwardedClient.find(connection.peer, request.headers.list("x-forwarded-for"), trusted: proxies)
    }

    /// Counts a proxy's connection for the client that it is used for, from the head of a request to the end of its answer.
    ///
    /// - Returns: false where the client has as many already as one may have.
    private func count(_ connection: Connection, for client: ClientAddress?) -> Bool {
        guard connection.held == nil, client != connection.peer, let key = state.counts.key(client) else { return true }
        guard state.counts.hold(key) else { return false }
        connection.held = key
        return true
    }

    private func send(
        _ response: HTTPResponse, to request: HTTPRequest, _ connection: Connection, refusal: HTTPRefusal? = nil
    ) {
        var persists = connection.parser.isPersistent && !state.isDraining
        let option: ConnectionOption =
            !persists ? .close : connection.parser.expectsKeepAlive ? .keepAlive : .persists
        let isHead = request.method == "HEAD"
        let body: [UInt8]
        switch response.body {
        case .prepared(let prepared):
            compose(prepared.head, option)
            body = isHead ? [] : prepared.body
        case .bytes(let bytes):
            guard let head = response.headBytes else { return close(connection) }
            compose(head, option)
            body = isHead || !ResponseHead.hasBody(response.status) ? [] : bytes
        case .events(let stream): return attach(stream, response, connection)
        case .truncated:
            // Not "HTTP": Chromium takes that for a status line, and the answer for a complete one.
            scratch.removeAll(keepingCapacity: true)
            scratch.append(UInt8(ascii: "H"))
            body = []
            persists = false
        case .nothing: return close(connection)
        }
        connection.closesAfterOutput = !persists
        let length = scratch.count + body.count
        connection.answered += 1
        write(scratch, body, connection)
        // Nor does it stay in a redirect's address.
        scratch.withUnsafeMutableBytes { scratch in _ = scratch.initializeMemory(as: UInt8.self, repeating: 0) }
        if state.options.observe != nil {
            observe(
                HTTPExchange(
                    method: request.method, status: response.status, bytes: length,
                    nanoseconds: Clock.now - connection.began, refusal: refusal, subject: response.subject))
        }
        finish(connection)
    }

    /// The answer is on its way; unless the connection ends, the next request may come.
    func finish(_ connection: Connection) {
        guard !connection.isClosed, !connection.hasOutput, connection.phase == .request else { return }
        connection.hasBegun = false
        letGo(connection)
        if connection.closesAfterOutput { return close(connection) }
        connection.deadline = now + state.patience.idle
        wait(connection)
    }

    /// The answer to a client behind a proxy is out, or never will be.
    func letGo(_ connection: Connection) {
        guard let key = connection.held else { return }
        connection.held = nil
        state.counts.letGo(key)
    }

    func refuse(_ refusal: HTTPRefusal, _ connection: Connection) {
        let response = HTTPResponse.refusal(refusal)
        guard let head = response.headBytes, case .bytes(let body) = response.body else { return close(connection) }
        stopWaiting(connection)
        connection.phase = .lingering
        connection.closesAfterOutput = true
        connection.deadline = now + state.patience.linger
        compose(head, .close)
        let length = scratch.count + body.count
        write(scratch, body, connection)
        observe(
            HTTPExchange(
                status: refusal.status, bytes: length,
                nanoseconds: connection.hasBegun ? Clock.now - connection.began : 0, refusal: refusal))
        if !connection.isClosed, !connection.hasOutput { beginLingering(connection) }
    }

    func beginLingering(_ connection: Connection) {
        connection.tls?.sayGoodbye()
        shutdown(connection.descriptor, Int32(SHUT_WR))
        watch(connection, reads: true, writes: false)
    }

    /// Patience with a connection has ended.
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

    // MARK: - Event streams

    private func attach(_ stream: EventStream, _ response: HTTPResponse, _ connection: Connection) {
        state.remember(stream)
        // The end of the connection is the end of the stream; a browser hangs up on any other type (HTML, section 9.2.3).
        let headers = [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")] + response.headers
        guard !state.isDraining, let head = ResponseHead.bytes(status: response.status, headers: headers, length: nil)
        else { return close(connection) }
        stopWaiting(connection)
        connection.phase = .streaming
        connection.deadline = .max
        compose(head, .close)
        write(scratch, [], connection)
        guard !connection.isClosed else { return }
        let token = connection.token
        connection.stream = stream.join { [weak self] in self?.post(.stream(token: token)) }
        pump(connection)
    }

    /// Sends what a stream has for its client.
    func pump(_ connection: Connection) {
        guard let stream = connection.stream, !connection.hasOutput else { return }
        let (bytes, isEnded) = stream.take()
        if !bytes.isEmpty { write(bytes, [], connection) }
        if isEnded, !connection.isClosed { close(connection) }
    }
}
