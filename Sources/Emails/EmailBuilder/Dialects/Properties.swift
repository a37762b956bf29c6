/// Values of Java's `.properties` files.
enum Properties {
    /// A text as a value: only ASCII, so that it is the same in ISO 8859-1, which older versions of Java expect, and in
    /// UTF-8.
    ///
    /// Source: java.util.Properties, "load".
    static func value(_ text: String) -> String {
        var result = ""
        for unit in text.utf16 {
            switch unit {
            case 0x5C: result += "\\\\"
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            // Leading blanks would be skipped.
            case 0x20 where result.isEmpty: result += "\\ "
            case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result
    }
}
