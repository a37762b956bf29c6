#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The date format of emails (RFC 5322, section 3.3).
enum MessageDate {
    /// `Sat, 21 Nov 2026 10:24:34 +0000`
    ///
    /// - Parameter seconds: seconds since 1970.
    /// - Returns: the date and time in UTC.
    static func text(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&time, &parts) != nil else { return text(0) }
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0)) }.joined(separator: ":")
        return "\(days[Int(parts.tm_wday)]), \(padded(Int(parts.tm_mday))) \(months[Int(parts.tm_mon)]) "
            + "\(Int(parts.tm_year) + 1900) \(clock) +0000"
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
