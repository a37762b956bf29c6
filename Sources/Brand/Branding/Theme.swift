package import Colors
package import Configuration
internal import TextEncoding

/// The colours and shapes of an app's pages and emails.
package struct Theme: Hashable, Sendable {
    /// The colour of links and of the main button.
    package var accent: Color
    /// The end of the buttons' gradient from the accent; nil for a flat colour.
    package var accentEnd: Color?
    /// The position of pictures and headlines.
    package var header = Header.card
    /// The colours behind the card: none for the plain background, one for a flat one, more for a gradient from the top
    /// left to the bottom right.
    package var background: [Color]
    package var radius: Int
    /// The colour of error messages; nil for the templates' own.
    package var error: Color?
    /// The colour of success messages; nil for the templates' own.
    package var success: Color?
    package var typeface = Typeface()
    var files = BrandPaths()

    package enum Header: String, Hashable, Sendable, CaseIterable {
        /// In the card, above everything else.
        case card
        /// On the page's background, above the card of a form.
        case page
    }

    package init(
        accent: Color = Color(red: 0x0A, green: 0x5F, blue: 0xD6), background: [Color] = [], radius: Int = 16,
        error: Color? = nil, success: Color? = nil
    ) {
        self.accent = accent
        self.background = background
        self.radius = radius
        self.error = error
        self.success = success
    }
}

extension Theme: KeyedReadable {
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
        let colors = value.node.members.filter { $0.value.text.flatMap(Color.init(hex:)) != nil }
        let color = colors.first { $0.key.text != "dark" } ?? colors.first
        if let light = color.flatMap({ $0.value.written ?? $0.value.text }) {
            value.report(
                "wrong-type", "'\(known: value.name)' is one colour, from which that of the dark mode follows",
                fix: "Write \(known: value.name): \"\(known: light)\"")
            return nil
        }
        guard let text = String(reading: value) else { return nil }
        guard let color = Color(hex: text) else {
            let colors = text.split { $0 != "#" && !$0.isHexDigit }.filter { Color(hex: String($0)) != nil }
            let isGradient = colors.count > 1 && ["accent", "background"].contains(value.name)
            let likely = value.node.written == nil ? Self.likely(text) : nil
            value.report(
                "invalid-value", "'\(text)' is not a colour",
                fix: likely.map { "Write \"\($0)\"." }
                    ?? (isGradient
                        ? "Write a gradient as a list of its colours: [\(colors.map { "\"\($0)\"" }.joined(separator: ", "))]"
                        : "Write three or six hexadecimal digits in quotes: \"#D4AF37\"."))
            return nil
        }
        self = color
    }

    /// The opaque colour that another notation has: `D4AF37`, `0xFFD4AF37`, `#D4AF37FF`, `rgb(212, 175, 55)`.
    private static func likely(_ text: String) -> String? {
        if let list = text.lowercased().removing(prefix: "rgb(")?.removing(suffix: ")") {
            let parts = list.split { ", ".contains($0) }.map { UInt8($0) }
            let digits = parts.compactMap { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) } }
            return digits.count == 3 && parts.count == 3 ? "#\(digits.joined())" : nil
        }
        let number = text.removing(prefix: "0x")
        var digits = number ?? text.removing(prefix: "#") ?? text
        let isOpaque = number != nil ? digits.uppercased().hasPrefix("FF") : digits.uppercased().hasSuffix("FF")
        if digits.count == 8, isOpaque { digits = String(number != nil ? digits.dropFirst(2) : digits.dropLast(2)) }
        return digits.count == 6 && Color(hex: "#\(digits)") != nil ? "#\(digits)" : nil
    }
}

extension Theme.Header: ConfigurationReadable {}
