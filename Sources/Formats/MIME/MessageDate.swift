internal import Calendar

/// The date format of emails (RFC 5322, section 3.3).
enum MessageDate {
    /// `Sat, 21 Nov 2026 10:24:34 +0000`
    ///
    /// - Parameter seconds: seconds since 1970.
    /// - Returns: the date and time in UTC.
    static func text(_ seconds: Int) -> String { CalendarTime(seconds: seconds).dateAndClock + " +0000" }
}
