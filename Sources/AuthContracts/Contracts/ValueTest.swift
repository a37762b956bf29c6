package import JSON

/// What a value of an answer has to be.
package enum ValueTest: Hashable, Sendable {
    /// The same number, truth value or null.
    case literal(JSONValue)
    case text(TextTest)
    /// Any of several.
    case any([ValueTest])

    /// The names of the texts that its holes catch.
    var texts: [String] {
        switch self {
        case .literal: []
        case .text(let test): test.holes.filter { $0.kind == .text }.map(\.name)
        case .any(let tests): tests.flatMap(\.texts)
        }
    }

    /// What the holes caught; nil where the value is something else.
    func match(_ value: JSONValue) -> [Caught]? {
        switch self {
        case .literal(.number(let number)):
            if case .number(let other) = value, other.double == number.double { [] } else { nil }
        case .literal(let literal): literal == value ? [] : nil
        case .text(let test): value.string.flatMap { test.match($0) }
        case .any(let tests): tests.lazy.compactMap { $0.match(value) }.first
        }
    }
}

/// What a hole of a sentence caught.
enum Caught: Hashable, Sendable {
    case seconds(Int)
    case list([String])
    case text(name: String, String)
}

/// What a text of an answer has to be.
///
/// - `invalid token` is that text and no other;
/// - `~expired` is any text that contains it, upper and lower case of ASCII being the same; `~` is any text;
/// - `after {wait:seconds} seconds` is any text that contains such a sentence, its holes filled; `…` stands for whatever
///   comes between. Each piece is looked for at its first place behind the piece before it.
package struct TextTest: Hashable, Sendable {
    /// What a hole takes in.
    package enum HoleKind: String, Hashable, Sendable, CaseIterable {
        /// Digits, of which a wait is made.
        case seconds
        /// Texts between commas, what a password lacks.
        case list
        /// Some text, kept under the hole's name.
        case text
    }

    package struct Hole: Hashable, Sendable {
        package var name: String
        package var kind: HoleKind
    }

    package enum Piece: Hashable, Sendable {
        case literal(String)
        case anything
        case hole(Hole)
    }

    package enum Form: Hashable, Sendable {
        case exact(String)
        case contains(String)
        case sentence([Piece])
    }

    /// As it is written.
    package let text: String
    package let form: Form

    /// Only so much of an answer's text is looked through, in Unicode scalars.
    package static let longest = 2000

    var holes: [Hole] {
        guard case .sentence(let pieces) = form else { return [] }
        return pieces.compactMap { piece in
            if case .hole(let hole) = piece { hole } else { nil }
        }
    }

    /// What the holes caught; nil where the text is another.
    func match(_ other: String) -> [Caught]? {
        switch form {
        case .exact(let wanted): return wanted.unicodeScalars.elementsEqual(other.unicodeScalars) ? [] : nil
        case .contains(let wanted):
            return FoldedText(other).place(of: FoldedText(wanted).folded, from: 0) == nil ? nil : []
        case .sentence(let pieces): return Sentence(pieces: pieces).match(FoldedText(other))
        }
    }
}

/// The beginning of a text as scalars, beside the same with ASCII's upper case folded.
struct FoldedText {
    let scalars: [Unicode.Scalar]
    let folded: [UInt32]

    init(_ text: String) {
        scalars = Array(text.unicodeScalars.prefix(TextTest.longest))
        folded = scalars.map { (0x41...0x5A).contains($0.value) ? $0.value | 0x20 : $0.value }
    }

    /// The first place of other scalars.
    func place(of wanted: [UInt32], from start: Int) -> Int? {
        guard wanted.count <= folded.count - start else { return nil }
        return (start...(folded.count - wanted.count)).first { place in
            folded[place..<(place + wanted.count)].elementsEqual(wanted)
        }
    }
}
