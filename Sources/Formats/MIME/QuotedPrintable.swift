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

extension QuotedPrintable {
    /// Decodes a text; a `=` that begins no escape stays as it is.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let rest = bytes[index...].dropFirst()
            if bytes[index] == UInt8(ascii: "="), let byte = escaped(rest) {
                result.append(byte)
                index += 3
            } else if bytes[index] == UInt8(ascii: "="), let end = softBreak(rest) {
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    private static func escaped(_ rest: ArraySlice<UInt8>) -> UInt8? {
        let digits = rest.prefix(2)
        return digits.count == 2 && digits.allSatisfy(\.isASCIIAlphanumeric)
            ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }

    /// The index after a soft line break, before which a server may have added blanks.
    private static func softBreak(_ rest: ArraySlice<UInt8>) -> Int? {
        let line = rest.drop { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
        return line.first == UInt8(ascii: "\n") ? line.startIndex + 1 : line.isEmpty ? line.endIndex : nil
    }
}
