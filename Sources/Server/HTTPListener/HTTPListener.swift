internal import CLibrary
package import HTTPMessages
internal import Synchronization
internal import Threads

/// An HTTP/1.1 server, with or without TLS: event loops over epoll or kqueue, one for each thread, and a strict parser.
///
/// `RequestParser` validates every request before the handler receives it. A request that fails is refused with a
/// plain-text response, and its connection is closed.
package final class HTTPListener: Sendable {
    package struct Options: Sendable {
        /// The number of threads, on which the handler runs too; 0 for one per processor, at most 8.
        package var threads = 0
        /// The maximum number of connections; at the limit, a new connection evicts the one whose last response is
        /// longest ago.
        package var connections = 8_192
        /// The maximum number of connections from one IPv4 address or one IPv6 /64. Connections from this machine and
        /// from trusted proxies are exempt; behind a trusted proxy, the limit applies to the requests in progress of
        /// each forwarded address.
        package var connectionsPerAddress = 256
        package var timeouts = Timeouts()
        package var limits = RequestLimits()
        /// The header fields that the handler needs, in lower case; nil for all. The fewer, the faster.
        package var fields: [String]?
        package var trustedProxies: [AddressRange] = []
        /// The certificates for TLS; nil for plain HTTP.
        package var tls: ServerCertificates?
        /// Called every second on a separate thread.
        package var onTick: (@Sendable () -> Void)?
        /// Called for every response and refusal, on the thread that sends it.
        package var observe: (@Sendable (HTTPExchange) -> Void)?
        /// Called with a message in lower case when a problem concerns the whole listener.
        package var report: (@Sendable (String) -> Void)?

        package init() {}
    }

    /// Time limits in nanoseconds.
    package struct Timeouts: Sendable {
        /// For a request's head, from its first byte; for the first on a connection from accepting it, TLS handshake
        /// included. Long enough for a bad mobile network; a client that sends a byte now and then holds a connection no
        /// longer.
        package var head = 10 * Clock.second
        /// For a whole request, from its first byte, if bodies are read.
        package var request = 30 * Clock.second
        /// Between a response and the next request. A proxy that keeps connections longer may send a request on one that
        /// is being closed.
        package var idle = 15 * Clock.second
        /// For the responses in progress when the listener stops: half of what service managers wait by default before
        /// they kill a process.
        package var drain = 5 * Clock.second
        /// For what a client sends after its last response, which is read and discarded.
        let linger = 2 * Clock.second

        package init() {}
    }

    /// Answers a request; called concurrently on several threads.
    package typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

    /// The address and port; for a requested port 0, the port that the system chose.
    package let address: ListenAddress
    private let state: ListenerState
    private let running: Mutex<Running?>

    private struct Running {
        let loops: [EventLoop]
        let threads: [SystemThread]
        let ticker: Ticker?
    }

    package var port: Int { address.port }

    package var connectionCount: Int { state.counts.total }

    package var acceptedCount: Int { state.acceptedCount }

    /// The number of connections evicted to make room for others.
    package var evictedCount: Int { state.evictedCount }

    package convenience init(_ address: ListenAddress, options: Options = Options(), handler: @escaping Handler)
        throws(ListenerError)
    {
        try self.init(ListeningSocket(address), options, handler)
    }

    /// Starts listening on a socket that is already bound, as passed by a service manager, and closes it in the end.
    package convenience init(inherited descriptor: Int32, options: Options = Options(), handler: @escaping Handler)
        throws(ListenerError)
    {
        try self.init(ListeningSocket(inherited: descriptor), options, handler)
    }

    private init(_ socket: ListeningSocket, _ options: Options, _ handler: @escaping Handler) throws(ListenerError) {
        // A write to a closed connection should fail with EPIPE instead of ending the process.
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
        let ticker = options.onTick.flatMap(Ticker.init)
        guard ticker != nil || options.onTick == nil, !loops.isEmpty, threads.count == loops.count else {
            for loop in loops { loop.post(.drain) }
            for thread in threads { thread.join() }
            for loop in loops { loop.discardMail() }
            ticker?.stop()
            shared.close()
            throw ListenerError(address, reason: "the system has no thread or no file descriptor left")
        }
        running = Mutex(Running(loops: loops, threads: threads, ticker: ticker))
    }

    deinit { stop() }

    /// Stops accepting, waits for responses in progress, and closes the remaining connections, but those that were handed
    /// over.
    package func stop() {
        let stopped = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let stopped else { return }
        state.isDraining = true
        for loop in stopped.loops { loop.post(.drain) }
        for thread in stopped.threads { thread.join() }
        for loop in stopped.loops { loop.discardMail() }
        stopped.ticker?.stop()
    }

    /// The number of connections that the descriptor limit allows, after raising it as far as needed and possible.
    private static func connections(_ wanted: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(Resource.openFiles, &limit) == 0 else { return wanted }
        let needed = rlim_t(wanted + 128)
        if limit.rlim_cur < needed {
            limit.rlim_cur = min(needed, limit.rlim_max)
            setrlimit(Resource.openFiles, &limit)
            getrlimit(Resource.openFiles, &limit)
        }
        return limit.rlim_cur >= needed ? wanted : max(Int(limit.rlim_cur) - 128, 16)
    }
}

/// A request and its response, for metrics and logs; contains nothing that the client sent but the method.
package struct HTTPExchange: Sendable {
    /// The method, such as `GET`; nil if no request could be parsed.
    package var method: String?
    package var status: Int
    /// The response's size in bytes, head included.
    package var bytes: Int
    /// The nanoseconds from the request's first byte until the response was passed to the system.
    package var nanoseconds: UInt64
    /// The reason if the listener refused the request itself.
    package var refusal: HTTPRefusal?
    /// The `subject` that the handler set in its response.
    package var subject: (any Sendable)?
}
