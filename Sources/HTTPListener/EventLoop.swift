internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// One thread that waits for its connections and answers what they ask.
// Unchecked: `mailbox`, `bell`, `load` and `waitingCount` are for every thread, `siblings` is set before any loop runs and
// taken away after the last has ended, all else is for the loop's own.
final class EventLoop: @unchecked Sendable {
    /// What other threads ask of a loop.
    enum Message: Sendable {
        /// A connection that another loop has accepted and counted.
        case adopt(descriptor: Int32, peer: ClientAddress?)
        /// A stream has something for one of its clients.
        case stream(token: UInt64)
        /// Make room for a connection of another loop.
        case evict
        /// Take no more connections.
        case drain
    }

    let state: ListenerState
    let poller: Poller
    let socket: SharedSocket
    private let bell: WakePipe
    private let mailbox = Mutex<[Message]>([])
    /// What the loop has to do, by which connections are shared out: connections, and more while a handler runs, which may
    /// take its time.
    let load = Atomic(0)
    /// Connections that wait for a request and could make room.
    let waitingCount = Atomic(0)

    /// All loops of the listener, this one included.
    var siblings: [EventLoop] = []
    /// By place; a place is used again under another token.
    var connections: [Connection?] = []
    var freeSlots: [Int] = []
    private var generation: UInt64 = 0
    var connectionCount = 0
    /// Those that wait for a request, the one that has waited longest first.
    var firstWaiting = -1
    var lastWaiting = -1

    /// In nanoseconds, as of the last wake-up.
    var now = Clock.now
    private var nextSweep: UInt64 = 0
    private(set) var dateField: [UInt8] = []
    private var dateSecond = 0
    var isAccepting = true
    /// Whether the lack of descriptors was reported since it began.
    var hasReportedExhaustion = false
    private var drainEnd: UInt64?

    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    /// Where the head of an answer is put together.
    var scratch: [UInt8] = []

    private static let bellToken = UInt64.max
    static let listeningToken = UInt64.max - 1
    static let second: UInt64 = 1_000_000_000
    /// How long connections that just had an answer may still ask for another one while the listener stops: their next
    /// request may be on its way.
    private static let drainGrace: UInt64 = 300_000_000

    /// Nil where the system has no descriptor left.
    init?(_ state: ListenerState, socket: SharedSocket) {
        guard let poller = Poller() else { return nil }
        guard let bell = WakePipe() else {
            poller.close()
            return nil
        }
        self.state = state
        self.poller = poller
        self.bell = bell
        self.socket = socket
        socket.hold()
        _ = poller.add(bell.reading, token: Self.bellToken)
        _ = poller.add(socket.descriptor, token: Self.listeningToken, isShared: true)
        scratch.reserveCapacity(2_048)
    }

    deinit {
        buffer.deallocate()
        poller.close()
        bell.close()
    }

    /// Asks something of the loop, from any thread.
    func post(_ message: Message) {
        let isFirst = mailbox.withLock { mailbox in
            mailbox.append(message)
            return mailbox.count == 1
        }
        if isFirst { bell.ring() }
    }

    /// Goes on until the listener has stopped and the last connection is gone.
    func run() {
        nextSweep = now + Self.second
        while true {
            let wait = nextSweep > now ? (nextSweep - now) / 1_000_000 + 1 : 0
            let count = poller.wait(milliseconds: Int32(min(wait, 1_000)))
            now = Clock.now
            refreshDate()
            var isRung = false
            for index in 0..<count {
                let ready = poller[index]
                switch ready.token {
                case Self.bellToken: isRung = true
                case Self.listeningToken: accept(atMost: siblings.count > 1 ? 1 : 64)
                default: serve(ready.token, reads: ready.reads, writes: ready.writes)
                }
            }
            if isRung { readMailbox() }
            // After the events: what has come while the process stood still is not late.
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
        bell.hush()
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

    /// Lets go of what came after the loop's end.
    func discardMail() {
        for message in mailbox.withLock({ $0 }) {
            if case .adopt(let descriptor, _) = message { systemClose(descriptor) }
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
        dateField = Array("Date: \(HTTPDate.text(dateSecond))\r\n".utf8)
    }

    // MARK: - Connections by place

    func connection(_ token: UInt64) -> Connection? {
        let slot = Int(token & 0xFFFF_FFFF)
        guard slot < connections.count, let connection = connections[slot], connection.token == token else {
            return nil
        }
        return connection
    }

    /// A token that no connection had before, whose lower half is a place.
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
            if now >= drainEnd
                || connection.isWaiting && !connection.hasBegun && now > connection.since + Self.drainGrace
            {
                close(connection)
            }
        }
    }

    /// Takes what stands before the door, and no more after it.
    private func drain() {
        guard drainEnd == nil else { return }
        accept(atMost: .max)
        drainEnd = now + state.patience.drain
        if isAccepting { poller.remove(socket.descriptor) }
        isAccepting = false
        socket.letGo()
        nextSweep = now
    }
}
