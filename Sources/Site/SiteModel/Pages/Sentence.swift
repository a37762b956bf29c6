/// A sentence of a text, in words that can be compared.
struct Sentence {
    /// The sentence as it is written, without the sign at its end.
    let text: String
    /// The words in lower case: `isn't` is `isn` and `t`.
    let list: [String]
    let isQuestion: Bool

    var words: Set<String> { Set(list) }

    /// Whether it says what happens under a condition, or does not happen, or leaves open.
    var isOpen: Bool { isQuestion || !words.isDisjoint(with: Self.conditions) }

    private static let conditions: Set = [
        "if", "until", "till", "once", "when", "whenever", "after", "before", "not", "t", "cannot", "nothing", "none",
        "no", "never", "unless", "soon", "will", "whether", "may", "might", "maybe", "perhaps", "already", "then",
        "make", "sure", "check", "see", "that", "by",
    ]

    /// The sentences of a text.
    static func all(in text: String) -> [Sentence] {
        var sentences: [Sentence] = []
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex { ".!?:;\n".contains($0) }
            let piece = rest[..<(end ?? rest.endIndex)]
            let words = piece.lowercased().split { !$0.isLetter }.map(String.init)
            if !words.isEmpty {
                let written = String(piece.drop(while: \.isWhitespace))
                sentences.append(Sentence(text: written, list: words, isQuestion: end.map { rest[$0] == "?" } ?? false))
            }
            rest = end.map { rest[rest.index(after: $0)...] } ?? ""
        }
        return sentences
    }
}

extension State {
    /// The sentences of its headings, paragraphs, lists and buttons.
    var sentences: [Sentence] { blocks.flatMap(\.texts).flatMap(Sentence.all) }
}
