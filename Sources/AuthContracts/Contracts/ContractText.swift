/// A text with placeholders: `{{base}}/v1/auth/reset/{{token}}`.
///
/// `{{name?}}` marks a value that may be missing; the query item, header or member of a body that contains it is then
/// omitted.
package struct ContractText: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case literal(String)
        case value(Contract.Need)
    }

    /// The text as written.
    package let text: String
    package let parts: [Part]

    /// The placeholders, in order.
    package var needs: [Contract.Need] {
        parts.compactMap { part in
            if case .value(let need) = part { need } else { nil }
        }
    }

    /// An error in a text.
    struct Fault: Error {
        /// The position of the error, in UTF-8 bytes.
        let offset: Int
        let message: String
    }

    init(parsing text: String) throws(Fault) {
        self.text = text
        var parts: [Part] = []
        var rest = text[...]
        while let opening = rest.range(of: "{{") {
            if opening.lowerBound > rest.startIndex { parts.append(.literal(String(rest[..<opening.lowerBound]))) }
            let offset = text.utf8.distance(from: text.startIndex, to: opening.lowerBound)
            guard let closing = rest[opening.upperBound...].range(of: "}}") else {
                throw Fault(offset: offset, message: "this '{{' is not closed")
            }
            var name = rest[opening.upperBound..<closing.lowerBound]
            let isOptional = name.last == "?"
            if isOptional { name.removeLast() }
            guard Self.isName(name) else {
                throw Fault(offset: offset, message: "'\(name)' is not a name for a value")
            }
            parts.append(.value(Contract.Need(name: String(name), isOptional: isOptional)))
            rest = rest[closing.upperBound...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        self.parts = parts
    }

    /// Whether the text is a name of at most 64 bytes: a letter, then letters, digits, hyphens and underscores, since
    /// links and backends use either style.
    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.count <= 64
            && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension Substring {
    /// The range of the first occurrence of a text, compared by bytes.
    package func range(of other: String) -> Range<Index>? {
        let wanted = Array(other.utf8)
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start...].starts(with: wanted) {
                return start..<utf8.index(start, offsetBy: wanted.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}
