internal import TextEncoding

extension JSONParser {
    /// Reads a string, starting at its opening quotation mark.
    mutating func string() throws(JSONError) -> String {
        let opening = index
        index += 1
        var start = index
        // Most strings have no escape and are copied in one piece.
        var unescaped: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                let tail = bytes[start..<index]
                index += 1
                if unescaped.isEmpty { return String(decoding: tail, as: UTF8.self) }
                unescaped += tail
                return String(decoding: unescaped, as: UTF8.self)
            case UInt8(ascii: "\\"):
                unescaped += bytes[start..<index]
                unescaped += try escape()
                start = index
            case 0x00...0x1F:
                throw error(
                    "the control character \(codePoint(UInt32(byte))) is not escaped in a string",
                    fix: byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
                        ? "Close the string on its line, or write \\n." : nil)
            default: index += 1
            }
        }
        throw error(at: opening, "the string is never closed")
    }

    /// Reads an escape sequence, starting at its backslash (RFC 8259, section 7).
    private mutating func escape() throws(JSONError) -> [UInt8] {
        let start = index
        index += 1
        guard index < bytes.count else { throw error(at: start, "the string is never closed") }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try scalar(from: start)).utf8)
        default:
            index -= 1
            throw error(
                at: start, "a backslash before \(found()) is not a JSON escape", fix: "Write \\\\ for a backslash.")
        }
    }

    /// Reads the four digits after `\u`, and a second escape if they are the first half of a surrogate pair.
    private mutating func scalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let unit = try codeUnit(from: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { throw loneSurrogate(unit, at: start) }
        let second = index
        index += 2
        let low = try codeUnit(from: second)
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw loneSurrogate(unit, at: start) }
        return scalar
    }

    private mutating func codeUnit(from start: Int) throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard index < bytes.count, let digit = bytes[index].hexDigitValue else {
                throw error(at: start, "\\u is not followed by four hexadecimal digits")
            }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }

    private func loneSurrogate(_ unit: UInt32, at offset: Int) -> JSONError {
        error(
            at: offset,
            "\\u\(unit.hexadecimal(digits: 4)) is half of a surrogate pair without its other half")
    }
}
