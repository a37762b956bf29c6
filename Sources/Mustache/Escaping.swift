internal import TextEncoding

/// Escaping of values for their context.
enum Escaping {
    /// For text between tags, where quotes need no escaping.
    static let text: MarkupEscaping = [.markup, .controls]
    static let attribute: MarkupEscaping = [.markup, .doubleQuotes, .singleQuotes, .controls]

    /// Appends serialised JSON, escaped so that it can end neither the script element nor a JavaScript line.
    static func append(json: String, to output: inout [UInt8]) {
        // In JSON these characters occur only in strings, where an escape is equivalent.
        var json = json
        json.withUTF8 { bytes in
            var start = 0
            var index = 0
            while index < bytes.count {
                guard let (escape, length) = escape(in: bytes, at: index) else {
                    index += 1
                    continue
                }
                output.append(contentsOf: bytes[start..<index])
                escape.withUTF8Buffer { output.append(contentsOf: $0) }
                index += length
                start = index
            }
            output.append(contentsOf: bytes[start...])
        }
    }

    /// The escape sequence for the character at an index, and the character's length in bytes; nil if it needs none.
    private static func escape(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (StaticString, length: Int)? {
        switch bytes[index] {
        case UInt8(ascii: "<"): return ("\\u003c", 1)
        case UInt8(ascii: ">"): return ("\\u003e", 1)
        case UInt8(ascii: "&"): return ("\\u0026", 1)
        // U+2028 and U+2029.
        case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80:
            return bytes[index + 2] == 0xA8 ? ("\\u2028", 3) : bytes[index + 2] == 0xA9 ? ("\\u2029", 3) : nil
        default: return nil
        }
    }

    /// Whether a text is a single value of a declaration in a `style` attribute and loads nothing.
    static func isPlainStyle(_ text: String) -> Bool {
        text.utf8.allSatisfy(ASCIISet.alphanumerics.union(ASCIISet("#.,%+- ")).contains)
    }
}
