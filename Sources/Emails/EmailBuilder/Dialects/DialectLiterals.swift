import Diagnostics

/// Sequences of characters that a template engine would parse as its own syntax, and their replacements in an email's
/// text.
struct DialectLiterals: Hashable, Sendable {
    /// A sequence of characters that the engine would parse as syntax.
    struct Sequence: Hashable, Sendable {
        let characters: [Unicode.Scalar]
        /// The replacement of its first character for each part; in other parts the sequence needs no escaping.
        let replacements: [RenderedEmail.Part: Replacement]
    }

    enum Replacement: Hashable, Sendable {
        case written(String)
        /// A character reference of HTML.
        case reference
        /// The engine offers no way to escape it.
        case impossible
    }

    enum Run: Hashable, Sendable {
        /// The email's own text.
        case text(String)
        /// Markup, or an expression of the engine.
        case fixed(String)
    }

    let sequences: [Sequence]

    /// A template that the engine renders to the original text; throws the first sequence that cannot be escaped. A
    /// sequence also counts if only some of its characters are text: in `{` before `{{name}}`, the brace is the first
    /// of three.
    func escape(
        _ runs: [Run], in part: RenderedEmail.Part, of system: String
    ) throws(Problem<String>) -> String {
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
        // A replacement is engine syntax and may form a new sequence with adjacent braces, so repeat until there are
        // none.
        while case let replacements = try replacements(in: scalars, isText: isText, part, of: system),
            !replacements.isEmpty
        {
            for (index, replacement) in replacements.sorted(by: { $0.key > $1.key }) {
                let written = Array(replacement.unicodeScalars)
                scalars.replaceSubrange(index...index, with: written)
                isText.replaceSubrange(index...index, with: repeatElement(false, count: written.count))
            }
        }
        return Self.string(scalars)
    }

    private func replacements(
        in scalars: [Unicode.Scalar], isText: [Bool], _ part: RenderedEmail.Part, of system: String
    ) throws(Problem<String>) -> [Int: String] {
        var result: [Int: String] = [:]
        for sequence in sequences {
            guard let replacement = sequence.replacements[part] else { continue }
            for start in Self.places(of: sequence.characters, in: scalars) {
                let end = start + sequence.characters.count
                guard let first = (start..<end).first(where: { isText[$0] }), result[first] == nil else { continue }
                switch replacement {
                case .written(let text): result[first] = text
                case .reference: result[first] = "&#\(scalars[first].value);"
                case .impossible:
                    let text = Self.string(sequence.characters)
                    throw Problem(
                        code: "unwritable-text", at: text,
                        "\(system) would parse '\(text)' as its own syntax, and has no way to escape it",
                        fix: "Write it in another way.")
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
