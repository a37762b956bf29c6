internal import CMicroHTTPD
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// HTTP/1.1 on a socket, over libmicrohttpd with epoll and a pool of threads.
///
/// Every request is checked by `HTTPRequest.init(checking:)` before the handler sees it; what does not pass is refused
/// in plain words. Heads that libmicrohttpd itself cannot read it refuses with a page of its own: it has no option for
/// another (0.9.75), and no callback before the line of the request is read.
public final class HTTPListener: Sendable {
    /// What a listener allows its clients.
    public struct Options: Sendable {
        /// Threads that answer, on which the handler runs too; 0 for one for each processor, which is as many as help.
        public var threads = 0
        /// Connections at once; more wait until one ends.
        public var connections = 2_048
        /// Connections at once from one address; clients on this machine are not counted, since a proxy there speaks
        /// for many.
        public var connectionsPerAddress = 256
        /// Seconds without a byte after which a connection ends.
        public var idleSeconds = 15
        /// Seconds for a request and its answer, the wait before it included. Since a byte a second keeps a connection
        /// from being idle, this is what ends clients that drip.
        public var requestSeconds = 30
        /// Seconds that `stop` waits for answers under way.
        public var drainSeconds = 5
        /// The longest head of a request, in bytes.
        public var longestHead = 12_288
        /// The longest body of a request, in bytes; GET and HEAD have none.
        public var longestBody = 65_536
        /// The header fields that the handler wants to see, in lower case; nil for all. Whoever serves much names few.
        public var fields: [String]?
        /// Called every second on a thread of its own.
        public var everySecond: (@Sendable () -> Void)?

        /// What suits a server on the open internet.
        public init() {}
    }

    /// Answers a request; called on several threads at once.
    public typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

    /// Where it listens, with the port that the system chose where 0 was asked for.
    public let address: ListenAddress
    private let core: ListenerCore
    private let running: Mutex<Running?>

    private struct Running {
        let daemon: OpaquePointer
        let ticker: Ticker
    }

    /// The port that it listens on.
    public var port: Int { address.port }

    /// Begins to listen.
    ///
    /// - Throws: `ListenerError` where the address or the port is not to be had.
    public init(_ address: ListenAddress, options: Options = Options(), handler: @escaping Handler)
        throws(ListenerError)
    {
        let socket = try ListeningSocket(address)
        self.address = ListenAddress(address: address.address, port: socket.port)
        core = ListenerCore(options: options, handler: handler)
        let core = core
        var setup = listener_setup(
            socket: socket.descriptor,
            threads: UInt32(options.threads > 0 ? options.threads : min(Processors.count, 8)),
            connections: UInt32(Self.connections(options.connections)), idle: UInt32(options.idleSeconds),
            memory: options.longestHead + 4_096, target: receiveTarget, answer: receiveRequest,
            completed: requestCompleted, connection: connectionChanged,
            context: Unmanaged.passUnretained(core).toOpaque())
        guard let daemon = listener_start(&setup) else {
            close(socket.descriptor)
            throw ListenerError(address: address, reason: "the server did not start")
        }
        guard let ticker = Ticker({ second in core.tick(second) }) else {
            MHD_stop_daemon(daemon)
            throw ListenerError(address: address, reason: "the system has no thread left")
        }
        running = Mutex(Running(daemon: daemon, ticker: ticker))
    }

    /// Begins to listen on a numeric address; port 0 lets the system choose.
    ///
    /// - Throws: `ListenerError` where the address or the port is not to be had.
    public convenience init(address: String, port: Int, options: Options = Options(), handler: @escaping Handler)
        throws(ListenerError)
    {
        try self.init(ListenAddress(address: address, port: port), options: options, handler: handler)
    }

    deinit { stop() }

    /// Takes no more connections, lets answers under way go out, ends event streams, and closes what is left.
    public func stop() {
        let stopped = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let stopped else { return }
        let socket = MHD_quiesce_daemon(stopped.daemon)
        core.endStreams()
        for _ in 0..<(core.options.drainSeconds * 100) where core.isBusy { usleep(10_000) }
        stopped.ticker.stop()
        MHD_stop_daemon(stopped.daemon)
        // Not before: the daemon's threads still take the socket out of what they wait for.
        if socket >= 0 { close(socket) }
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
