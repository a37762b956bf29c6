/// A dialect's words on their way through templates and escaping: each is a number between two scalars that no text may
/// hold, and is put back at the very end.
///
/// The two are for private use (Unicode 16, section 23.5); `cleaned` takes them out of everything that comes from outside.
struct Marks: Sendable {
    private static let open: Unicode.Scalar = "\u{F0000}"
    private static let close: Unicode.Scalar = "\u{F0001}"

    private let texts: [String]

    init(_ texts: some Sequence<String>) {
        self.texts = Array(Set(texts)).sorted()
    }

    /// What stands for a text until `pieces` puts it back.
    func mark(_ text: String) -> String {
        guard let index = texts.firstIndex(of: text) else { return text }
        return "\(Self.open)\(index)\(Self.close)"
    }

    /// A finished text, cut where dialect words stand.
    func pieces(of text: String) -> [RenderedEmail.Piece] {
        var pieces: [RenderedEmail.Piece] = []
        var plain = String.UnicodeScalarView()
        var number: String.UnicodeScalarView?
        for scalar in text.unicodeScalars {
            if scalar == Self.open {
                number = String.UnicodeScalarView()
            } else if scalar == Self.close, let index = number.flatMap({ Int(String($0)) }),
                texts.indices.contains(index)
            {
                if !plain.isEmpty { pieces.append(.text(String(plain))) }
                plain = String.UnicodeScalarView()
                pieces.append(.verbatim(texts[index]))
                number = nil
            } else if number != nil {
                number?.append(scalar)
            } else {
                plain.append(scalar)
            }
        }
        if !plain.isEmpty { pieces.append(.text(String(plain))) }
        return pieces
    }

    /// A text from outside without what could end a line, turn it around, or pass for a mark.
    ///
    /// Line breaks and other control characters become blanks; bidirectional embeddings, overrides and isolates go, since
    /// they would reorder the words after them.
    static func cleaned(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x202A...0x202E, 0x2066...0x2069, 0xF0000...0xF0001: continue
            case _ where scalar.value & 0xFFFE == 0xFFFE: continue
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
