internal import HTTPMessages
internal import Synchronization

/// The state that a listener's loops share.
final class ListenerState: Sendable {
    let options: HTTPListener.Options
    let handler: HTTPListener.Handler
    let counts: ConnectionCounts
    /// The header fields to keep; nil for all.
    let fields: WantedFields?
    let limits: RequestLimits
    /// The time limits.
    let timeouts: Timeouts
    private let draining = Atomic(false)
    private let accepted = Atomic<Int>(0)
    private let evicted = Atomic<Int>(0)
    private let streams = Mutex<[ObjectIdentifier: EventStream]>([:])

    /// The time limits in nanoseconds.
    struct Timeouts: Sendable {
        var head: UInt64
        var idle: UInt64
        var request: UInt64
        var linger: UInt64 = 2_000_000_000
        var drain: UInt64
    }

    init(options: HTTPListener.Options, handler: @escaping HTTPListener.Handler, connections: Int) {
        self.options = options
        self.handler = handler
        counts = ConnectionCounts(
            maximum: connections, maximumPerAddress: options.connectionsPerAddress, exempt: options.trustedProxies)
        let forwarded = options.trustedProxies.isEmpty ? [] : ["x-forwarded-for"]
        fields = options.fields.map { WantedFields($0 + forwarded) }
        limits = RequestLimits(
            target: options.longestTarget, head: options.longestHead, fields: options.maximumFields,
            body: options.longestBody)
        timeouts = Timeouts(
            head: Self.nanoseconds(options.headSeconds), idle: Self.nanoseconds(options.idleSeconds),
            request: Self.nanoseconds(options.requestSeconds), drain: Self.nanoseconds(options.drainSeconds))
    }

    private static func nanoseconds(_ seconds: Int) -> UInt64 { UInt64(max(seconds, 0)) * 1_000_000_000 }

    var isDraining: Bool {
        get { draining.load(ordering: .acquiring) }
        set { draining.store(newValue, ordering: .releasing) }
    }

    var acceptedCount: Int { accepted.load(ordering: .relaxed) }
    var evictedCount: Int { evicted.load(ordering: .relaxed) }

    func countAccepted() { accepted.add(1, ordering: .relaxed) }
    func countEvicted() { evicted.add(1, ordering: .relaxed) }

    func remember(_ stream: EventStream) {
        streams.withLock { $0[ObjectIdentifier(stream)] = stream }
    }

    /// Sends a comment on every stream, so that proxies do not close idle ones.
    func sendKeepAlive() {
        for stream in streams.withLock({ Array($0.values) }) { stream.sendKeepAlive() }
    }

    func endStreams() {
        for stream in streams.withLock({ Array($0.values) }) { stream.close() }
    }
}
