/// The texts of one language that no page or email spec contains.
///
/// `Templates/words/en.yml` contains the English ones, each with a note for translators.
package struct Words: Hashable, Sendable {
    /// A part of a text.
    package enum Piece: Hashable, Sendable {
        case literal(String)
        /// A placeholder, by the name of its value.
        case value(String)
    }

    package let tag: LanguageTag
    /// The keys whose texts are in another language, since no file has them in this one.
    package let borrowed: Set<WordKey>
    package let durations: Durations
    private let texts: [WordKey: String]
    /// The texts split at their placeholders.
    private let pieces: [WordKey: [Piece]]

    init(tag: LanguageTag, texts: [WordKey: String], borrowed: Set<WordKey> = []) {
        precondition(texts.count == WordKey.allCases.count, "a reader reports missing keys")
        self.tag = tag
        self.texts = texts
        self.borrowed = borrowed
        durations = Durations(tag)
        pieces = texts.mapValues(Self.pieces)
    }

    /// The texts as those of another language, which has none of its own yet.
    package func lent(to other: LanguageTag) -> Words {
        Words(tag: other, texts: texts, borrowed: tag.language == other.language ? borrowed : Set(WordKey.allCases))
    }

    package var language: String { tag.text }

    /// The direction of the language for HTML's `dir`; nil from left to right.
    package var direction: String? { tag.isRightToLeft ? "rtl" : nil }

    package subscript(key: WordKey) -> String { texts[key] ?? "" }

    /// The text of a key with its placeholders replaced by values, which are not escaped; one without a value becomes
    /// empty.
    package func text(_ key: WordKey, _ values: [String: String] = [:]) -> String {
        pieces(of: key).map { piece in
            switch piece {
            case .literal(let text): text
            case .value(let name): isolated(values[name] ?? "")
            }
        }.joined()
    }

    /// A value within a text: from right to left between characters that keep its letters in order (UAX #9).
    package func isolated(_ value: String) -> String {
        tag.isRightToLeft && !value.isEmpty ? "\u{2068}\(value)\u{2069}" : value
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

extension Words {
    /// Returns a duration in words without rounding: `90 seconds`, `10 minutes`, `1 hour`, `24 hours`, `7 days`. It is
    /// in the largest unit that divides the duration; up to 90 seconds in seconds, up to 48 hours in hours.
    /// `Templates/pages/script/duration.js` has another rule for waits on pages: it rounds them up to whole minutes or
    /// hours.
    package func duration(ofSeconds seconds: Int) -> String {
        if seconds <= 90 || seconds % 60 != 0 { return durations.text(seconds, .seconds) }
        if seconds % 86_400 == 0, seconds > 172_800 { return durations.text(seconds / 86_400, .days) }
        if seconds % 3_600 == 0 { return durations.text(seconds / 3_600, .hours) }
        return durations.text(seconds / 60, .minutes)
    }
}
