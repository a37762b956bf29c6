/// Escaping of text for HTML and XML.
///
/// Each option is a set of characters. The references are those that XML 1.0 (section 4.6) and HTML share, and `&#39;`,
/// since HTML 4 has no `&apos;`.
package struct MarkupEscaping: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `&`, `<` and `>` become `&amp;`, `&lt;` and `&gt;`.
    package static let markup = MarkupEscaping(rawValue: 1)
    /// `"` becomes `&quot;`.
    package static let doubleQuotes = MarkupEscaping(rawValue: 2)
    /// `'` becomes `&#39;`.
    package static let singleQuotes = MarkupEscaping(rawValue: 8)
    /// Control characters other than tab and line feed become U+FFFD, since most are parse errors in HTML.
    package static let controls = MarkupEscaping(rawValue: 4)

    private static let special = ASCIISet("&<>\"")

    /// Escapes text for an element or a double-quoted attribute.
    package static func escape(_ text: String) -> String {
        if !text.utf8.contains(where: special.contains) { return text }
        var output: [UInt8] = []
        ([.markup, .doubleQuotes] as MarkupEscaping).append(text, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the escaped text as UTF-8.
    package func append(_ text: String, to output: inout [UInt8]) {
        text.append(to: &output, replacing: replacement)
    }

    /// The replacement of the character at an index, nil to keep it, and the character's length in bytes.
    private func replacement(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (StaticString?, length: Int) {
        switch bytes[index] {
        case UInt8(ascii: "&") where contains(.markup): ("&amp;", 1)
        case UInt8(ascii: "<") where contains(.markup): ("&lt;", 1)
        case UInt8(ascii: ">") where contains(.markup): ("&gt;", 1)
        case UInt8(ascii: "\"") where contains(.doubleQuotes): ("&quot;", 1)
        case UInt8(ascii: "'") where contains(.singleQuotes): ("&#39;", 1)
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"): (nil, 1)
        case 0..<0x20 where contains(.controls), 0x7F where contains(.controls): ("\u{FFFD}", 1)
        // U+0080 to U+009F.
        case 0xC2 where contains(.controls) && index + 1 < bytes.count && bytes[index + 1] < 0xA0: ("\u{FFFD}", 2)
        default: (nil, 1)
        }
    }
}

extension String {
    /// Appends the text as UTF-8. `replacing` returns the replacement of the character at an index, nil to keep it, and
    /// the character's length in bytes.
    package func append(
        to output: inout [UInt8],
        replacing replacement: (_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> (StaticString?, length: Int)
    ) {
        var text = self
        text.withUTF8 { bytes in
            var start = 0
            var index = 0
            while index < bytes.count {
                let (replacement, length) = replacement(bytes, index)
                if let replacement {
                    output.append(contentsOf: bytes[start..<index])
                    replacement.withUTF8Buffer { output.append(contentsOf: $0) }
                    start = index + length
                }
                index += length
            }
            output.append(contentsOf: bytes[start...])
        }
    }
}
