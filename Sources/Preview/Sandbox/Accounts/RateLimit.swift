/// A limit on the number of requests of one kind in a sliding window of time.
struct RateLimit: Sendable {
    let maximum: Int
    /// The length of the window, in seconds.
    let window: Int
    private var times: [String: [Int]] = [:]

    init(maximum: Int, window: Int) {
        self.maximum = maximum
        self.window = window
    }

    /// Counts a request unless it exceeds the limit; nil if it is within the limit, otherwise the milliseconds until
    /// the next one is.
    mutating func wait(_ key: String, now: Int) -> Int? {
        let recent = times[key, default: []].filter { $0 > now - window * 1_000 }
        guard recent.count < maximum else {
            times[key] = recent
            return recent.first.map { $0 + window * 1_000 - now } ?? window * 1_000
        }
        times[key] = recent + [now]
        return nil
    }
}
