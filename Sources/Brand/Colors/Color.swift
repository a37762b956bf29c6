internal import TextEncoding

/// An opaque sRGB colour, by components from 0 to 255.
package struct Color: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Parses `#RGB` or `#RRGGBB`; nil for anything else.
    package init?(hex: String) {
        guard hex.hasPrefix("#") else { return nil }
        let digits = hex.dropFirst().compactMap(\.hexDigitValue).map(UInt8.init)
        guard digits.count == hex.utf8.count - 1 else { return nil }
        switch digits.count {
        case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
        case 6:
            self.init(
                red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3], blue: digits[4] << 4 | digits[5])
        default: return nil
        }
    }

    /// The colour in hexadecimal: `#D4AF37`.
    package var hex: String {
        "#" + [red, green, blue].map { $0.hexadecimal(digits: 2) }.joined()
    }
}
