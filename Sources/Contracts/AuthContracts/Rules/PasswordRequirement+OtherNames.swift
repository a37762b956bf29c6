internal import TextEncoding

extension PasswordRequirement {
    /// The words of other systems for kinds of characters, in lower case.
    private static let kinds: [(words: Set<Substring>, requirements: [PasswordRequirement])] = [
        (["upper", "uppercase", "capital", "capitals"], [.upper]),
        (["lower", "lowercase"], [.lower]),
        (["mixedcase"], [.upper, .lower]),
        (["digit", "digits", "number", "numbers", "numeric"], [.digit]),
        (["special", "symbol", "symbols", "punctuation"], [.special]),
        (["uncompromised", "pwned"], [.uncommon]),
    ]

    /// The requirements that a text of another system says, such as Laravel's `min:9|symbols` and Apple's `minlength: 8;
    /// required: digit`; nil if a part of it says something else.
    package static func likely(_ text: String) -> [PasswordRequirement]? {
        var requirements: [PasswordRequirement] = []
        for part in text.split(whereSeparator: { ",|;".contains($0) }).map(\.trimmed) where !part.isEmpty {
            guard let found = PasswordRequirement(String(part)).map({ [$0] }) ?? likely(part: part.lowercased()) else {
                return nil
            }
            requirements += found
        }
        return requirements.isEmpty ? nil : requirements
    }

    private static func likely(part: String) -> [PasswordRequirement]? {
        let words = Set(part.split { !$0.isLetter })
        let numbers = part.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
        let kinds = kinds.filter { !$0.words.isDisjoint(with: words) }
        if !kinds.isEmpty {
            // Of a length and a kind without a comma, and of several digits, nothing here says both.
            return kinds.count == 1 && numbers.allSatisfy { $0 == 1 } ? kinds[0].requirements : nil
        }
        // Rules of Laravel that each password field has.
        if !words.isEmpty, numbers.isEmpty, words.isSubset(of: ["required", "confirmed", "string"]) { return [] }
        guard numbers.count == 1, (1...4096).contains(numbers[0]) else { return nil }
        if !words.isDisjoint(with: ["max", "maximum", "maxlength", "most"]) {
            return [words.contains("bytes") ? .atMostBytes(numbers[0]) : .atMost(numbers[0])]
        }
        let isLeast =
            !words.isDisjoint(with: ["min", "minimum", "minlength", "least"])
            || words.isSubset(of: ["characters", "chars"])
                && part.allSatisfy { $0.isLetter || " +0123456789".contains($0) }
        return isLeast ? [.atLeast(numbers[0])] : nil
    }

    /// Requirements as a list has them: `at-least 9, special`.
    package static func list(_ requirements: [PasswordRequirement]) -> String {
        requirements.map(\.text).joined(separator: ", ")
    }
}
