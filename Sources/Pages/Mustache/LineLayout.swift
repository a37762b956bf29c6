/// The layout of one line of a template.
///
/// A line that holds only tags without output leaves no blank line. Mustache calls such a tag standalone. With
/// inheritance several tags may share the line, and a parent that opens and closes on it counts as one tag.
struct LineLayout {
    /// Whether the line is removed, apart from the output of its tags.
    private(set) var isStandalone = false
    private(set) var indent: Range<Int>
    private(set) var firstPiece = 0
    /// For each piece, whether it is inside a parent that opens and closes on this line.
    private(set) var isInsideParent: [Bool]
    /// The index of the opening tag of a block that is alone on this line.
    private(set) var standaloneBlock: Int?

    /// `enclosing` are the tags open at the start of the line, the innermost last.
    init(_ pieces: [Piece], in bytes: [UInt8], enclosing: [Tag.Kind]) {
        indent = 0..<0
        isInsideParent = [Bool](repeating: false, count: pieces.count)
        switch pieces.first {
        case .text(let range):
            let end =
                bytes[range].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? range.upperBound
            indent = range.lowerBound..<end
            firstPiece = end == range.upperBound ? 1 : 0
        case .tag(let tag):
            indent = tag.range.lowerBound..<tag.range.lowerBound
        case nil:
            return
        }

        let (counterpart, closesOther) = Self.counterparts(of: pieces, enclosing: enclosing)
        var end = 0
        for (index, piece) in pieces.enumerated() {
            isInsideParent[index] = index < end
            guard case .tag(let tag) = piece, tag.kind == .parent, let close = counterpart[index] else { continue }
            end = max(end, close + 1)
        }

        guard let tags = outerTags(pieces, bytes), let first = tags.first, let last = tags.last else { return }
        if tags.count == 2, first.tag.kind == .block, counterpart[first.index] == last.index {
            standaloneBlock = endsInLineFeed(pieces, bytes) ? first.index : nil
            return
        }
        isStandalone =
            tags.count == 1
            || !closesOther
                && tags.allSatisfy { index, tag in
                    counterpart[index] == nil && (tag.kind == .close || tag.kind.isInheritance)
                }
    }

    /// Pairs the tags that open and close on this line: for each piece the index of the other tag of its pair; and
    /// whether the line closes a section that was opened on an earlier one.
    private static func counterparts(
        of pieces: [Piece], enclosing: [Tag.Kind]
    ) -> (counterpart: [Int?], closesOther: Bool) {
        var counterpart = [Int?](repeating: nil, count: pieces.count)
        var opened: [Int] = []
        var outside = enclosing
        var closesOther = false
        for (index, piece) in pieces.enumerated() {
            guard case .tag(let tag) = piece else { continue }
            if tag.kind.opens {
                opened.append(index)
            } else if tag.kind == .close {
                if let last = opened.popLast() {
                    counterpart[last] = index
                    counterpart[index] = last
                } else if outside.popLast()?.isInheritance != true {
                    closesOther = true
                }
            }
        }
        return (counterpart, closesOther)
    }

    /// Returns the tags outside of parents that open and close on this line; nil if anything on the line has output.
    private func outerTags(_ pieces: [Piece], _ bytes: [UInt8]) -> [(index: Int, tag: Tag)]? {
        var tags: [(index: Int, tag: Tag)] = []
        for (index, piece) in pieces.enumerated() where !isInsideParent[index] {
            switch piece {
            case .text(let range):
                guard bytes[range].allSatisfy(isBlank) else { return nil }
            case .tag(let tag):
                guard tag.kind != .variable, tag.kind != .unescaped else { return nil }
                tags.append((index, tag))
            }
        }
        return tags
    }

    private func endsInLineFeed(_ pieces: [Piece], _ bytes: [UInt8]) -> Bool {
        if case .text(let range) = pieces.last { bytes[range].last == UInt8(ascii: "\n") } else { false }
    }
}
