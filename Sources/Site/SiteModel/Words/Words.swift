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

extension Words {
    /// Returns a duration in words without rounding: `90 seconds`, `10 minutes`, `1 hour`, `24 hours`, `7 days`.
    ///
    /// The result is in the largest unit that divides the duration; up to 90 seconds it is in seconds, up to 48 hours in
    /// hours. `Templates/pages/script/duration.js` has another rule for waits on pages: it rounds them up to whole
    /// minutes or hours.
    ///
    /// - Parameter seconds: the duration, in seconds.
    /// - Returns: the number and its unit, in the language of the words.
    package func duration(ofSeconds seconds: Int) -> String {
        if seconds <= 90 || seconds % 60 != 0 { return counted(seconds, .seconds) }
        if seconds % 86_400 == 0, seconds > 172_800 { return counted(seconds / 86_400, .days) }
        if seconds % 3_600 == 0 { return counted(seconds / 3_600, .hours) }
        return counted(seconds / 60, .minutes)
    }

    private func counted(_ count: Int, _ key: WordKey) -> String {
        switch self[key] {
        case .single(let text): text.replacing("{count}", with: "\(count)")
        case .plural(let one, let other): (count == 1 ? one : other).replacing("{count}", with: "\(count)")
        }
    }
}
