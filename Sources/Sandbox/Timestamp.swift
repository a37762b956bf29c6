internal import MIME

/// Timestamps in UTC in the backends' format (RFC 3339).
enum Timestamp {
    /// `2026-11-21T10:24:34.123Z` for milliseconds since 1970.
    static func text(_ milliseconds: Int) -> String {
        // Rounded down, also before 1970.
        let fraction = (milliseconds % 1_000 + 1_000) % 1_000
        let time = CalendarTime(seconds: (milliseconds - fraction) / 1_000)
        return
            "\(CalendarTime.padded(time.year, 4))-\(CalendarTime.padded(time.month))-\(CalendarTime.padded(time.day))"
            + "T\(time.clock).\(CalendarTime.padded(fraction, 3))Z"
    }
}
