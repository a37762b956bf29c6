package import Diagnostics

/// A duration in an English sentence about how long a link works, which the link's lifetime may contradict.
package struct PromisedLifetime {
    /// As it is written: `48 hours`, `an hour`.
    package let text: String
    package let seconds: Int
    package let location: SourceLocation
    /// Whether the sentence speaks of a link, and not of a wait or of a session.
    let isOfLink: Bool

    private static let units = ["minute": 60, "hour": 3600, "day": 86_400, "week": 604_800]
    private static let numbers: [String: Int] = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10,
        "twelve": 12,
        "fifteen": 15, "thirty": 30,
    ]
    /// What stands between 'works' and a duration.
    private static let joints: Set<String> = [
        "for", "within", "only", "just", "up", "to", "the", "next", "once", "and", "about",
    ]
    private static let ofUse: Set<String> = [
        "work", "works", "last", "lasts", "live", "lives", "good", "usable", "used", "use",
    ]

    /// The durations in a file, or in its part from an offset.
    package static func all(in source: SourceText, from start: Int = 0) -> [PromisedLifetime] {
        let text = source.text
        let body = text.utf8.index(text.startIndex, offsetBy: start)
        return text[body...].split(whereSeparator: { ".\n".contains($0) }).compactMap { sentence in
            let words = sentence.split { !($0.isLetter || $0.isNumber) }
            let plain = words.map { $0.lowercased() }
            let isOfExpiry = plain.contains { $0.hasPrefix("expire") || $0.hasPrefix("valid") }
            for index in plain.indices.dropLast() {
                guard let seconds = seconds(plain[index], plain[index + 1]) else { continue }
                let verb = plain[..<index].last { !joints.contains($0) }
                guard isOfExpiry || verb.map(ofUse.contains) == true else { continue }
                // `half an hour`, `a day and a half`
                if verb == "half" || plain.dropFirst(index + 2).first == "and" { continue }
                let start = words[index].startIndex
                return PromisedLifetime(
                    text: String(text[start..<words[index + 1].endIndex]), seconds: seconds,
                    location: source.location(at: text[..<start].utf8.count),
                    isOfLink: plain.contains { $0.hasPrefix("link") || $0.hasPrefix("invitation") })
            }
            return nil
        }
    }

    private static func seconds(_ count: String, _ unit: String) -> Int? {
        guard let count = Int(count) ?? numbers[count], count < 1000,
            let unit = units[unit.hasSuffix("s") ? String(unit.dropLast()) : unit]
        else { return nil }
        return count * unit
    }

    /// A lifetime in words: `15 minutes`, `24 hours`, `7 days`.
    static func words(for seconds: Int) -> String {
        let (unit, size) =
            seconds % 86_400 == 0 && seconds > 172_800
            ? ("day", 86_400) : seconds % 3600 == 0 ? ("hour", 3600) : ("minute", 60)
        let count = seconds / size
        return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
}
