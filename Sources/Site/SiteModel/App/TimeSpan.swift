import Configuration

/// A duration as written in specs: `30s`, `10m`, `1h`, `7d`.
struct TimeSpan: Hashable, Sendable, ConfigurationReadable {
    let seconds: Int

    init?(_ text: String) {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), text.dropLast().allSatisfy({ ("0"..."9").contains($0) }),
            let count = Int(text.dropLast()), (1...100_000).contains(count)
        else { return nil }
        seconds = count * unit
    }

    init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        guard let duration = TimeSpan(text) else {
            let meant = value.node.written == nil ? Self.meant(by: text) : nil
            value.report(
                "invalid-value", "'\(text)' is not a duration",
                fix: (value.name == "lives" ? meant.flatMap { _ in Self.lifetime(text) } : nil)
                    ?? meant.map { "Write \($0)\(known: Self.condition(of: text))" }
                    ?? "Write a number and a unit: 30s, 10m, 1h or 7d.")
            return nil
        }
        self = duration
    }

    /// The fix for the lifetime of a link without a unit, which is hardly of a few seconds; nil for another text.
    private static func lifetime(_ text: String) -> ValueMessage? {
        guard let count = Int(text), (1..<300).contains(count) else { return nil }
        let hours = count <= 24 || count % 24 == 0 ? ", or \(count)h if hours" : ""
        return "Write \(known: meant(by: "\(count)m") ?? "") if these are minutes\(known: hours)."
    }

    /// What a number without a unit has to be for it to be the duration that is meant; empty for a text with a unit.
    private static func condition(of text: String) -> String {
        guard text.last?.isNumber == true else { return "" }
        let seconds = Int(text).flatMap { $0 % 1000 == 0 ? meant(by: "\($0 / 1000)") : nil }
        return " if these are seconds\(seconds.map { ", or \($0) if milliseconds" } ?? "")."
    }

    /// The duration that another notation gives, such as `0.5m`, `90 min`, `1h30m`, or `7200`, which is of seconds; nil for
    /// another text, and for a fraction of a second.
    private static func meant(by text: String) -> String? {
        let names = [
            "s": ["s", "sec", "second"], "m": ["m", "min", "minute"], "h": ["h", "hr", "hour"], "d": ["d", "day"],
        ]
        var rest = text[...]
        var seconds = 0.0
        while !rest.isEmpty {
            let number = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest[number.endIndex...].drop { $0 == " " }
            let word = rest.prefix(while: \.isLetter).lowercased()
            rest = rest.dropFirst(word.count).drop { $0 == " " }
            let unit = word.count > 2 && word.hasSuffix("s") ? String(word.dropLast()) : word
            let name = word.isEmpty ? "s" : names.first { $0.value.contains(unit) }?.key
            guard let count = Double(number), let span = name.flatMap({ TimeSpan("1\($0)") }) else { return nil }
            seconds += count * Double(span.seconds)
        }
        guard seconds >= 1, seconds < 1e9, seconds == seconds.rounded() else { return nil }
        return ["d", "h", "m", "s"].lazy.compactMap { unit in
            TimeSpan("1\(unit)").flatMap {
                Int(seconds) % $0.seconds == 0 ? "\(Int(seconds) / $0.seconds)\(unit)" : nil
            }
        }.first { TimeSpan($0) != nil }
    }
}
