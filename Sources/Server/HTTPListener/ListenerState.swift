internal import HTTPMessages
internal import Synchronization

final class ListenerState: Sendable {
    let options: HTTPListener.Options
    let handler: HTTPListener.Handler
    let counts: ConnectionCounts
    /// The header fields to keep; nil for all.
    let fields: WantedFields?
    private let draining = Atomic(false)
    private let accepted = Atomic<Int>(0)
    private let evicted = Atomic<Int>(0)

    init(options: HTTPListener.Options, handler: @escaping HTTPListener.Handler, connections: Int) {
        self.options = options
        self.handler = handler
        counts = ConnectionCounts(
            maximum: connections, maximumPerAddress: options.connectionsPerAddress, exempt: options.trustedProxies)
        let forwarded = options.trustedProxies.isEmpty ? [] : ["x-forwarded-for"]
        fields = options.fields.map { WantedFields($0 + forwarded) }
    }

    var isDraining: Bool {
        get { draining.load(ordering: .acquiring) }
        set { draining.store(newValue, ordering: .releasing) }
    }

    var acceptedCount: Int { accepted.load(ordering: .relaxed) }
    var evictedCount: Int { evicted.load(ordering: .relaxed) }

    func countAccepted() { accepted.add(1, ordering: .relaxed) }
    func countEvicted() { evicted.add(1, ordering: .relaxed) }
}
