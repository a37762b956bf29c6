internal import CCMark
internal import TextEncoding

/// An HTML character reference such as `&amp;` or `&#38;`, as Markdown and the templates of emails may have it.
package struct CharacterReference {
    /// The position after its semicolon.
    let end: Int
    /// The text that it represents, in UTF-8.
    let text: [UInt8]

    /// Reads a reference; nil if no known one begins at the position.
    init?(at position: Int, in bytes: [UInt8]) {
        // libcmark has the table of over two thousand names, but offers it only through the parser.
        guard let reference = Self.written(at: position, in: bytes), let text = Self.resolve(reference),
            !text.elementsEqual(reference)
        else { return nil }
        end = reference.endIndex
        self.text = text
    }

    /// A text with its references resolved, and the first one that is unknown, such as `&nosuch;`.
    package static func decode(_ bytes: [UInt8]) -> (text: String, unknown: String?) {
        var decoded: [UInt8] = []
        var unknown: ArraySlice<UInt8>?
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&") {
                if let reference = CharacterReference(at: index, in: bytes) {
                    decoded += reference.text
                    index = reference.end
                    continue
                }
                unknown = unknown ?? written(at: index, in: bytes)
            }
            decoded.append(bytes[index])
            index += 1
        }
        return (String(decoding: decoded, as: UTF8.self), unknown.map { String(decoding: $0, as: UTF8.self) })
    }

    /// The bytes that have the form of a reference, known or not.
    private static func written(at position: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "&") else { return nil }
        // No name is longer than 33 bytes.
        let word = bytes[position...].prefix(40)
        guard let semicolon = word.firstIndex(of: UInt8(ascii: ";")), semicolon > position + 1 else { return nil }
        let isName = bytes[(position + 1)..<semicolon].allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "#") }
        return isName ? bytes[position...semicolon] : nil
    }

    private static func resolve(_ entity: ArraySlice<UInt8>) -> [UInt8]? {
        let document = entity.withUnsafeBytes { bytes in
            cmark_parse_document(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, CMARK_OPT_DEFAULT)
        }
        guard let document else { return nil }
        defer { cmark_node_free(document) }
        guard let paragraph = cmark_node_first_child(document), let text = cmark_node_first_child(paragraph),
            let literal = cmark_node_get_literal(text)
        else { return nil }
        return Array(String(cString: literal).utf8)
    }
}
