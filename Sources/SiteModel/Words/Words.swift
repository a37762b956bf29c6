/// The texts of one language that visitors read and no page or email spec writes.
///
/// `Templates/words/en.yml` holds those in English, each with a note for translators.
public struct Words: Hashable, Sendable {
    /// One text, or one for each plural form.
    public enum Text: Hashable, Sendable {
        case single(String)
        case plural(one: String, other: String)
    }

    /// A part of a text.
    public enum Piece: Hashable, Sendable {
        case literal(String)
        /// A place for the value of that name.
        case value(String)
    }

    /// The language tag (BCP 47): `en`.
    public let language: String
    private let texts: [WordKey: Text]
    /// The texts, cut at their placeholders; of those with plural forms the one for many.
    private let pieces: [WordKey: [Piece]]

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
    public subscript(key: WordKey) -> Text { texts[key] ?? .single("") }

    /// The text of a key with values in place of its placeholders.
    ///
    /// - Parameters:
    ///   - key: one without plural forms; of one with them, the form for many is used.
    ///   - values: a value for each placeholder, as it is to be read; nothing is escaped.
    /// - Returns: the text; a placeholder without a value is left out.
    public func text(_ key: WordKey, _ values: [String: String] = [:]) -> String {
        pieces(of: key).map { piece in
            switch piece {
            case .literal(let text): text
            case .value(let name): values[name] ?? ""
            }
        }.joined()
    }

    /// The text of a key, cut at its placeholders, for values that are more than text.
    public func pieces(of key: WordKey) -> [Piece] { pieces[key] ?? [] }

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
