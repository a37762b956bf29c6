internal import CommonMark
internal import TextEncoding

/// A tag of a page or an email in HTML; malformed markup is read as far as it can be.
package struct MarkupTag: Sendable {
    /// In lower case; that of an end tag begins with a slash.
    package let name: String
    private let attributes: [(name: String, value: String)]

    /// The value of an attribute, whose name is in lower case.
    package subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

    /// Reads the tags that are not inside a comment, until one is refused.
    package static func read(_ html: String, _ take: (MarkupTag) -> Bool) {
        var isComment = false
        for text in html.utf8.split(separator: UInt8(ascii: "<")) {
            if text.starts(with: "!--".utf8) { isComment = true }
            if isComment {
                isComment = Substring(text).firstRange(of: "-->") == nil
            } else if !take(MarkupTag(text)) {
                return
            }
        }
    }

    private init(_ text: Substring.UTF8View) {
        func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: "/") }
        let isEnd = text.first == UInt8(ascii: "/")
        let word = text.dropFirst(isEnd ? 1 : 0).prefix { $0.isASCIIAlphanumeric }
        name = (isEnd ? "/" : "") + String(Substring(word)).lowercased()
        var rest = text[word.endIndex...]
        var attributes: [(name: String, value: String)] = []
        while let first = rest.first, first != UInt8(ascii: ">") {
            rest = rest.drop(while: isBlank)
            let name = rest.prefix { !isBlank($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
            rest = rest[name.endIndex...].drop(while: isBlank)
            guard rest.first == UInt8(ascii: "=") else {
                if name.isEmpty {
                    rest = rest.dropFirst()
                } else {
                    attributes.append((String(Substring(name)).lowercased(), ""))
                }
                continue
            }
            rest = rest.dropFirst().drop { $0 <= 0x20 }
            let quote = rest.first.flatMap { [UInt8(ascii: "\""), UInt8(ascii: "'")].contains($0) ? $0 : nil }
            if quote != nil { rest = rest.dropFirst() }
            let value = rest.prefix { byte in quote.map { byte != $0 } ?? (byte > 0x20 && byte != UInt8(ascii: ">")) }
            attributes.append(
                (String(Substring(name)).lowercased(), CharacterReference.decode(Array(value)).text))
            rest = rest[value.endIndex...].dropFirst(quote == nil ? 0 : 1)
        }
        self.attributes = attributes
    }
}
