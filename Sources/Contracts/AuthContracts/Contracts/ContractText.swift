import Problems
internal import TextEncoding

/// A text with placeholders: `{{base}}/v1/auth/reset/{{token}}`.
///
/// `{{name?}}` marks a value that may be missing; the query item, header or member of a body that contains it is then
/// omitted.
package struct ContractText: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case literal(String)
        case value(Contract.Need)
    }

    package let text: String
    package let parts: [Part]

    package var needs: [Contract.Need] {
        parts.compactMap { part in
            if case .value(let need) = part { need } else { nil }
        }
    }

    /// Parses a text as written in a contract; the place of a problem is its offset in UTF-8 bytes.
    init(parsing text: String) throws(Problem<Int>) {
        self.text = text
        var parts: [Part] = []
        var rest = text[...]
        while let opening = rest.utf8.firstRange(of: "{{".utf8) {
            if opening.lowerBound > rest.startIndex { parts.append(.literal(String(rest[..<opening.lowerBound]))) }
            let offset = text.utf8.distance(from: text.startIndex, to: opening.lowerBound)
            guard let closing = rest[opening.upperBound...].utf8.firstRange(of: "}}".utf8) else {
                throw Self.problem("this '{{' is not closed", at: offset)
            }
            var name = rest[opening.upperBound..<closing.lowerBound]
            let isOptional = name.last == "?"
            if isOptional { name.removeLast() }
            guard Self.isName(name) else {
                let bare = name.split(separator: " ").joined(separator: " ")
                throw Self.problem(
                    "'\(name)' is not a name for a value", at: offset,
                    fix: Self.isName(bare) ? "Write {{\(bare)\(isOptional ? "?" : "")}}, without spaces." : nil)
            }
            parts.append(.value(Contract.Need(name: String(name), isOptional: isOptional)))
            rest = rest[closing.upperBound...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        self.parts = parts
    }

    private static func problem(_ message: String, at offset: Int, fix: String? = nil) -> Problem<Int> {
        Problem(code: "bad-value", at: offset, message, fix: fix ?? "Write a name in double braces: {{token}}.")
    }

    /// Whether the text is a name of at most 64 bytes: a letter, then letters, digits, hyphens and underscores, since
    /// links and backends use either style.
    static func isName(_ text: some StringProtocol) -> Bool {
        text.utf8.first?.isASCIILetter == true && text.utf8.count <= 64
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2D || $0 == 0x5F }
    }
}
