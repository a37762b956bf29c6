/// A sentence with holes, looked for in a text.
struct Sentence {
    let pieces: [TextTest.Piece]

    /// What the holes caught, at the first place of the text where the sentence stands.
    func match(_ text: FoldedText) -> [Caught]? {
        // Elsewhere than at its first literal a sentence cannot begin.
        var start = 0
        while start <= text.folded.count {
            if case .literal(let first)? = pieces.first {
                guard let place = text.place(of: FoldedText(first).folded, from: start) else { return nil }
                start = place
            }
            if let caught = match(text, from: start) { return caught }
            // What takes in anything has looked through the rest already.
            if takesAnythingFirst { return nil }
            start += 1
        }
        return nil
    }

    private var takesAnythingFirst: Bool {
        switch pieces.first {
        case .anything: true
        case .hole(let hole): hole.kind != .seconds
        case .literal, nil: false
        }
    }

    private func match(_ text: FoldedText, from start: Int) -> [Caught]? {
        var caught: [Caught] = []
        var place = start
        var index = 0
        while index < pieces.count {
            switch pieces[index] {
            case .literal(let literal):
                let wanted = FoldedText(literal).folded
                guard text.folded[place...].starts(with: wanted) else { return nil }
                place += wanted.count
            case .anything:
                guard let next = end(behind: index, in: text, from: place) else { return nil }
                place = next
            case .hole(let hole) where hole.kind == .seconds:
                let digits = text.scalars[place...].prefix { ("0"..."9").contains($0) }
                // Nobody waits longer than nine digits of seconds.
                guard (1...9).contains(digits.count), let seconds = Int(String(String.UnicodeScalarView(digits)))
                else { return nil }
                caught.append(.seconds(seconds))
                place += digits.count
            case .hole(let hole):
                guard let next = end(behind: index, in: text, from: place), next > place else { return nil }
                let content = String(String.UnicodeScalarView(text.scalars[place..<next]))
                caught.append(hole.kind == .list ? .list(Self.items(of: content)) : .text(name: hole.name, content))
                place = next
            }
            index += 1
        }
        return caught
    }

    /// Where what a piece takes in ends: before the next literal, or with the text.
    private func end(behind index: Int, in text: FoldedText, from place: Int) -> Int? {
        guard index + 1 < pieces.count else { return text.folded.count }
        switch pieces[index + 1] {
        case .literal(let literal): return text.place(of: FoldedText(literal).folded, from: place)
        // `…` before a number: up to its first digit.
        case .hole(let hole) where hole.kind == .seconds:
            return text.scalars[place...].firstIndex { ("0"..."9").contains($0) }
        case .anything, .hole: return place
        }
    }

    /// The texts between commas, without the blanks around them.
    private static func items(of text: String) -> [String] {
        text.unicodeScalars.split(separator: ",").map { item in
            var scalars = item
            while scalars.first == " " { scalars.removeFirst() }
            while scalars.last == " " { scalars.removeLast() }
            return String(scalars)
        }
    }
}
