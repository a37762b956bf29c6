internal import CCMark
internal import TextEncoding

/// An entity or numeric character reference such as `&amp;` or `&#38;`.
struct Entity {
    /// The position after its semicolon.
    let end: Int
    /// The text that it represents, in UTF-8.
    let text: [UInt8]

    init?(at position: Int, in bytes: [UInt8]) {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "&") else { return nil }
        // No name is longer than 33 bytes.
        let word = bytes[position...].prefix(40)
        guard let semicolon = word.firstIndex(of: UInt8(ascii: ";")), semicolon > position + 1 else { return nil }
        let entity = bytes[position...semicolon]
        let isName = entity.dropFirst().dropLast().allSatisfy {
            $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "#")
        }
        // libcmark has the table of over two thousand names, but offers it only through the parser.
        guard isName, let text = Self.resolve(entity), !text.elementsEqual(entity) else { return nil }
        end = semicolon + 1
        self.text = text
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
