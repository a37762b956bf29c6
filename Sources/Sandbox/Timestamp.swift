/// A moment as the backends write it (RFC 3339), in UTC.
enum Timestamp {
    /// `2026-11-21T10:24:34.123Z` for milliseconds since 1970.
    static func text(_ milliseconds: Int) -> String {
        let days = milliseconds.quotientRoundingDown(86_400_000)
        let rest = milliseconds - days * 86_400_000
        let (year, month, day) = date(days)
        let seconds = rest / 1_000
        return "\(padded(year, 4))-\(padded(month))-\(padded(day))T\(padded(seconds / 3_600))"
            + ":\(padded(seconds / 60 % 60)):\(padded(seconds % 60)).\(padded(rest % 1_000, 3))Z"
    }

    /// Year, month and day of a number of days since 1970, by counting in years that begin in March, so that the day
    /// that is sometimes missing is the last.
    static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.quotientRoundingDown(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }

    static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int {
    fileprivate func quotientRoundingDown(_ divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
