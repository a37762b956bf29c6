internal import HTTPMessages
internal import Synchronization

/// A rate limit for `/open/…` by client: a token bucket for each, in a table of fixed size. Clients whose hashes
/// collide replace each other, so that many addresses cannot exhaust memory.
final class OpenRateLimit: Sendable {
    private struct Bucket {
        var client: ClientAddress?
        /// The requests allowed immediately.
        var tokens: Double = 0
        var seconds: Double = 0
    }

    private static let size = 4_096

    private let perSecond: Double
    private let burst: Double
    private let buckets: Mutex<[Bucket]>

    /// The limit is for one IPv4 address or IPv6 /64, and is also the maximum burst.
    init(perMinute: Int) {
        perSecond = Double(perMinute) / 60
        burst = Double(perMinute)
        buckets = Mutex(Array(repeating: Bucket(), count: Self.size))
    }

    /// Counts a request of a client's network, at a time on a monotonic clock; returns whether it exceeds the limit.
    func isExceeded(by client: ClientAddress, at seconds: Double) -> Bool {
        // Hashes are seeded randomly in each process, so that an attacker cannot choose an address that collides with
        // another.
        let place = Int(UInt(bitPattern: client.hashValue) % UInt(Self.size))
        return buckets.withLock { buckets in
            if buckets[place].client != client {
                buckets[place] = Bucket(client: client, tokens: burst, seconds: seconds)
            }
            let gained = max(seconds - buckets[place].seconds, 0) * perSecond
            buckets[place].tokens = min(buckets[place].tokens + gained, burst)
            buckets[place].seconds = seconds
            guard buckets[place].tokens >= 1 else { return true }
            buckets[place].tokens -= 1
            return false
        }
    }
}
