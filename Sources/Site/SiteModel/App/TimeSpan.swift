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
            value.report(
                "invalid-value", "'\(text)' is not a duration",
                fix: "Write a number and a unit: 30s, 10m, 1h or 7d.")
            return nil
        }
        self = duration
    }
}
