internal import HTTPListener
internal import Synchronization

/// How often one client may ask for `/open/…`, in a table of a fixed size: whoever sends from many addresses makes it
/// forget, and never grow.
final class OpenRateLimit: Sendable {
    private struct Bucket {
        var client: ClientAddress?
        /// Requests that may still come at once.
        var tokens: Double = 0
        var seconds: Double = 0
    }

    private static let size = 4_096

    private let perSecond: Double
    private let burst: Double
    private let buckets: Mutex<[Bucket]>

    /// - Parameter perMinute: from one IPv4 address or IPv6 /64; as many may come at once.
    init(perMinute: Int) {
        perSecond = Double(perMinute) / 60
        burst = Double(perMinute)
        buckets = Mutex(Array(repeating: Bucket(), count: Self.size))
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - client: the network that it counts for.
    ///   - seconds: on a clock that does not go back.
    /// - Returns: whether it is one too many.
    func isExceeded(by client: ClientAddress, at seconds: Double) -> Bool {
        // Seeded anew in each process, so that nobody can choose an address that shares another's place.
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
