/// A text with places for values: `{{base}}/v1/auth/reset/{{token}}`.
///
/// `{{name?}}` stands for a value that may be missing: what carries the text, a query item, a header or a member of a body,
/// is then left out.
package struct ContractText: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case literal(String)
        case value(Contract.Need)
    }

    /// As it is written.
    package let text: String
    package let parts: [Part]

    /// The values that it is made of, in order.
    package var needs: [Contract.Need] {
        parts.compactMap { part in
            if case .value(let need) = part { need } else { nil }
        }
    }

    /// Why a text cannot be read, and where.
    struct Fault: Error {
        /// UTF-8 bytes into the text.
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

    /// A letter, then letters, digits, hyphens and underscores: links and backends name values in either style.
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
    /// The first place of a text, by bytes.
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
