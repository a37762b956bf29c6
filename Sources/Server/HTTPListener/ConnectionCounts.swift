internal import HTTPMessages
internal import Synchronization

/// Counts a listener's connections, in total and by address, and enforces their limits.
final class ConnectionCounts: Sendable {
    enum Admission {
        case admitted
        case addressIsFull
        case isFull
    }

    private struct Shared {
        var total = 0
        var perAddress: [ClientAddress: Int] = [:]

        mutating func subtract(_ key: ClientAddress) {
            let left = perAddress[key, default: 1] - 1
            perAddress[key] = left == 0 ? nil : left
        }
    }

    private let maximum: Int
    private let maximumPerAddress: Int
    private let exempt: [AddressRange]
    private let shared = Mutex(Shared())

    /// The maximum per address is for one IPv4 address or one IPv6 /64. The connections of proxies, in `exempt`, and of
    /// loopback addresses are not limited by address.
    init(maximum: Int, maximumPerAddress: Int, exempt: [AddressRange]) {
        self.maximum = maximum
        self.maximumPerAddress = maximumPerAddress
        self.exempt = exempt
    }

    var total: Int { shared.withLock { $0.total } }

    /// The address that a connection is counted under; nil if its address has no limit.
    func key(_ peer: ClientAddress?) -> ClientAddress? {
        guard let peer, !peer.isLoopback, !exempt.contains(where: { $0.contains(peer) }) else { return nil }
        return peer.network
    }

    /// Counts a connection if the limits allow it, or unconditionally with `always`.
    func enter(_ peer: ClientAddress?, always: Bool = false) -> Admission {
        let key = key(peer)
        return shared.withLock { shared in
            if !always {
                if let key, shared.perAddress[key, default: 0] >= maximumPerAddress { return .addressIsFull }
                if shared.total >= maximum { return .isFull }
            }
            shared.total += 1
            if let key { shared.perAddress[key, default: 0] += 1 }
            return .admitted
        }
    }

    func leave(_ peer: ClientAddress?) {
        let key = key(peer)
        shared.withLock { shared in
            shared.total -= 1
            if let key { shared.subtract(key) }
        }
    }

    /// Counts a request in progress for a client behind a trusted proxy, by its `key`; false if it has reached the
    /// limit of connections for one address. The proxy's own connections have no limit by address; it uses one
    /// connection for each response that it waits for.
    func hold(_ key: ClientAddress) -> Bool {
        shared.withLock { shared in
            guard shared.perAddress[key, default: 0] < maximumPerAddress else { return false }
            shared.perAddress[key, default: 0] += 1
            return true
        }
    }

    /// Ends what `hold` counted.
    func release(_ key: ClientAddress) { shared.withLock { $0.subtract(key) } }
}
