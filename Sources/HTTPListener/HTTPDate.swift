internal import Calendar

/// Formats times for the `Date` field: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
enum HTTPDate {
    /// Formats a time.
    ///
    /// - Parameter seconds: seconds since 1970; negative values count as 0.
    /// - Returns: the date in GMT.
    static func text(_ seconds: Int) -> String { CalendarTime(seconds: max(seconds, 0)).dateAndClock + " GMT" }
}
