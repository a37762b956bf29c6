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
            guard let key else { return }
            let left = shared.perAddress[key, default: 1] - 1
            shared.perAddress[key] = left == 0 ? nil : left
        }
    }
}
