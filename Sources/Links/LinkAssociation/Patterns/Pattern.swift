/// A pattern of Apple's: of a path, a query, a fragment, or the value of a query item.
struct Pattern: Sendable {
    let elements: [PatternElement]
    /// Whether the pattern is `*`, which also matches a part that is absent or cannot be decoded.
    let isAnything: Bool

    /// The pattern of a part that a component does not mention.
    static let anything = Pattern(elements: [], isAnything: true)

    /// The maximum number of elements, with the values of variables in place of references to them.
    ///
    /// Matching takes at most as many steps as the product of this number and the text's length: with 8,192 characters,
    /// more than web servers accept, a tenth of a second.
    static let longest = 32_768

    /// The number of elements, with the values of variables in place of references to them.
    func length(_ variables: [PatternVariable]) -> Int {
        elements.reduce(0) { sum, element in
            if case .variable(let index) = element { sum + variables[index].length } else { sum + 1 }
        }
    }

    /// Whether the whole text matches.
    ///
    /// A star can match in many ways, so the positions that each element can reach in the text are followed all at once.
    func matches(_ text: [UInt32], _ variables: [PatternVariable]) -> Bool {
        if isAnything { return true }
        // Before the first wildcard there is one position, which rules out most patterns.
        var position = 0
        while position < elements.count, case .scalar(let scalar) = elements[position] {
            guard position < text.count, text[position] == scalar else { return false }
            position += 1
        }
        let rest = elements[position...]
        if rest.count == 1, rest.first == .star { return true }
        return Self.positions(from: [position], through: rest, of: text, variables).last == text.count
    }

    /// The positions after the texts that match elements and begin at one of some positions; all are in ascending order.
    private static func positions(
        from starts: [Int], through elements: ArraySlice<PatternElement>, of text: [UInt32],
        _ variables: [PatternVariable]
    ) -> [Int] {
        var positions = starts
        for element in elements {
            guard let first = positions.first else { return [] }
            switch element {
            case .star: positions = Array(first...text.count)
            case .nothing: return []
            case .scalar, .any:
                positions = positions.compactMap { position in
                    position < text.count && (element == .any || element == .scalar(text[position]))
                        ? position + 1 : nil
                }
            case .variable(let index):
                var isReached = [Bool](repeating: false, count: text.count + 1)
                for (beginning, rests) in variables[index].rests {
                    let begun = Self.positions(from: positions, through: beginning, of: text, variables)
                    if begun.isEmpty { continue }
                    for rest in rests {
                        for end in Self.positions(from: begun, through: rest, of: text, variables) {
                            isReached[end] = true
                        }
                    }
                }
                positions = isReached.indices.filter { isReached[$0] }
            }
        }
        return positions
    }
}
