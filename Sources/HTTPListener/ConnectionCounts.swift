internal import Synchronization

/// How many connections a listener has, in all and from each address.
final class ConnectionCounts: Sendable {
    enum Admission {
        case admitted
        /// The address has as many as one may have.
        case addressIsFull
        /// All addresses together have.
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

    private let most: Int
    private let mostPerAddress: Int
    private let exempt: [AddressRange]
    private let shared = Mutex(Shared())

    /// - Parameters:
    ///   - most: connections in all.
    ///   - mostPerAddress: connections from one IPv4 address or one IPv6 /64.
    ///   - exempt: proxies, which speak for many, as this machine's own addresses do.
    init(most: Int, mostPerAddress: Int, exempt: [AddressRange]) {
        self.most = most
        self.mostPerAddress = mostPerAddress
        self.exempt = exempt
    }

    var total: Int { shared.withLock { $0.total } }

    /// The address that counts for a connection; nil where none does.
    func key(_ peer: ClientAddress?) -> ClientAddress? {
        guard let peer, !peer.isLoopback, !exempt.contains(where: { $0.contains(peer) }) else { return nil }
        return peer.network
    }

    /// Counts a connection if there is room for it, or in any case.
    func enter(_ peer: ClientAddress?, always: Bool = false) -> Admission {
        let key = key(peer)
        return shared.withLock { shared in
            if !always {
                if let key, shared.perAddress[key, default: 0] >= mostPerAddress { return .addressIsFull }
                if shared.total >= most { return .isFull }
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

    /// Counts an answer under way for a client behind a trusted proxy, whose own connections are the proxy's business: a
    /// proxy has one connection here for each answer that it waits for.
    ///
    /// - Parameter key: the client's, as `key` gives it.
    /// - Returns: false where the client has as many already as an address may have connections.
    func hold(_ key: ClientAddress) -> Bool {
        shared.withLock { shared in
            guard shared.perAddress[key, default: 0] < mostPerAddress else { return false }
            shared.perAddress[key, default: 0] += 1
            return true
        }
    }

    func letGo(_ key: ClientAddress) { shared.withLock { $0.subtract(key) } }
}
