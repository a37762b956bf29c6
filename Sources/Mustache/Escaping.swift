/// Writes values so that they mean text where they stand.
enum Escaping {
    enum Style {
        case nothing
        /// Between tags, where quotes mean nothing.
        case text
        case attribute
        /// What the Mustache specification escapes, everywhere.
        case specification
    }

    /// Appends a text, with control characters other than tab and line feed as U+FFFD.
    static func append(_ text: String, escaping style: Style, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            var index = 0
            while index < bytes.count {
                var length = 1
                let replacement: StaticString?
                switch bytes[index] {
                case UInt8(ascii: "&"): replacement = style == .nothing ? nil : "&amp;"
                case UInt8(ascii: "<"): replacement = style == .nothing ? nil : "&lt;"
                case UInt8(ascii: ">"): replacement = style == .nothing ? nil : "&gt;"
                case UInt8(ascii: "\""): replacement = style == .attribute || style == .specification ? "&quot;" : nil
                case UInt8(ascii: "'"): replacement = style == .attribute ? "&#39;" : nil
                case UInt8(ascii: "\t"), UInt8(ascii: "\n"): replacement = nil
                case 0..<0x20, 0x7F: replacement = style == .specification ? nil : "\u{FFFD}"
                case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0:  // U+0080 to U+009F
                    replacement = style == .specification ? nil : "\u{FFFD}"
                    length = 2
                default: replacement = nil
                }
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

    /// Appends serialised JSON so that it cannot end a script, nor a line of JavaScript.
    static func append(json: String, to output: inout [UInt8]) {
        // In JSON these stand in strings only, where an escape means the same.
        for scalar in json.unicodeScalars {
            switch scalar {
            case "<": output.append(contentsOf: "\\u003c".utf8)
            case ">": output.append(contentsOf: "\\u003e".utf8)
            case "&": output.append(contentsOf: "\\u0026".utf8)
            case "\u{2028}": output.append(contentsOf: "\\u2028".utf8)
            case "\u{2029}": output.append(contentsOf: "\\u2029".utf8)
            default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Appends a value as the Mustache specification wants it.
    static func append(leniently value: MustacheValue, isEscaped: Bool, to output: inout [UInt8]) {
        switch value {
        case .absent, .list, .object: break
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .text(let text), .url(let text), .json(let text):
            if isEscaped {
                append(text, escaping: .specification, to: &output)
            } else {
                output.append(contentsOf: text.utf8)
            }
        case .markup(let text), .verbatim(let text): output.append(contentsOf: text.utf8)
        }
    }

    /// Whether a text can only be one value of a declaration in a `style` attribute, and loads nothing.
    static func isPlainStyle(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "#.,%+- ".utf8.contains(byte)
            }
        }
    }
}
