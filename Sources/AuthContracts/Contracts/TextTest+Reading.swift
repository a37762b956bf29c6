extension TextTest {
    /// Why a sentence cannot be read, and where.
    struct Fault: Error {
        /// UTF-8 bytes into the text.
        let offset: Int
        let message: String
        let fix: String
    }

    /// Reads the text of a rule: exact, `~contains`, or a sentence with holes or `…`.
    init(parsing text: String) throws(Fault) {
        self.text = text
        if text.utf8.first == UInt8(ascii: "~") {
            form = .contains(String(text.dropFirst()))
            let scalars = text.unicodeScalars
            for index in scalars.indices {
                var isSentence = scalars[index] == "…"
                if scalars[index] == "{" { isSentence = try Self.hole(in: text, at: index) != nil }
                guard !isSentence else {
                    throw Fault(
                        offset: scalars.utf8Offset(of: index),
                        message: "behind a '~' stands a text as it is, and this is a sentence",
                        fix: "Remove the '~': a sentence may stand anywhere in the text.")
                }
            }
            return
        }
        var pieces: [Piece] = []
        var literal = String.UnicodeScalarView()
        func finishLiteral() {
            if !literal.isEmpty { pieces.append(.literal(String(literal))) }
            literal = String.UnicodeScalarView()
        }
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            if scalars[index] == "…" {
                finishLiteral()
                if pieces.last != .anything { pieces.append(.anything) }
            } else if scalars[index] == "{", let hole = try Self.hole(in: text, at: index) {
                finishLiteral()
                if case .hole? = pieces.last {
                    throw Fault(
                        offset: scalars.utf8Offset(of: index), message: "two holes stand side by side",
                        fix: "Write the text between them, so that one can end and the other begin.")
                }
                pieces.append(.hole(hole.hole))
                index = hole.end
                continue
            } else {
                literal.append(scalars[index])
            }
            index = scalars.index(after: index)
        }
        finishLiteral()
        guard pieces.contains(where: { if case .literal = $0 { false } else { true } }) else {
            form = .exact(text)
            return
        }
        // A sentence may stand anywhere, so these say nothing.
        if pieces.first == .anything { pieces.removeFirst() }
        if pieces.last == .anything { pieces.removeLast() }
        form = .sentence(pieces)
    }

    /// The hole that begins at a brace; nil where the brace is only a brace.
    private static func hole(
        in text: String, at index: String.Index
    ) throws(Fault) -> (hole: Hole, end: String.Index)? {
        let scalars = text.unicodeScalars
        guard let closing = scalars[index...].firstIndex(of: "}") else { return nil }
        let words = scalars[scalars.index(after: index)..<closing].split(
            separator: ":", omittingEmptySubsequences: false)
        guard words.count == 2, ContractText.isName(String(words[0])) else { return nil }
        let name = String(words[0])
        let offset = scalars.utf8Offset(of: index)
        guard let kind = HoleKind(rawValue: String(words[1])) else {
            throw Fault(
                offset: offset, message: "'\(String(words[1]))' is not a kind of hole",
                fix: "The kinds are \(HoleKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let wanted: String? =
            switch kind {
            case .seconds: "wait"
            case .list: "missing"
            case .text: nil
            }
        if let wanted, name != wanted {
            throw Fault(
                offset: offset, message: "a hole for \(kind.rawValue) cannot be called '\(name)'",
                fix: "Write {\(wanted):\(kind.rawValue)}.")
        }
        return (Hole(name: name, kind: kind), scalars.index(after: closing))
    }
}

extension String.UnicodeScalarView {
    func utf8Offset(of index: Index) -> Int {
        String(self[..<index]).utf8.count
    }
}
