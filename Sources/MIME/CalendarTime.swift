internal import CLibrary

/// A date and time of day in UTC, computed by `gmtime_r`.
package struct CalendarTime: Sendable {
    package let year: Int
    /// The month, from 1 to 12.
    package let month: Int
    /// The day of the month, from 1 to 31.
    package let day: Int
    /// The day of the week, 0 for Sunday.
    package let weekday: Int
    /// Hours, minutes and seconds with two digits each: `10:24:34`.
    package let clock: String

    /// Converts a time.
    ///
    /// - Parameter seconds: seconds since 1970; a year that the system cannot represent becomes 1970.
    package init(seconds: Int) {
        var time = time_t(seconds)
        var parts = tm()
        if gmtime_r(&time, &parts) == nil {
            time = 0
            gmtime_r(&time, &parts)
        }
        year = Int(parts.tm_year) + 1900
        month = Int(parts.tm_mon) + 1
        day = Int(parts.tm_mday)
        weekday = Int(parts.tm_wday)
        clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Self.padded(Int($0)) }.joined(separator: ":")
    }

    /// A number with leading zeros.
    package static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
