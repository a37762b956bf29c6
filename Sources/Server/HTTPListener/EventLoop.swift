internal import CLibrary
internal import HTTPMessages
internal import Synchronization

/// The event loop of one thread: waits for its connections and answers their requests.
// Unchecked: every thread may use `mailbox`, `wakePipe`, `load` and `evictableCount`. `siblings` is set before any loop runs
// and cleared after the last has ended. `state` belongs to the loop's own thread, which debug builds check.
final class EventLoop: @unchecked Sendable {
    /// A message from another thread.
    enum Message: Sendable {
        /// Serve a connection that another loop has accepted and counted.
        case adopt(descriptor: Int32, peer: ClientAddress?)
        /// Evict a connection to make room for one of another loop.
        case evict
        /// Stop accepting, and end when the last connection has closed.
        case drain
    }

    /// What only the loop's own thread uses.
    struct State {
        var connections = ConnectionTable()
        var response = ResponseBuffer()
        /// The time of the last wake-up, in nanoseconds.
        var now = Clock.now
        var isAccepting = true
        /// Whether the current shortage of file descriptors has been reported.
        var hasReportedExhaustion = false
        /// The time at which a draining loop closes its last connections; nil while it accepts.
        fileprivate(set) var drainEnd: UInt64?
        fileprivate var nextSweep: UInt64 = 0
    }

    let listener: ListenerState
    let poller: Poller
    let socket: SharedSocket
    /// Receives what a socket has; used on the loop's own thread.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    private let wakePipe: WakePipe
    private let mailbox = Mutex<[Message]>([])
    /// The loop's load, which decides the loop that a new connection goes to: the number of its connections, and a
    /// large addend while a handler runs, which may take long.
    let load = Atomic(0)
    /// The number of connections that can be evicted: those in the table.
    let evictableCount = Atomic(0)
    /// All loops of the listener, this one included.
    var siblings: [EventLoop] = []

    private var unchecked = State()
    /// The loop's own thread, once it runs.
    private var thread: pthread_t?

    var state: State {
        _read {
            assertOwnThread()
            yield unchecked
        }
        _modify {
            assertOwnThread()
            yield &unchecked
        }
    }

    private func assertOwnThread() {
        assert(
            thread.map { pthread_equal($0, pthread_self()) != 0 } ?? true,
            "the state of a loop is used on its own thread")
    }

    private static let wakeToken = UInt64.max
    static let listeningToken = UInt64.max - 1
    /// How long a draining listener keeps a connection that has just received a response, because its next request may
    /// be in transit. In nanoseconds.
    private static let drainGrace: UInt64 = 300_000_000

    /// Returns nil if the process has no file descriptor left.
    init?(_ listener: ListenerState, socket: SharedSocket) {
        guard let poller = Poller() else { return nil }
        guard let wakePipe = WakePipe() else {
            poller.close()
            return nil
        }
        self.listener = listener
        self.poller = poller
        self.wakePipe = wakePipe
        self.socket = socket
        socket.hold()
        _ = poller.add(wakePipe.reading, token: Self.wakeToken)
        _ = poller.add(socket.descriptor, token: Self.listeningToken, isShared: true)
    }

    deinit {
        input.deallocate()
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

    /// Runs on the calling thread until the listener has been stopped and the last connection has closed.
    func run() {
        thread = pthread_self()
        state.nextSweep = state.now + Clock.second
        while true {
            let (now, nextSweep) = (state.now, state.nextSweep)
            let wait = nextSweep > now ? (nextSweep - now) / 1_000_000 + 1 : 0
            let count = poller.wait(milliseconds: Int32(min(wait, 1_000)))
            state.now = Clock.now
            state.response.refreshDate()
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
            if state.now >= state.nextSweep { sweep() }
            if state.drainEnd != nil, state.connections.count == 0 { return }
        }
    }

    private func serve(_ token: UInt64, reads: Bool, writes: Bool) {
        guard let connection = state.connections[token] else { return }
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
            case .evict: _ = evictOldest()
            case .drain: drain()
            }
        }
    }

    /// Closes the connections in messages that arrived after the loop ended; called by the thread that stopped it.
    func discardMail() {
        for message in mailbox.withLock({ $0 }) {
            if case .adopt(let descriptor, _) = message { CLibrary.close(descriptor) }
        }
        siblings = []
    }

    /// Expires connections past their deadline, and closes idle ones while draining.
    private func sweep() {
        let now = state.now
        state.nextSweep = now + (state.drainEnd == nil ? Clock.second : Clock.second / 20)
        for connection in state.connections.all where now >= connection.deadline { expire(connection) }
        if !state.isAccepting, state.drainEnd == nil { resumeAccepting() }
        guard let drainEnd = state.drainEnd else { return }
        for connection in state.connections.all {
            let isIdle = !connection.hasBegun && now > connection.since + Self.drainGrace
            if now >= drainEnd || isIdle { close(connection) }
        }
    }

    /// Accepts the connections that are pending, then stops listening.
    private func drain() {
        guard state.drainEnd == nil else { return }
        accept(atMost: .max)
        state.drainEnd = state.now + listener.options.timeouts.drain
        if state.isAccepting { poller.remove(socket.descriptor) }
        state.isAccepting = false
        socket.release()
        state.nextSweep = state.now
    }
}
