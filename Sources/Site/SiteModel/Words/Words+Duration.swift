extension Words {
    /// Returns a duration in words without rounding: `90 seconds`, `10 minutes`, `1 hour`, `24 hours`, `7 days`.
    ///
    /// The result is in the largest unit that divides the duration; up to 90 seconds it is in seconds, up to 48 hours in
    /// hours. `Templates/pages/script/duration.js` has another rule for waits on pages: it rounds them up to whole
    /// minutes or hours.
    ///
    /// - Parameter seconds: the duration, in seconds.
    /// - Returns: the number and its unit, in the language of the words.
    package func duration(ofSeconds seconds: Int) -> String {
        if seconds <= 90 || seconds % 60 != 0 { return counted(seconds, .seconds) }
        if seconds % 86_400 == 0, seconds > 172_800 { return counted(seconds / 86_400, .days) }
        if seconds % 3_600 == 0 { return counted(seconds / 3_600, .hours) }
        return counted(seconds / 60, .minutes)
    }

    private func counted(_ count: Int, _ key: WordKey) -> String {
        switch self[key] {
        case .single(let text): text.replacing("{count}", with: "\(count)")
        case .plural(let one, let other): (count == 1 ? one : other).replacing("{count}", with: "\(count)")
        }
    }
}
