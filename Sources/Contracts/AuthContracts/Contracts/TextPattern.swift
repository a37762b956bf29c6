/// A pattern with captures that is searched for in a text.
struct TextPattern {
    let pieces: [TextTest.Piece]

    /// The captured values of the first match in the text; nil if there is none.
    func match(_ text: FoldedText) -> [CapturedValue]? {
        // A match can begin only at an occurrence of the first literal.
        var start = 0
        while start <= text.folded.count {
            if case .literal(let first)? = pieces.first {
                guard let place = text.place(of: FoldedText(first).folded, from: start) else { return nil }
                start = place
            }
            if let captured = match(text, from: start) { return captured }
            // A pattern that begins with a wildcard has already searched the rest of the text.
            if takesAnythingFirst { return nil }
            start += 1
        }
        return nil
    }

    private var takesAnythingFirst: Bool {
        switch pieces.first {
        case .anything: true
        case .capture(let capture): capture.kind != .seconds
        case .literal, nil: false
        }
    }

    private func match(_ text: FoldedText, from start: Int) -> [CapturedValue]? {
        var captured: [CapturedValue] = []
        var place = start
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .literal(let literal):
                let wanted = FoldedText(literal).folded
                guard text.folded[place...].starts(with: wanted) else { return nil }
                place += wanted.count
            case .anything:
                guard let next = end(behind: index, in: text, from: place) else { return nil }
                place = next
            case .capture(let capture) where capture.kind == .seconds:
                let digits = text.scalars[place...].prefix { ("0"..."9").contains($0) }
                // Nine digits bound the number, and no real wait is longer.
                guard (1...9).contains(digits.count), let seconds = Int(String(String.UnicodeScalarView(digits)))
                else { return nil }
                captured.append(.seconds(seconds))
                place += digits.count
            case .capture(let capture):
                guard let next = end(behind: index, in: text, from: place), next > place else { return nil }
                let content = String(String.UnicodeScalarView(text.scalars[place..<next]))
                captured.append(
                    capture.kind == .list ? .list(Self.items(of: content)) : .text(name: capture.name, content))
                place = next
            }
        }
        return captured
    }

    /// The end of a variable piece's match: the next literal, or the end of the text.
    private func end(behind index: Int, in text: FoldedText, from place: Int) -> Int? {
        guard index + 1 < pieces.count else { return text.folded.count }
        switch pieces[index + 1] {
        case .literal(let literal): return text.place(of: FoldedText(literal).folded, from: place)
        // Before a number, a variable piece extends to the first digit.
        case .capture(let capture) where capture.kind == .seconds:
            return text.scalars[place...].firstIndex { ("0"..."9").contains($0) }
        case .anything, .capture: return place
        }
    }

    /// The comma-separated texts, without surrounding spaces.
    private static func items(of text: String) -> [String] {
        text.unicodeScalars.split(separator: ",").map { item in
            var scalars = item
            while scalars.first == " " { scalars.removeFirst() }
            while scalars.last == " " { scalars.removeLast() }
            return String(scalars)
        }
    }
}
