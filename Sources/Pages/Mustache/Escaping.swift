internal import TextEncoding

enum Escaping {
    /// For text between tags, where quotes need no escaping.
    static let text: MarkupEscaping = [.markup, .controls]
    static let attribute: MarkupEscaping = [.markup, .doubleQuotes, .singleQuotes, .controls]

    /// Appends serialised JSON, escaped so that it can end neither the script element nor a JavaScript line.
    static func append(json: String, to output: inout [UInt8]) {
        json.append(to: &output) { bytes, index in
            // In JSON these characters occur only in strings, where an escape is equivalent.
            switch bytes[index] {
            case UInt8(ascii: "<"): ("\\u003c", 1)
            case UInt8(ascii: ">"): ("\\u003e", 1)
            case UInt8(ascii: "&"): ("\\u0026", 1)
            // U+2028 and U+2029.
            case 0xE2 where bytes[(index + 1)...].starts(with: [0x80, 0xA8]): ("\\u2028", 3)
            case 0xE2 where bytes[(index + 1)...].starts(with: [0x80, 0xA9]): ("\\u2029", 3)
            default: (nil, 1)
            }
        }
    }

    /// Whether a text is a single value of a declaration in a `style` attribute and loads nothing.
    static func isPlainStyle(_ text: String) -> Bool {
        text.utf8.allSatisfy(ASCIISet.alphanumerics.union(ASCIISet("#.,%+- ")).contains)
    }
}
