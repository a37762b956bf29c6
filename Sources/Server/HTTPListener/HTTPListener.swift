internal import CLibrary
package import HTTPMessages
internal import Synchronization
internal import Threads

/// An HTTP/1.1 server, with or without TLS: event loops over epoll or kqueue, one for each thread, and a strict parser.
///
/// `RequestParser` validates every request before the handler receives it. A request that fails is refused with a
/// plain-text response, and its connection is closed.
package final class HTTPListener: Sendable {
    /// A listener's limits and callbacks.
    package struct Options: Sendable {
        /// The number of threads, on which the handler runs too; 0 for one per processor, at most 8.
        package var threads = 0
        /// The maximum number of connections; at the limit, a new connection evicts the one that has waited longest for
        /// a request.
        package var connections = 8_192
        /// The maximum number of connections from one IPv4 address or one IPv6 /64. Connections from this machine and
        /// from trusted proxies are exempt; behind a trusted proxy, the limit applies to the requests in progress of
        /// each forwarded address.
        package var connectionsPerAddress = 256
        /// The time limit for a request's head, in seconds from its first byte; for the first on a connection from
        /// accepting it, TLS handshake included.
        package var headSeconds = 10
        /// How long a connection may be idle after a response, in seconds.
        package var idleSeconds = 15
        /// The time limit for a whole request, in seconds from its first byte.
        package var requestSeconds = 30
        /// How long `stop` waits for responses in progress, in seconds.
        package var drainSeconds = 5
        /// The maximum length of a request target, in bytes.
        package var longestTarget = 8_192
        /// The maximum length of a request head, in bytes.
        package var longestHead = 32_768
        /// The maximum number of header fields in a request.
        package var maximumFields = 100
        /// The maximum length of a request body, in bytes; GET and HEAD requests must have none.
        package var longestBody = 65_536
        /// The header fields that the handler needs, in lower case; nil for all. The fewer, the faster.
        package var fields: [String]?
        /// The proxies whose X-Forwarded-For is trusted.
        package var trustedProxies: [AddressRange] = []
        /// The certificates for TLS; nil for plain HTTP.
        package var tls: ServerCertificates?
        /// Called every second on a separate thread.
        package var onTick: (@Sendable () -> Void)?
        /// Called for every response and refusal, on the thread that sends it.
        package var observe: (@Sendable (HTTPExchange) -> Void)?
        /// Called with a message in lower case when a problem concerns the whole listener.
        package var report: (@Sendable (String) -> Void)?

        /// Creates options suitable for a server on the public internet.
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
        let ticker: Ticker
    }

    /// The port.
    package var port: Int { address.port }

    /// The number of open connections.
    package var connectionCount: Int { state.counts.total }

    /// The number of connections accepted since the start.
    package var acceptedCount: Int { state.acceptedCount }

    /// The number of connections evicted to make room for others.
    package var evictedCount: Int { state.evictedCount }

    /// Starts listening.
    ///
    /// - Throws: `ListenerError` if the address or port is not available.
    package convenience init(_ address: ListenAddress, options: Options = Options(), handler: @escaping Handler)
        throws(ListenerError)
    {
        try self.init(ListeningSocket(address), options, handler)
    }

    /// Starts listening on a socket that is already bound, as passed by a service manager.
    ///
    /// - Parameters:
    ///   - descriptor: a listening socket, which the listener will close.
    ///   - options: limits and callbacks.
    ///   - handler: answers requests.
    /// - Throws: `ListenerError` if it is not a listening socket.
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
        let ticker = Ticker { second in
            if second % 15 == 0 { state.sendKeepAlive() }
            options.onTick?()
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

    /// Stops accepting, waits for responses in progress, ends event streams, and closes the remaining connections.
    package func stop() {
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

    /// The number of connections that the descriptor limit allows, after raising it as far as needed and possible.
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
