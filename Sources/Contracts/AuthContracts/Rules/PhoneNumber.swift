internal import TextEncoding

/// Validates and normalises phone numbers.
///
/// A normalised number is an optional `+` and 7 to 15 ASCII digits: the maximum of ITU-T E.164, section 6, and the
/// minimum that any country has with its code. A number without a `+` stays national; its country is not guessed.
public enum PhoneNumber {
    /// The allowed numbers of digits.
    public static let length = 7...15

    /// The number without separators: white space, `-`, `.`, `/`, parentheses, and dashes (U+2010 to U+2015, U+2212).
    /// After a `+`, a trunk prefix written as `(0)` is removed too, since it is not dialled from abroad.
    public static func normalised(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        if scalars.first(where: { !$0.properties.isWhitespace }) == "+", let trunk = firstTrunkPrefix(in: scalars) {
            scalars.removeSubrange(trunk)
        }
        return String(String.UnicodeScalarView(scalars.filter { !isGrouping($0) }))
    }

    /// Whether a text is a phone number once normalised.
    public static func isMet(by text: String) -> Bool {
        let number = normalised(text)
        let digits = number.utf8.first == UInt8(ascii: "+") ? number.utf8.dropFirst() : number.utf8[...]
        return length.contains(digits.count) && digits.allSatisfy(\.isASCIIDigit)
    }

    private static func firstTrunkPrefix(in scalars: [Unicode.Scalar]) -> Range<Int>? {
        let prefix: [Unicode.Scalar] = ["(", "0", ")"]
        return scalars.indices.dropLast(2).first { Array(scalars[$0..<($0 + 3)]) == prefix }.map { $0..<($0 + 3) }
    }

    private static func isGrouping(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "/", "(", ")", "\u{2010}"..."\u{2015}", "\u{2212}": true
        default: scalar.properties.isWhitespace
        }
    }
}
