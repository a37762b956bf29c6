package import JSON

/// What a value of an answer has to be.
package enum ValueTest: Hashable, Sendable {
    /// The same number, truth value or null.
    case literal(JSONValue)
    case text(TextTest)
    /// Any of several.
    case any([ValueTest])

    /// The names of the texts that its captures catch.
    var texts: [String] {
        switch self {
        case .literal: []
        case .text(let test): test.captures.filter { $0.kind == .text }.map(\.name)
        case .any(let tests): tests.flatMap(\.texts)
        }
    }

    /// What the captures captured; nil where the value is something else.
    func match(_ value: JSONValue) -> [CapturedValue]? {
        switch self {
        case .literal(.number(let number)):
            if case .number(let other) = value, other.double == number.double { [] } else { nil }
        case .literal(let literal): literal == value ? [] : nil
        case .text(let test): value.string.flatMap { test.match($0) }
        case .any(let tests): tests.lazy.compactMap { $0.match(value) }.first
        }
    }
}

/// A value that a capture took out of a text.
enum CapturedValue: Hashable, Sendable {
    case seconds(Int)
    case list([String])
    case text(name: String, String)
}

/// What a text of an answer has to be.
///
/// - `invalid token` is that text and no other;
/// - `~expired` is any text that contains it, upper and lower case of ASCII being the same; `~` is any text;
/// - `after {wait:seconds} seconds` is any text that contains such a text, its captures filled; `…` stands for whatever
///   comes between. Each piece is looked for at its first place behind the piece before it.
package struct TextTest: Hashable, Sendable {
    /// What a capture takes in.
    package enum CaptureKind: String, Hashable, Sendable, CaseIterable {
        /// Digits, of which a wait is made.
        case seconds
        /// Texts between commas: the deficiencies of a password.
        case list
        /// Some text, kept under the capture's name.
        case text
    }

    package struct Capture: Hashable, Sendable {
        package var name: String
        package var kind: CaptureKind
    }

    package enum Piece: Hashable, Sendable {
        case literal(String)
        case anything
        case capture(Capture)
    }

    package enum Form: Hashable, Sendable {
        case exact(String)
        case contains(String)
        case pattern([Piece])
    }

    /// As it is written.
    package let text: String
    package let form: Form

    /// Only so much of an answer's text is looked through, in Unicode scalars.
    package static let longest = 2000

    var captures: [Capture] {
        guard case .pattern(let pieces) = form else { return [] }
        return pieces.compactMap { piece in
            if case .capture(let capture) = piece { capture } else { nil }
        }
    }

    /// What the captures captured; nil where the text is another.
    func match(_ other: String) -> [CapturedValue]? {
        switch form {
        case .exact(let wanted): return wanted.unicodeScalars.elementsEqual(other.unicodeScalars) ? [] : nil
        case .contains(let wanted):
            return FoldedText(other).place(of: FoldedText(wanted).folded, from: 0) == nil ? nil : []
        case .pattern(let pieces): return TextPattern(pieces: pieces).match(FoldedText(other))
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
