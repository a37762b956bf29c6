/// The sequences of characters in an email's own text that an engine would take for its syntax, and how they are written
/// instead.
struct DialectLiterals: Hashable, Sendable {
    /// A sequence of characters that the engine would take for its own.
    struct Sequence: Hashable, Sendable {
        let characters: [Unicode.Scalar]
        /// What its first character becomes; a part that is not here contains the sequence as it is.
        let replacements: [RenderedEmail.Part: Replacement]
    }

    /// What a character becomes.
    enum Replacement: Hashable, Sendable {
        case written(String)
        /// A character reference of HTML.
        case reference
        /// The engine has no way to write it.
        case impossible
    }

    /// A sequence that cannot be written.
    struct Impossible: Error {
        let sequence: String
    }

    /// A stretch of a part.
    enum Run: Hashable, Sendable {
        /// The email's own text.
        case text(String)
        /// Markup, and expressions of the engine's.
        case fixed(String)
    }

    let sequences: [Sequence]

    /// A part as the engine reads it: its own text rewritten where the engine would take it for syntax.
    ///
    /// A sequence also counts where it begins in an expression or ends in one: the brace of `{` before `{{name}}` is one of
    /// three.
    ///
    /// - Parameters:
    ///   - runs: text and markup, in order, and the engine's expressions.
    ///   - part: the part that they are of.
    /// - Returns: what the engine renders to the texts again.
    /// - Throws: `Impossible` for the first sequence that the engine has no way to write.
    func escape(_ runs: [Run], in part: RenderedEmail.Part) throws(Impossible) -> String {
        var scalars: [Unicode.Scalar] = []
        var isText: [Bool] = []
        for run in runs {
            let added: String.UnicodeScalarView
            switch run {
            case .text(let text): added = text.unicodeScalars
            case .fixed(let text): added = text.unicodeScalars
            }
            let isOwn = if case .text = run { true } else { false }
            scalars += Array(added)
            isText += [Bool](repeating: isOwn, count: scalars.count - isText.count)
        }
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

    private static func places(
        of sequence: [Unicode.Scalar], in scalars: [Unicode.Scalar]
    ) -> [Int] {
        guard let first = sequence.first, scalars.count >= sequence.count else { return [] }
        return (0...(scalars.count - sequence.count)).filter { index in
            scalars[index] == first && scalars[index..<(index + sequence.count)].elementsEqual(sequence)
        }
    }

    static func string(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
