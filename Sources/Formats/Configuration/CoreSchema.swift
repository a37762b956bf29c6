internal import TextEncoding

/// Resolution of plain scalars by YAML 1.2's core schema (section 10.3).
package enum CoreSchema {
    package static func isNull(_ text: String) -> Bool {
        ["", "~", "null", "Null", "NULL"].contains(text)
    }

    package static func bool(_ text: String) -> Bool? {
        switch text {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }

    /// Whether the text is an integer, even one that is out of range for the requested type.
    package static func isInteger(_ text: String) -> Bool {
        guard let (digits, radix, _) = integerParts(text) else { return false }
        return digits.allSatisfy { $0.hexDigitValue.map { $0 < radix } ?? false }
    }

    package static func integer<T: FixedWidthInteger>(_ text: String, as type: T.Type) -> T? {
        guard isInteger(text), let (digits, radix, isNegative) = integerParts(text) else { return nil }
        return T((isNegative ? "-" : "") + digits, radix: radix)
    }

    package static func double(_ text: String) -> Double? {
        if text == ".nan" || text == ".NaN" || text == ".NAN" { return .nan }
        let sign = text.first == "-" ? -1.0 : 1.0
        let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
        if unsigned == ".inf" || unsigned == ".Inf" || unsigned == ".INF" { return sign * .infinity }
        if isInteger(text), let (digits, radix, _) = integerParts(text), radix != 10 {
            return UInt64(digits, radix: radix).map { Double($0) }
        }
        // Swift also accepts `0x1p3`, `inf` and `nan`, which are texts in YAML.
        guard unsigned.utf8.allSatisfy({ $0.isASCIIDigit || ".eE+-".utf8.contains($0) }) else { return nil }
        // YAML allows `1.` and `.5`; Swift accepts neither `1.` nor `1.e3`.
        let mantissa = unsigned.prefix { $0 != "e" && $0 != "E" }
        let exponent = unsigned.dropFirst(mantissa.count)
        guard mantissa.utf8.contains(where: \.isASCIIDigit), !mantissa.contains("+"), !mantissa.contains("-") else {
            return nil
        }
        return Double((mantissa.hasSuffix(".") ? mantissa + "0" : mantissa) + exponent).map { sign * $0 }
    }

    private static func integerParts(_ text: String) -> (digits: Substring, radix: Int, isNegative: Bool)? {
        let radix = text.hasPrefix("0x") ? 16 : text.hasPrefix("0o") ? 8 : 10
        let isSigned = text.hasPrefix("-") || text.hasPrefix("+")
        let digits = text.dropFirst(radix != 10 ? 2 : isSigned ? 1 : 0)
        let parts = (digits: digits, radix: radix, isNegative: text.hasPrefix("-"))
        return parts.digits.isEmpty || !parts.digits.utf8.allSatisfy({ $0 < 0x80 }) ? nil : parts
    }
}
