internal import CLibrary
internal import CSockets
internal import HTTPMessages
internal import Memory
internal import Synchronization

extension EventLoop {
    /// Accepts pending connections, at most `count`. Where several loops listen, each accepts one at a time, so that
    /// connections that arrive together are spread over the loops.
    func accept(atMost count: Int) {
        for _ in 0..<count {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let descriptor = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    accept_connection(socket.descriptor, $0, &length)
                }
            }
            guard descriptor >= 0 else {
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: if makeRoomForDescriptor() { continue }
                default: break
                }
                return
            }
            listener.countAccepted()
            admit(descriptor, ClientAddress(address))
        }
    }

    private func admit(_ descriptor: Int32, _ peer: ClientAddress?) {
        let counts = listener.counts
        var admission = counts.enter(peer)
        if admission == .addressIsFull, evictOldest(of: counts.key(peer)) || evictOldestElsewhere() {
            admission = counts.enter(peer, always: true)
        } else if admission == .isFull, evictOldest() || evictOldestElsewhere() {
            admission = counts.enter(peer, always: true)
        }
        guard admission == .admitted else { return refuseConnection(descriptor) }
        let next = siblings.min { $0.load.load(ordering: .relaxed) < $1.load.load(ordering: .relaxed) }
        // A draining loop adopts no more connections.
        if !listener.isDraining, let next, next !== self,
            next.load.load(ordering: .relaxed) < load.load(ordering: .relaxed)
        {
            next.load.add(1, ordering: .relaxed)
            next.post(.adopt(descriptor: descriptor, peer: peer))
        } else {
            load.add(1, ordering: .relaxed)
            adopt(descriptor, peer)
        }
    }

    /// Serves a connection that has been counted.
    func adopt(_ descriptor: Int32, _ peer: ClientAddress?) {
        let tls = listener.options.tls.flatMap { TLSSession($0.credentials, descriptor: descriptor) }
        let now = state.now
        let connection = state.connections.insert { token in
            Connection(
                descriptor: descriptor, token: token, peer: peer, tls: tls,
                parser: RequestParser(limits: listener.options.limits, wanted: listener.fields), now: now,
                deadline: now + listener.options.timeouts.head)
        }
        evictableCount.add(1, ordering: .relaxed)
        guard listener.options.tls == nil || tls != nil else { return close(connection) }
        // Usually the request has arrived already; if its response closes the connection, registering with the poller
        // is saved.
        readable(connection)
        guard !connection.isClosed else { return }
        connection.isWatched = true
        let (reads, writes) = (connection.watchesReading, connection.watchesWriting)
        if !poller.add(descriptor, token: connection.token, reads: reads, writes: writes) { close(connection) }
    }

    /// Refuses a connection over the limit with 503, or over TLS by closing it.
    private func refuseConnection(_ descriptor: Int32) {
        if listener.options.tls == nil {
            let response = HTTPResponse.refusal(.busy)
            state.response.compose(ByteSlice(response.headBytes ?? []), .close)
            var bytes = state.response.bytes
            if case .bytes(let body) = response.body { bytes += body }
            _ = CLibrary.write(descriptor, bytes, bytes.count)
            shutdown(descriptor, Int32(SHUT_WR))
            // Closing with unread input would send a reset, which could discard the response.
            _ = CLibrary.read(descriptor, input.baseAddress, input.count)
        }
        CLibrary.close(descriptor)
        observe(HTTPExchange(status: 503, bytes: 0, nanoseconds: 0, refusal: .busy))
    }

    func close(_ connection: Connection) {
        guard !connection.isClosed else { return }
        connection.tls?.sendCloseNotify()
        forget(connection)
        listener.counts.leave(connection.peer)
        // Closing the descriptor also removes it from the poller.
        CLibrary.close(connection.descriptor)
    }

    /// Passes a connection without TLS to a handler's own code.
    func handOver(_ connection: Connection, to receive: (any ClientConnection) -> Void) {
        guard connection.tls == nil else { return close(connection) }
        if connection.isWatched { poller.remove(connection.descriptor) }
        forget(connection)
        receive(
            HandedOverConnection(
                descriptor: connection.descriptor, peer: connection.peer, counts: listener.counts))
    }

    /// Ends the loop's use of a connection, which stays open and counted.
    private func forget(_ connection: Connection) {
        connection.isClosed = true
        state.connections.remove(connection)
        evictableCount.subtract(1, ordering: .relaxed)
        load.subtract(1, ordering: .relaxed)
        release(connection)
    }

    // MARK: - Running out of file descriptors

    /// Evicts a connection to free a file descriptor, or pauses accepting; returns whether accepting can be retried.
    private func makeRoomForDescriptor() -> Bool {
        if !state.hasReportedExhaustion {
            state.hasReportedExhaustion = true
            listener.options.report?("the process has no file descriptor left; connections that wait make room")
        }
        if evictOldest() { return true }
        // The next sweep resumes accepting; until then connections wait in the socket's backlog.
        state.isAccepting = false
        poller.remove(socket.descriptor)
        return false
    }

    func resumeAccepting() {
        state.isAccepting = poller.add(socket.descriptor, token: Self.listeningToken, isShared: true)
        accept(atMost: 64)
        if state.isAccepting { state.hasReportedExhaustion = false }
    }

    // MARK: - Eviction

    /// Evicts the connection whose last response is longest ago, whether it owes a request, a part of one, or the
    /// reading of its response; returns whether there was one.
    func evictOldest() -> Bool { evict(state.connections.oldest) }

    private func evictOldest(of key: ClientAddress?) -> Bool {
        evict(state.connections.oldest { listener.counts.key($0.peer) == key })
    }

    private func evict(_ connection: Connection?) -> Bool {
        guard let connection else { return false }
        listener.countEvicted()
        close(connection)
        return true
    }

    /// Asks another loop to evict its oldest connection; returns whether a loop has one.
    private func evictOldestElsewhere() -> Bool {
        let other = siblings.first { $0 !== self && $0.evictableCount.load(ordering: .relaxed) > 0 }
        other?.post(.evict)
        return other != nil
    }
}
