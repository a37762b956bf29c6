import Problems

extension TextTest {
    /// Parses the text of a rule: exact, `~contains`, or a pattern with captures or `…`. The place of a problem is its
    /// offset in UTF-8 bytes.
    init(parsing text: String) throws(Problem<Int>) {
        self.text = text
        if text.utf8.first == UInt8(ascii: "~") {
            form = .contains(String(text.dropFirst()))
            let scalars = text.unicodeScalars
            for index in scalars.indices {
                var isPattern = scalars[index] == "…"
                if scalars[index] == "{" { isPattern = try Self.capture(in: text, at: index) != nil }
                guard !isPattern else {
                    throw Self.problem(
                        "the text after '~' is taken literally, and this is a pattern",
                        at: scalars.utf8Offset(of: index),
                        fix: "Remove the '~': a pattern matches anywhere in a text.")
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
            } else if scalars[index] == "{", let capture = try Self.capture(in: text, at: index) {
                finishLiteral()
                if case .capture? = pieces.last {
                    throw Self.problem(
                        "two captures are adjacent", at: scalars.utf8Offset(of: index),
                        fix: "Write the text between them, so that one can end and the other begin.")
                }
                pieces.append(.capture(capture.capture))
                index = capture.end
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
        // A pattern matches anywhere in a text, so a wildcard at either end has no effect.
        if pieces.first == .anything { pieces.removeFirst() }
        if pieces.last == .anything { pieces.removeLast() }
        form = .pattern(pieces)
    }

    /// The capture that begins at a brace; nil if the brace is literal.
    private static func capture(
        in text: String, at index: String.Index
    ) throws(Problem<Int>) -> (capture: Capture, end: String.Index)? {
        let scalars = text.unicodeScalars
        guard let closing = scalars[index...].firstIndex(of: "}") else { return nil }
        let words = scalars[scalars.index(after: index)..<closing].split(
            separator: ":", omittingEmptySubsequences: false)
        guard words.count <= 2, ContractText.isName(String(words[0])) else { return nil }
        let name = String(words[0])
        let offset = scalars.utf8Offset(of: index)
        guard words.count == 2 else {
            throw problem(
                "'{\(name)}' is no capture, and would be compared as it is written", at: offset,
                fix:
                    "Write {wait:seconds} for a wait, {missing:list} for requirements, {\(name):text} for a text to keep, or … for any text."
            )
        }
        guard let kind = CaptureKind(rawValue: String(words[1])) else {
            throw problem(
                "'\(String(words[1]))' is not a kind of capture", at: offset,
                fix: "The kinds are \(CaptureKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let wanted: String? =
            switch kind {
            case .seconds: "wait"
            case .list: "missing"
            case .text: nil
            }
        if let wanted, name != wanted {
            throw problem(
                "a capture for \(kind.rawValue) cannot be called '\(name)'", at: offset,
                fix: "Write {\(wanted):\(kind.rawValue)}.")
        }
        return (Capture(name: name, kind: kind), scalars.index(after: closing))
    }

    private static func problem(_ message: String, at offset: Int, fix: String) -> Problem<Int> {
        Problem(code: "bad-pattern", at: offset, message, fix: fix)
    }
}

extension String.UnicodeScalarView {
    func utf8Offset(of index: Index) -> Int {
        String(self[..<index]).utf8.count
    }
}
