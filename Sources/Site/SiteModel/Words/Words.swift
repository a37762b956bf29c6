/// The texts of one language that no page or email spec contains.
///
/// `Templates/words/en.yml` contains the English ones, each with a note for translators.
package struct Words: Hashable, Sendable {
    /// A single text, or one text per plural form.
    package enum Text: Hashable, Sendable {
        case single(String)
        case plural(one: String, other: String)
    }

    /// A part of a text.
    package enum Piece: Hashable, Sendable {
        case literal(String)
        /// A placeholder, by the name of its value.
        case value(String)
    }

    /// The language tag (BCP 47): `en`.
    package let language: String
    private let texts: [WordKey: Text]
    /// The texts split at their placeholders; of plural texts the form `other`.
    private let pieces: [WordKey: [Piece]]

    /// Creates the texts of a language.
    ///
    /// - Precondition: there is a text for every key.
    init(language: String, texts: [WordKey: Text]) {
        precondition(texts.count == WordKey.allCases.count, "a reader reports missing keys")
        self.language = language
        self.texts = texts
        pieces = texts.mapValues { text in
            switch text {
            case .single(let text), .plural(_, let text): Self.pieces(of: text)
            }
        }
    }

    /// The text of a key with its placeholders.
    package subscript(key: WordKey) -> Text { texts[key] ?? .single("") }

    /// The text of a key with its placeholders replaced.
    ///
    /// - Parameters:
    ///   - key: the key; of a plural text the form `other` is used.
    ///   - values: the values of the placeholders by name; they are not escaped.
    /// - Returns: the text; a placeholder without a value becomes empty.
    package func text(_ key: WordKey, _ values: [String: String] = [:]) -> String {
        pieces(of: key).map { piece in
            switch piece {
            case .literal(let text): text
            case .value(let name): values[name] ?? ""
            }
        }.joined()
    }

    /// The text of a key, split at its placeholders, for values that are not plain text.
    package func pieces(of key: WordKey) -> [Piece] { pieces[key] ?? [] }

    static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(.literal(String(rest[..<open]))) }
            pieces.append(.value(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        return rest.isEmpty ? pieces : pieces + [.literal(String(rest))]
    }
}
