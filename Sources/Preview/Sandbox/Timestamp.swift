internal import Calendar

/// Timestamps in UTC in the backends' format (RFC 3339).
enum Timestamp {
    /// `2026-11-21T10:24:34.123Z` for milliseconds since 1970.
    static func text(_ milliseconds: Int) -> String { CalendarTime.rfc3339(milliseconds: milliseconds) }
}
