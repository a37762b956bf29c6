/// So many requests of one kind in so long.
struct RateLimit: Sendable {
    let most: Int
    /// In seconds.
    let window: Int
    private var times: [String: [Int]] = [:]

    init(most: Int, window: Int) {
        self.most = most
        self.window = window
    }

    /// Counts a request.
    ///
    /// - Returns: nil where it may pass, else the milliseconds until the next one may.
    mutating func wait(_ key: String, now: Int) -> Int? {
        let recent = times[key, default: []].filter { $0 > now - window * 1_000 }
        guard recent.count < most else {
            times[key] = recent
            return recent.first.map { $0 + window * 1_000 - now } ?? window * 1_000
        }
        times[key] = recent + [now]
        return nil
    }
}
