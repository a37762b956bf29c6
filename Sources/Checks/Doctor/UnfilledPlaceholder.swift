internal import CommonMark
internal import TextEncoding

/// A name in an email for which the system that sent it has put no value: `{{ .TokenHash }}`, `<%= token %>`, `%recipient%`.
enum UnfilledPlaceholder {
    /// The first placeholder of a part, in the syntaxes of template engines; nil if there is none. A longer text than a name
    /// is shown without its inside, which may be a value.
    static func first(in text: String) -> String? {
        let bytes = Array(text.utf8.prefix(longestText))
        // What is in HTML may be escaped.
        return first(in: bytes) ?? first(in: Array(CharacterReference.decode(bytes).text.utf8))
    }

    private static func first(in bytes: [UInt8]) -> String? {
        for place in bytes.indices where marks.contains(bytes[place]) {
            let found =
                (bytes[place] == UInt8(ascii: "%") ? percentName(bytes, at: place) : nil) ?? enclosed(bytes, at: place)
            if let found { return found }
        }
        return nil
    }

    private static let marks = Set("{<$#*%".utf8)
    private static let longestText = 1 << 20
    private static let longest = 60
    private static let syntaxes: [(start: [UInt8], end: [UInt8])] = [
        ("{{", "}}"), ("{%", "%}"), ("<%", "%>"), ("${", "}"), ("#{", "}"), ("*|", "|*"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    /// A name between brackets, with what an engine allows beside it.
    private static func enclosed(_ bytes: [UInt8], at place: Int) -> String? {
        for (start, end) in syntaxes where bytes[place...].starts(with: start) {
            let inside = bytes[(place + start.count)...].prefix(longest)
            guard let close = inside.indices.first(where: { inside[$0...].starts(with: end) }) else { continue }
            let name = inside[..<close]
            guard name.contains(where: \.isASCIILetter), !name.contains(where: { "\n\r<>".utf8.contains($0) }) else {
                continue
            }
            return shown(Array(bytes[place..<(close + end.count)]), start, end)
        }
        return nil
    }

    /// `%recipient%`, and not two bytes that are encoded.
    private static func percentName(_ bytes: [UInt8], at place: Int) -> String? {
        let name = bytes[(place + 1)...].prefix { $0.isASCIIAlphanumeric || "_.".utf8.contains($0) }
        let end = name.endIndex
        let isNumber = name.prefix(2).allSatisfy { $0.isASCIIDigit || $0 | 0x20 <= 0x66 }
        guard name.count > 2, name.count < 40, end < bytes.count, bytes[end] == UInt8(ascii: "%"), !isNumber,
            name.first?.isASCIILetter == true, place == 0 || !bytes[place - 1].isASCIIAlphanumeric,
            end + 1 == bytes.count || !bytes[end + 1].isASCIIAlphanumeric
        else { return nil }
        return shown(Array(bytes[place...end]), [bytes[place]], [bytes[place]])
    }

    private static func shown(_ text: [UInt8], _ start: [UInt8], _ end: [UInt8]) -> String {
        let isName = text.count <= 32 && text.count(where: \.isASCIIDigit) < 4
        return String(decoding: isName ? text : start + Array("…".utf8) + end, as: UTF8.self)
    }
}
