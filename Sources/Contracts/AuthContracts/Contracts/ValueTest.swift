package import JSON

/// A test of a value in a response.
package enum ValueTest: Hashable, Sendable {
    /// Equality with a number, Boolean or null.
    case literal(JSONValue)
    case text(TextTest)
    /// Any of several alternatives.
    case any([ValueTest])

    /// The names of the texts that it captures.
    var texts: [String] {
        switch self {
        case .literal: []
        case .text(let test): test.captures.filter { $0.kind == .text }.map(\.name)
        case .any(let tests): tests.flatMap(\.texts)
        }
    }

    /// The captured values; nil if the value does not pass.
    package func match(_ value: JSONValue) -> [CapturedValue]? {
        switch self {
        case .literal(.number(let number)):
            if case .number(let other) = value, other.double == number.double { [] } else { nil }
        case .literal(let literal): literal == value ? [] : nil
        case .text(let test): value.string.flatMap { test.match($0) }
        case .any(let tests): tests.lazy.compactMap { $0.match(value) }.first
        }
    }
}

/// A value captured from a text.
package enum CapturedValue: Hashable, Sendable {
    case seconds(Int)
    case list([String])
    case text(name: String, String)
}

/// A test of a text in a response.
///
/// - `invalid token` matches exactly that text;
/// - `~expired` matches any text that contains it, without regard to ASCII case; `~` matches any text;
/// - `after {wait:seconds} seconds` matches any text that contains it, with captures filled; `…` matches any text in
///   between. Each piece matches at its first occurrence after the piece before it.
package struct TextTest: Hashable, Sendable {
    /// The kind of text that a capture matches.
    package enum CaptureKind: String, Hashable, Sendable, CaseIterable {
        /// Digits: a wait in seconds.
        case seconds
        /// Comma-separated texts: the requirements that a password does not meet.
        case list
        /// Any text, kept under the capture's name.
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

    package let text: String
    package let form: Form

    /// The maximum length of text that is searched, in Unicode scalars.
    package static let longest = 2000

    package var captures: [Capture] {
        guard case .pattern(let pieces) = form else { return [] }
        return pieces.compactMap { piece in
            if case .capture(let capture) = piece { capture } else { nil }
        }
    }

    /// The captured values; nil if the text does not match.
    package func match(_ other: String) -> [CapturedValue]? {
        switch form {
        case .exact(let wanted): return wanted.unicodeScalars.elementsEqual(other.unicodeScalars) ? [] : nil
        case .contains(let wanted):
            return FoldedText(other).place(of: FoldedText(wanted).folded, from: 0) == nil ? nil : []
        case .pattern(let pieces): return TextPattern(pieces: pieces).match(FoldedText(other))
        }
    }
}

/// The first `TextTest.longest` scalars of a text, and the same with ASCII letters lower-cased.
package struct FoldedText {
    let scalars: [Unicode.Scalar]
    package let folded: [UInt32]

    package init(_ text: String) {
        scalars = Array(text.unicodeScalars.prefix(TextTest.longest))
        folded = scalars.map { (0x41...0x5A).contains($0.value) ? $0.value | 0x20 : $0.value }
    }

    /// The first occurrence of a sequence of folded scalars at or after an index.
    package func place(of wanted: [UInt32], from start: Int) -> Int? {
        guard wanted.count <= folded.count - start else { return nil }
        return (start...(folded.count - wanted.count)).first { place in
            folded[place..<(place + wanted.count)].elementsEqual(wanted)
        }
    }
}
