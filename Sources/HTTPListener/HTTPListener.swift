internal import Synchronization
internal import Threads

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// HTTP/1.1 on a socket, with TLS or without: loops over epoll or kqueue, one a thread, and a strict parser.
///
/// Every request is read by `RequestParser` before the handler sees it; what does not pass is refused in plain words, and
/// the connection ends.
public final class HTTPListener: Sendable {
    /// What a listener allows its clients.
    public struct Options: Sendable {
        /// Threads that answer, on which the handler runs too; 0 for one for each processor, which is as many as help.
        public var threads = 0
        /// Connections at once; when there are as many, the one that has waited longest for a request makes room.
        public var connections = 8_192
        /// Connections at once from one IPv4 address or one IPv6 /64; clients on this machine and trusted proxies are not
        /// counted, since they speak for many. Behind a trusted proxy, answers under way to the address that it forwards.
        public var connectionsPerAddress = 256
        /// Seconds for the head of a request, from its first byte; for a connection's first, from the connection on, with
        /// TLS to be agreed upon.
        public var headSeconds = 10
        /// Seconds that a connection may stay without a request after an answer.
        public var idleSeconds = 15
        /// Seconds for a request to its end, from its first byte.
        public var requestSeconds = 30
        /// Seconds that `stop` waits for answers under way.
        public var drainSeconds = 5
        /// The longest target of a request, in bytes.
        public var longestTarget = 8_192
        /// The longest head of a request, in bytes.
        public var longestHead = 32_768
        /// The most header fields of a request.
        public var mostFields = 100
        /// The longest body of a request, in bytes; GET and HEAD have none.
        public var longestBody = 65_536
        /// The header fields that the handler wants to see, in lower case; nil for all. Whoever serves much names few.
        public var fields: [String]?
        /// Proxies whose word counts for who a client is, by X-Forwarded-For.
        public var trustedProxies: [AddressRange] = []
        /// What TLS is spoken with; nil for plain HTTP.
        public var tls: ServerCertificates?
        /// Called every second on a thread of its own.
        public var everySecond: (@Sendable () -> Void)?
        /// Gets every answer and every refusal, on the thread that sends it.
        public var observe: (@Sendable (HTTPExchange) -> Void)?
        /// Gets a sentence in lower case when something is wrong with the listener as a whole.
        public var report: (@Sendable (String) -> Void)?

        /// What suits a server on the open internet.
        public init() {}
    }

    /// Answers a request; called on several threads at once.
    public typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

    /// Where it listens, with the port that the system chose where 0 was asked for.
    public let address: ListenAddress
    private let state: ListenerState
    private let running: Mutex<Running?>

    private struct Running {
        let loops: [EventLoop]
        let threads: [SystemThread]
        let ticker: Ticker
    }

    /// The port that it listens on.
    public var port: Int { address.port }

    /// How many connections there are.
    public var connectionCount: Int { state.counts.total }

    /// How many connections were accepted since the start.
    public var acceptedCount: Int { state.acceptedCount }

    /// How many connections made room for others before they asked for anything.
    public var evictedCount: Int { state.evictedCount }

    /// Begins to listen.
    ///
    /// - Throws: `ListenerError` where the address or the port is not to be had.
    public convenience init(_ address: ListenAddress, options: Options = Options(), handler: @escaping Handler)
        throws(ListenerError)
    {
        try self.init(ListeningSocket(address), options, handler)
    }

    /// Listens on a socket that is bound already, as a service manager hands it on.
    ///
    /// - Parameters:
    ///   - descriptor: a listening socket; the listener closes it.
    ///   - options: what it allows its clients.
    ///   - handler: answers.
    /// - Throws: `ListenerError` where it is none.
    public convenience init(inherited descriptor: Int32, options: Options = Options(), handler: @escaping Handler)
        throws(ListenerError)
    {
        try self.init(ListeningSocket(inherited: descriptor), options, handler)
    }

    /// Begins to listen on a numeric address; port 0 lets the system choose.
    ///
    /// - Throws: `ListenerError` where the address or the port is not to be had.
    public convenience init(address: String, port: Int, options: Options = Options(), handler: @escaping Handler)
        throws(ListenerError)
    {
        try self.init(ListenAddress(address: address, port: port), options: options, handler: handler)
    }

    private init(_ socket: ListeningSocket, _ options: Options, _ handler: @escaping Handler) throws(ListenerError) {
        // A client that is gone is an error of one write, and nothing that ends the process.
        signal(SIGPIPE, SIG_IGN)
        address = socket.address
        let state = ListenerState(
            options: options, handler: handler, connections: Self.connections(options.connections))
        self.state = state
        let count = options.threads > 0 ? options.threads : min(Processors.count, 8)
        var loops: [EventLoop] = []
        let shared = SharedSocket(socket.descriptor)
        for _ in 0..<count {
            guard let loop = EventLoop(state, socket: shared) else { break }
            loops.append(loop)
        }
        for loop in loops { loop.siblings = loops }
        var threads: [SystemThread] = []
        for loop in loops {
            if let thread = SystemThread({ loop.run() }) { threads.append(thread) }
        }
        let ticker = Ticker { second in
            if second % 15 == 0 { state.beat() }
            options.everySecond?()
        }
        guard let ticker, !loops.isEmpty, threads.count == loops.count else {
            for loop in loops { loop.post(.drain) }
            for thread in threads { thread.join() }
            for loop in loops { loop.discardMail() }
            ticker?.stop()
            shared.close()
            throw ListenerError(address: address, reason: "the system has no thread or no file descriptor left")
        }
        running = Mutex(Running(loops: loops, threads: threads, ticker: ticker))
    }

    deinit { stop() }

    /// Takes no more connections, lets answers under way go out, ends event streams, and closes what is left.
    public func stop() {
        let stopped = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let stopped else { return }
        state.isDraining = true
        state.endStreams()
        for loop in stopped.loops { loop.post(.drain) }
        for thread in stopped.threads { thread.join() }
        for loop in stopped.loops { loop.discardMail() }
        stopped.ticker.stop()
    }

    /// As many connections as there are descriptors for, once the process has taken all that it may have.
    private static func connections(_ wanted: Int) -> Int {
        #if canImport(Glibc)
            let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let kind = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return wanted }
        let needed = rlim_t(wanted + 128)
        if limit.rlim_cur < needed {
            limit.rlim_cur = min(needed, limit.rlim_max)
            setrlimit(kind, &limit)
            getrlimit(kind, &limit)
        }
        return limit.rlim_cur >= needed ? wanted : max(Int(limit.rlim_cur) - 128, 16)
    }
}
