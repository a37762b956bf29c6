/// What a mail's own words may not say as it is, because the engine would take it for its own, and how it is written
/// instead.
struct DialectLiterals: Hashable, Sendable {
    /// A sequence of characters that the engine would take for its own.
    struct Sequence: Hashable, Sendable {
        let characters: [Unicode.Scalar]
        /// What its first character becomes; a part that is not here takes the sequence as it is.
        let replacements: [RenderedEmail.Part: Replacement]
    }

    /// What a character becomes.
    enum Replacement: Hashable, Sendable {
        case written(String)
        /// A character reference of HTML.
        case reference
        /// The engine has no way to say it.
        case impossible
    }

    /// A sequence that cannot be said.
    struct Impossible: Error {
        let sequence: String
    }

    let sequences: [Sequence]

    /// A part put together, everything but the engine's own words rewritten so that the engine takes none of it for its own.
    ///
    /// A sequence also counts where it begins in a word or ends in one: the brace of `{` before `{{name}}` is one of three.
    ///
    /// - Parameters:
    ///   - pieces: texts and the engine's words, in order.
    ///   - part: the part that they are of.
    /// - Returns: what the engine makes the texts of again.
    /// - Throws: `Impossible` for the first sequence that the engine has no way to say.
    func escape(_ pieces: [RenderedEmail.Piece], in part: RenderedEmail.Part) throws(Impossible) -> String {
        var scalars: [Unicode.Scalar] = []
        var isText: [Bool] = []
        for piece in pieces {
            scalars += Array(piece.string.unicodeScalars)
            if case .text = piece { isText += [Bool](repeating: true, count: scalars.count - isText.count) }
            isText += [Bool](repeating: false, count: scalars.count - isText.count)
        }
        // A style sheet is the template's, and character references mean nothing in it.
        if part == .html { Self.exempt(from: "<style", to: "</style>", in: scalars, &isText) }
        // What is written instead is the engine's own, and a brace before or after it counts again.
        while case let replacements = try replacements(in: scalars, isText: isText, part: part), !replacements.isEmpty {
            for (index, replacement) in replacements.sorted(by: { $0.key > $1.key }) {
                let written = Array(replacement.unicodeScalars)
                scalars.replaceSubrange(index...index, with: written)
                isText.replaceSubrange(index...index, with: repeatElement(false, count: written.count))
            }
        }
        return Self.string(scalars)
    }

    /// What the characters at some places become.
    private func replacements(
        in scalars: [Unicode.Scalar], isText: [Bool], part: RenderedEmail.Part
    ) throws(Impossible) -> [Int: String] {
        var result: [Int: String] = [:]
        for sequence in sequences {
            guard let replacement = sequence.replacements[part] else { continue }
            for start in Self.places(of: sequence.characters, in: scalars) {
                let end = start + sequence.characters.count
                guard let first = (start..<end).first(where: { isText[$0] }), result[first] == nil else { continue }
                switch replacement {
                case .written(let text): result[first] = text
                case .reference: result[first] = "&#\(scalars[first].value);"
                case .impossible: throw Impossible(sequence: Self.string(sequence.characters))
                }
            }
        }
        return result
    }

    private static func exempt(
        from open: String, to close: String, in scalars: [Unicode.Scalar], _ isText: inout [Bool]
    ) {
        var from = 0
        let opening = Array(open.unicodeScalars)
        let closing = Array(close.unicodeScalars)
        while let start = places(of: opening, in: scalars, from: from).first {
            let end = places(of: closing, in: scalars, from: start).first ?? scalars.count
            for index in start..<end { isText[index] = false }
            from = end
        }
    }

    private static func places(
        of sequence: [Unicode.Scalar], in scalars: [Unicode.Scalar], from start: Int = 0
    ) -> [Int] {
        guard let first = sequence.first, scalars.count >= start + sequence.count else { return [] }
        return (start...(scalars.count - sequence.count)).filter { index in
            scalars[index] == first && scalars[index..<(index + sequence.count)].elementsEqual(sequence)
        }
    }

    static func string(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
