internal import TextEncoding

/// Escaping of values for the place that they stand in.
enum Escaping {
    /// Between tags, where quotes mean nothing.
    static let text: MarkupEscaping = [.markup, .controls]
    static let attribute: MarkupEscaping = [.markup, .doubleQuotes, .singleQuotes, .controls]
    /// What the Mustache specification escapes, everywhere.
    static let specification: MarkupEscaping = [.markup, .doubleQuotes]

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
        case .absent, .slot, .list, .object: break
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .text(let text), .url(let text), .json(let text):
            if isEscaped {
                specification.append(text, to: &output)
            } else {
                output.append(contentsOf: text.utf8)
            }
        case .markup(let text), .verbatim(let text): output.append(contentsOf: text.utf8)
        }
    }

    /// Whether a text can only be one value of a declaration in a `style` attribute, and loads nothing.
    static func isPlainStyle(_ text: String) -> Bool {
        text.utf8.allSatisfy(ASCIISet.alphanumerics.union(ASCIISet("#.,%+- ")).contains)
    }
}
