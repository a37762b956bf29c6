/// The date format of emails (RFC 5322, section 3.3).
enum MessageDate {
    /// `Sat, 21 Nov 2026 10:24:34 +0000`
    ///
    /// - Parameter seconds: seconds since 1970.
    /// - Returns: the date and time in UTC.
    static func text(_ seconds: Int) -> String {
        let time = CalendarTime(seconds: seconds)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(days[time.weekday]), \(CalendarTime.padded(time.day)) \(months[time.month - 1]) "
            + "\(time.year) \(time.clock) +0000"
    }
}
