internal import Calendar

package struct CertificatePeriod: Hashable, Sendable {
    package let begin: Int
    /// The end, in seconds since 1970.
    package let end: Int
}

extension CertificatePeriod {
    /// Parses bounds as TLS libraries print them: `Dec 23 02:38:00 2026 GMT` or `2026-12-23 02:38:00 GMT`.
    package init?(begin: String, end: String) {
        guard let begin = Self.seconds(begin), let end = Self.seconds(end) else { return nil }
        self.init(begin: begin, end: end)
    }

    func days(from now: Int) -> Int { (end - now) / 86_400 }

    /// Whether renewal is overdue: ACME clients renew when a third of the period is left, of 90 days thus 30; this is true
    /// when less than 14 days are.
    func isEnding(at now: Int) -> Bool { isLeft(days: 14, part: 3, at: now) }

    /// Whether the end is so near that it needs someone today: less than three days.
    func isEndingSoon(at now: Int) -> Bool { isLeft(days: 3, part: 6, at: now) }

    /// Whether less than some days are left; of certificates for six to ten days, which an authority offers
    /// (https://letsencrypt.org/docs/profiles/), less than a part of their period.
    private func isLeft(days: Int, part: Int, at now: Int) -> Bool {
        let length = end - begin
        let isShort = length >= 6 * 86_400 && length <= 10 * 86_400
        return end - now < (isShort ? length / part : days * 86_400)
    }

    private static func seconds(_ text: String) -> Int? {
        var words = text.split(separator: " ").map(String.init)
        guard words.popLast() == "GMT" else { return nil }
        let time = words.first { $0.contains(":") }?.split(separator: ":").compactMap { Int($0) } ?? []
        words.removeAll { $0.contains(":") }
        let date: [Int]
        if words.count == 3, let month = CalendarTime.months.firstIndex(of: words[0]), let day = Int(words[1]),
            let year = Int(words[2])
        {
            date = [year, month + 1, day]
        } else if words.count == 1 {
            date = words[0].split(separator: "-").compactMap { Int($0) }
        } else {
            return nil
        }
        guard date.count == 3, time.count == 3 else { return nil }
        return days(year: date[0], month: date[1], day: date[2]) * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }

    /// Returns the days since 1970-01-01 in the Gregorian calendar, computed with years that begin in March.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
