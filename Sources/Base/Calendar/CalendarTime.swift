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

    /// The English names of the months, as RFC 5322, RFC 9110 and TLS libraries write them.
    package static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// The time of a number of seconds since 1970; a year that the system cannot represent becomes 1970.
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

    /// `2026-11-21T10:24:34Z` (RFC 3339)
    package var rfc3339: String { "\(dateAndTime)Z" }

    private var dateAndTime: String { "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))T\(clock)" }

    /// `2026-11-21T10:24:34.123Z` (RFC 3339), in UTC; the milliseconds are since 1970.
    package static func rfc3339(milliseconds: Int) -> String {
        // Rounded down, also before 1970.
        let fraction = (milliseconds % 1_000 + 1_000) % 1_000
        return "\(CalendarTime(seconds: (milliseconds - fraction) / 1_000).dateAndTime).\(padded(fraction, 3))Z"
    }

    /// `Sat, 21 Nov 2026 10:24:34 GMT`, as in HTTP (RFC 9110, section 5.6.7).
    package var http: String { "\(dateAndClock) GMT" }

    /// `Sat, 21 Nov 2026 10:24:34`, to which emails (RFC 5322, section 3.3) and HTTP add a zone each.
    package var dateAndClock: String {
        "\(Self.weekdays[weekday]), \(Self.padded(day)) \(Self.months[month - 1]) \(Self.padded(year, 4)) \(clock)"
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
