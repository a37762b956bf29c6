internal import CLibrary
internal import Calendar
internal import HTTPMessages
internal import Synchronization

/// The event loop of one thread: waits for its connections and answers their requests.
// Unchecked: every thread may use `mailbox`, `wakePipe`, `load` and `waitingCount`. `siblings` is set before any loop runs
// and cleared after the last has ended. Only the loop's own thread uses the rest.
final class EventLoop: @unchecked Sendable {
    /// A message from another thread.
    enum Message: Sendable {
        /// Serve a connection that another loop has accepted and counted.
        case adopt(descriptor: Int32, peer: ClientAddress?)
        /// Send what an event stream has queued for a connection.
        case stream(token: UInt64)
        /// Evict a connection to make room for one of another loop.
        case evict
        /// Stop accepting, and end when the last connection has closed.
        case drain
    }

    let state: ListenerState
    let poller: Poller
    let socket: SharedSocket
    private let wakePipe: WakePipe
    private let mailbox = Mutex<[Message]>([])
    /// The loop's load, which decides the loop that a new connection goes to: the number of its connections, and a
    /// large addend while a handler runs, which may take long.
    let load = Atomic(0)
    /// The number of connections that wait for a request and can be evicted.
    let waitingCount = Atomic(0)

    /// All loops of the listener, this one included.
    var siblings: [EventLoop] = []
    /// The connections by slot. A slot is reused with a new token.
    var connections: [Connection?] = []
    var freeSlots: [Int] = []
    private var generation: UInt64 = 0
    var connectionCount = 0
    /// The ends of the list of connections that wait for a request, longest-waiting first, as slots; -1 for none.
    var firstWaiting = -1
    var lastWaiting = -1

    /// The time of the last wake-up, in nanoseconds.
    var now = Clock.now
    private var nextSweep: UInt64 = 0
    private(set) var dateField: [UInt8] = []
    private var dateSecond = 0
    var isAccepting = true
    /// Whether the current shortage of file descriptors has been reported.
    var hasReportedExhaustion = false
    private var drainEnd: UInt64?

    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    /// The buffer in which a response's head is composed.
    var scratch: [UInt8] = []

    private static let wakeToken = UInt64.max
    static let listeningToken = UInt64.max - 1
    static let second: UInt64 = 1_000_000_000
    /// How long a draining listener keeps a connection that has just received a response, because its next request may
    /// be in transit. In nanoseconds.
    private static let drainGrace: UInt64 = 300_000_000

    /// Returns nil if the process has no file descriptor left.
    init?(_ state: ListenerState, socket: SharedSocket) {
        guard let poller = Poller() else { return nil }
        guard let wakePipe = WakePipe() else {
            poller.close()
            return nil
        }
        self.state = state
        self.poller = poller
        self.wakePipe = wakePipe
        self.socket = socket
        socket.hold()
        _ = poller.add(wakePipe.reading, token: Self.wakeToken)
        _ = poller.add(socket.descriptor, token: Self.listeningToken, isShared: true)
        scratch.reserveCapacity(2_048)
    }

    deinit {
        buffer.deallocate()
        poller.close()
        wakePipe.close()
    }

    /// Sends the loop a message; can be called from any thread.
    func post(_ message: Message) {
        let isFirst = mailbox.withLock { mailbox in
            mailbox.append(message)
            return mailbox.count == 1
        }
        if isFirst { wakePipe.wakeUp() }
    }

    /// Runs until the listener has been stopped and the last connection has closed.
    func run() {
        nextSweep = now + Self.second
        while true {
            let wait = nextSweep > now ? (nextSweep - now) / 1_000_000 + 1 : 0
            let count = poller.wait(milliseconds: Int32(min(wait, 1_000)))
            now = Clock.now
            refreshDate()
            var isWoken = false
            for index in 0..<count {
                let ready = poller[index]
                switch ready.token {
                case Self.wakeToken: isWoken = true
                case Self.listeningToken: accept(atMost: siblings.count > 1 ? 1 : 64)
                default: serve(ready.token, reads: ready.reads, writes: ready.writes)
                }
            }
            if isWoken { readMailbox() }
            // After the events, so that a request that arrived while the process was suspended does not time out.
            if now >= nextSweep { sweep() }
            if drainEnd != nil, connectionCount == 0 { return }
        }
    }

    private func serve(_ token: UInt64, reads: Bool, writes: Bool) {
        guard let connection = connection(token) else { return }
        if writes { writable(connection) }
        if reads, !connection.isClosed { readable(connection) }
    }

    private func readMailbox() {
        wakePipe.clear()
        let messages = mailbox.withLock { mailbox in
            defer { mailbox = [] }
            return mailbox
        }
        for message in messages {
            switch message {
            case .adopt(let descriptor, let peer): adopt(descriptor, peer)
            case .stream(let token): if let connection = connection(token) { pump(connection) }
            case .evict: _ = evictOldest()
            case .drain: drain()
            }
        }
    }

    /// Closes the connections in messages that arrived after the loop ended.
    func discardMail() {
        for message in mailbox.withLock({ $0 }) {
            if case .adopt(let descriptor, _) = message { CLibrary.close(descriptor) }
        }
        siblings = []
    }

    private func refreshDate() {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_REALTIME_COARSE, &time)
        #else
            clock_gettime(CLOCK_REALTIME, &time)
        #endif
        guard time.tv_sec != dateSecond || dateField.isEmpty else { return }
        dateSecond = time.tv_sec
        dateField = Array("Date: \(CalendarTime(seconds: dateSecond).http)\r\n".utf8)
    }

    // MARK: - Connections by slot

    func connection(_ token: UInt64) -> Connection? {
        let slot = Int(token & 0xFFFF_FFFF)
        guard slot < connections.count, let connection = connections[slot], connection.token == token else {
            return nil
        }
        return connection
    }

    /// Returns a new unique token, whose lower 32 bits are a free slot.
    func takeToken() -> UInt64 {
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
        } else {
            slot = connections.count
            connections.append(nil)
        }
        generation = (generation + 1) & 0x7FFF_FFFF
        return generation << 32 | UInt64(slot)
    }

    // MARK: - Time

    /// Expires connections past their deadline, and closes idle ones while draining.
    private func sweep() {
        nextSweep = now + (drainEnd == nil ? Self.second : Self.second / 20)
        for connection in connections {
            guard let connection, now >= connection.deadline else { continue }
            expire(connection)
        }
        if !isAccepting, drainEnd == nil { resumeAccepting() }
        guard let drainEnd else { return }
        for connection in connections {
            guard let connection else { continue }
            if now >= drainEnd || connection.phase == .streaming && connection.stream == nil
                || connection.isWaiting && !connection.hasBegun && now > connection.since + Self.drainGrace
            {
                close(connection)
            }
        }
    }

    /// Accepts the connections that are pending, then stops listening.
    private func drain() {
        guard drainEnd == nil else { return }
        accept(atMost: .max)
        drainEnd = now + state.timeouts.drain
        if isAccepting { poller.remove(socket.descriptor) }
        isAccepting = false
        socket.release()
        nextSweep = now
    }
}
