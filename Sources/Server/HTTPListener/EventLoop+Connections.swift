internal import CLibrary
internal import CSockets
internal import HTTPMessages
internal import Memory
internal import Synchronization

extension EventLoop {
    /// Accepts pending connections.
    ///
    /// - Parameter count: the maximum number to accept. Where several loops listen, each accepts one at a time, so that
    ///   connections that arrive together are spread over the loops.
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
            state.countAccepted()
            admit(descriptor, ClientAddress(address))
        }
    }

    private func admit(_ descriptor: Int32, _ peer: ClientAddress?) {
        var admission = state.counts.enter(peer)
        if admission == .addressIsFull, evictOldest(of: state.counts.key(peer)) || evictOldestElsewhere() {
            admission = state.counts.enter(peer, always: true)
        } else if admission == .isFull, evictOldest() || evictOldestElsewhere() {
            admission = state.counts.enter(peer, always: true)
        }
        guard admission == .admitted else { return refuseConnection(descriptor) }
        let next = siblings.min { $0.load.load(ordering: .relaxed) < $1.load.load(ordering: .relaxed) }
        // A draining loop adopts no more connections.
        if !state.isDraining, let next, next !== self,
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
        let tls = state.options.tls.flatMap { TLSSession($0.credentials, descriptor: descriptor) }
        let token = takeToken()
        let connection = Connection(
            descriptor: descriptor, token: token, peer: peer, tls: tls,
            parser: RequestParser(limits: state.limits, wanted: state.fields), now: now,
            deadline: now + state.timeouts.head)
        connections[connection.slot] = connection
        connectionCount += 1
        wait(connection)
        guard state.options.tls == nil || tls != nil else { return close(connection) }
        // Usually the request has arrived already; if its response closes the connection, registering with the poller
        // is saved.
        readable(connection)
        guard !connection.isClosed else { return }
        connection.isWatched = true
        let (reads, writes) = (connection.watchesReading, connection.watchesWriting)
        if !poller.add(descriptor, token: token, reads: reads, writes: writes) { close(connection) }
    }

    /// Refuses a connection over the limit with 503, or over TLS by closing it.
    private func refuseConnection(_ descriptor: Int32) {
        if state.options.tls == nil {
            let response = HTTPResponse.refusal(.busy)
            compose(ByteSlice(response.headBytes ?? []), .close)
            if case .bytes(let body) = response.body { scratch += body }
            _ = CLibrary.write(descriptor, scratch, scratch.count)
            shutdown(descriptor, Int32(SHUT_WR))
            // Closing with unread input would send a reset, which could discard the response.
            _ = CLibrary.read(descriptor, buffer.baseAddress, buffer.count)
        }
        CLibrary.close(descriptor)
        observe(HTTPExchange(status: 503, bytes: 0, nanoseconds: 0, refusal: .busy))
    }

    /// Closes a connection immediately.
    func close(_ connection: Connection) {
        guard !connection.isClosed else { return }
        connection.isClosed = true
        stopWaiting(connection)
        connection.tls?.sendCloseNotify()
        if let stream = connection.stream { stream.leave() }
        connection.stream = nil
        connections[connection.slot] = nil
        freeSlots.append(connection.slot)
        connectionCount -= 1
        load.subtract(1, ordering: .relaxed)
        release(connection)
        state.counts.leave(connection.peer)
        // Closing the descriptor also removes it from the poller.
        CLibrary.close(connection.descriptor)
    }

    // MARK: - Running out of file descriptors

    /// Evicts a connection to free a file descriptor, or pauses accepting.
    ///
    /// - Returns: whether accepting can be retried.
    private func makeRoomForDescriptor() -> Bool {
        if !hasReportedExhaustion {
            hasReportedExhaustion = true
            state.options.report?("the process has no file descriptor left; connections that wait make room")
        }
        if evictOldest() { return true }
        // The next sweep resumes accepting; until then connections wait in the socket's backlog.
        isAccepting = false
        poller.remove(socket.descriptor)
        return false
    }

    func resumeAccepting() {
        isAccepting = poller.add(socket.descriptor, token: Self.listeningToken, isShared: true)
        accept(atMost: 64)
        if isAccepting { hasReportedExhaustion = false }
    }

    // MARK: - Connections that wait for a request

    /// Appends a connection to the list of those that wait.
    func wait(_ connection: Connection) {
        stopWaiting(connection)
        connection.isWaiting = true
        connection.since = now
        connection.previous = lastWaiting
        connection.next = -1
        if lastWaiting >= 0 { connections[lastWaiting]?.next = connection.slot } else { firstWaiting = connection.slot }
        lastWaiting = connection.slot
        waitingCount.add(1, ordering: .relaxed)
    }

    func stopWaiting(_ connection: Connection) {
        guard connection.isWaiting else { return }
        connection.isWaiting = false
        let (previous, next) = (connection.previous, connection.next)
        if previous >= 0 { connections[previous]?.next = next } else { firstWaiting = next }
        if next >= 0 { connections[next]?.previous = previous } else { lastWaiting = previous }
        waitingCount.subtract(1, ordering: .relaxed)
    }

    /// Evicts the connection that has waited longest.
    ///
    /// - Returns: whether one was waiting.
    func evictOldest() -> Bool {
        guard firstWaiting >= 0, let connection = connections[firstWaiting] else { return false }
        state.countEvicted()
        close(connection)
        return true
    }

    /// Evicts the connection from an address that has waited longest.
    private func evictOldest(of key: ClientAddress?) -> Bool {
        var slot = firstWaiting
        // Bounded, so that a client that opens many connections cannot cause a scan of the whole list for each.
        for _ in 0..<1_024 {
            guard slot >= 0, let connection = connections[slot] else { return false }
            if state.counts.key(connection.peer) == key {
                state.countEvicted()
                close(connection)
                return true
            }
            slot = connection.next
        }
        return false
    }

    /// Asks another loop to evict its longest-waiting connection.
    ///
    /// - Returns: whether a loop has one.
    private func evictOldestElsewhere() -> Bool {
        let other = siblings.first { $0 !== self && $0.waitingCount.load(ordering: .relaxed) > 0 }
        other?.post(.evict)
        return other != nil
    }
}
