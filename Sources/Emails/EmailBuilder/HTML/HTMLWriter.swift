import TextEncoding

struct HTMLWriter {
    private var result = EmailText()

    /// Serialises a document, with text and markup kept apart, since an exporter escapes only text.
    static func text(of nodes: [HTMLNode]) -> EmailText {
        var writer = HTMLWriter()
        writer.write(nodes)
        return writer.result.wrapped(at: longestLine)
    }

    /// The maximum length of a line in bytes, if it contains blanks to break it at; expressions of an engine are not
    /// counted.
    private static let longestLine = 500

    private mutating func write(_ nodes: [HTMLNode]) {
        for node in nodes {
            switch node {
            case .doctype: result.append(.markup("<!doctype html>"))
            case .text(let text): write(text, in: .content)
            case .styleSheet(let sheet): result.append(.markup("<style>\n\(sheet.text)</style>"))
            case .element(let element): write(element)
            }
        }
    }

    private mutating func write(_ element: HTMLElement) {
        result.append(.markup("<\(element.name)"))
        for attribute in element.attributes {
            result.append(.markup(" \(attribute.name)=\""))
            // Values of these attributes come from the template, and must not be escaped as text.
            write(attribute.value, in: .attribute, asMarkup: ["style", "class", "name"].contains(attribute.name))
            result.append(.markup("\""))
        }
        result.append(.markup(">"))
        if HTMLElement.void.contains(element.name) { return }
        write(element.children)
        result.append(.markup("</\(element.name)>"))
    }

    private enum Place {
        case content, attribute
    }

    private mutating func write(_ text: EmailText, in place: Place, asMarkup isMarkup: Bool = false) {
        for run in text.runs {
            switch run {
            case .text(let text):
                let escaped = Self.escaped(text, in: place)
                result.append(isMarkup ? .markup(escaped) : .text(escaped))
            case .markup, .placeholder: result.append(run)
            }
        }
    }

    /// Escapes text, with character references for invisible characters.
    private static func escaped(_ text: String, in place: Place) -> String {
        let escaping: MarkupEscaping = place == .attribute ? [.markup, .doubleQuotes] : .markup
        var bytes: [UInt8] = []
        escaping.append(text, to: &bytes)
        // Invisible characters are not ASCII.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        var result = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\u{A0}": result += "&nbsp;"
            case "\u{200C}": result += "&zwnj;"
            case _ where EmailText.isInvisible(scalar): result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
