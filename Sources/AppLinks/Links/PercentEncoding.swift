/// Percent-encoding (RFC 3986, section 2.1), over UTF-8.
package enum PercentEncoding {
    /// The text with everything encoded but the unreserved characters of section 2.3.
    package static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 { append(byte, to: &bytes, encoded: !isUnreserved(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text with what no address may hold encoded: blanks, controls and everything beyond ASCII. What is already
    /// encoded stays as it is.
    static func encodingForbidden(_ text: String) -> String {
        guard text.utf8.contains(where: isForbidden) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 { append(byte, to: &bytes, encoded: isForbidden(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decoded text for a part of an address; only what would end the part or begin an escape is encoded beside what no
    /// address may hold.
    static func encodingLiterally(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            let isMark = byte == UInt8(ascii: "%") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
            append(byte, to: &bytes, encoded: isForbidden(byte) || isMark)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The decoded text; nil where a percent sign is followed by no two digits or the bytes are not UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var digits = text.utf8.makeIterator()
        while let byte = digits.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = digits.next().flatMap(hexDigit), let low = digits.next().flatMap(hexDigit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        // `String(validating:as:)` would want iOS 18.
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// The decoded text, or the text itself where it cannot be decoded.
    static func decodeIfPossible(_ text: some StringProtocol) -> String {
        decode(text) ?? String(text)
    }

    package static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x20, 0x7F...0xFF: true
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"): true
        case UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"): true
        default: false
        }
    }

    /// Appends a byte, or the three bytes that stand for it.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8], encoded: Bool) {
        guard encoded else {
            bytes.append(byte)
            return
        }
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }
}
