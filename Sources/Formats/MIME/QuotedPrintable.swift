internal import TextEncoding

/// Quoted-printable (RFC 2045, section 6.7).
enum QuotedPrintable {
    /// Encodes a text whose lines end in LF as ASCII, with lines ending in CRLF and at most 76 characters long.
    static func encoded(_ text: String) -> String {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.map { encoded(line: Array($0)) }.joined(separator: "\r\n")
    }

    private static func encoded(line: [UInt8]) -> String {
        var result = ""
        var length = 0
        for (index, byte) in line.enumerated() {
            let isLast = index == line.count - 1
            let symbol = symbol(for: byte, isFirst: length == 0, isLast: isLast)
            // Leaves room for the `=` of a soft line break, except at the end of the line.
            if length + symbol.utf8.count > (isLast ? 76 : 75) {
                result += "=\r\n"
                length = 0
            }
            result += symbol
            length += symbol.utf8.count
        }
        return result
    }

    private static func symbol(for byte: UInt8, isFirst: Bool, isLast: Bool) -> String {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"): isLast ? hex(byte) : String(Unicode.Scalar(byte))
        case UInt8(ascii: "="): hex(byte)
        // Mail servers read a line with a single dot as the end of the email; mailbox files begin an email with `From`.
        case UInt8(ascii: "."), UInt8(ascii: "F"): isFirst ? hex(byte) : String(Unicode.Scalar(byte))
        case 0x21...0x7E: String(Unicode.Scalar(byte))
        default: hex(byte)
        }
    }

    private static func hex(_ byte: UInt8) -> String { "=" + byte.hexadecimal(digits: 2) }
}
