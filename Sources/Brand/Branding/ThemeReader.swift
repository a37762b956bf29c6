package import Colors
package import Configuration

extension Theme: KeyedReadable {
    /// Reads the keys of `theme:`.
    package init?(_ keys: KeyedReader) {
        self.init()
        if let accents: [Color] = keys.oneOrMany("accent") {
            accent = accents.first ?? accent
            accentEnd = accents.dropFirst().first
            if accents.count > 2 {
                keys.value("accent")?.report(
                    "invalid-value", "an accent has one or two colours, and this one \(accents.count)",
                    fix: "Write one colour, or two for a gradient.")
            }
        }
        header = keys["header"] ?? header
        background = keys.oneOrMany("background") ?? background
        error = keys["error"]
        success = keys["success"]
        files = BrandPaths(keys)
        typeface = Typeface(keys)
        if let value = keys.value("radius"), let radius = Int(reading: value) {
            self.radius = radius
            if !(0...48).contains(radius) {
                value.report(
                    "invalid-value", "a radius of \(radius) is out of range",
                    fix: "Write a number of pixels from 0 to 48.")
            }
        }
    }
}

extension Color: ConfigurationReadable {
    /// Reads `#RGB` or `#RRGGBB`.
    package init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        guard let color = Color(hex: text) else {
            value.report(
                "invalid-value", "'\(text)' is not a colour",
                fix: "Write three or six hexadecimal digits in quotes: \"#D4AF37\".")
            return nil
        }
        self = color
    }
}

extension Theme.Header: ConfigurationReadable {}
