/// A text to be matched, with cached results of matching.
///
/// Many patterns are matched against the same text, so the positions of characters and variables in it are computed
/// once.
struct PatternText {
    let scalars: [UInt32]
    let head: TextHead
    private var few: PatternSimulation<FewPositions>?
    private var many: PatternSimulation<ManyPositions>?

    init(_ scalars: [UInt32]) {
        self.scalars = scalars
        head = TextHead(scalars)
    }

    /// Whether the whole text matches; nil if deciding that exceeds the limit of work.
    mutating func matches(_ pattern: Pattern, in program: PatternProgram) -> Bool? {
        if pattern.isAnything { return true }
        guard pattern.admits(head) else { return false }
        // Before the first wildcard a direct comparison suffices.
        var index = pattern.start
        var place = 0
        while index < pattern.end, case .scalar(let scalar) = program.elements[index] {
            guard place < scalars.count, scalars[place] == scalar else { return false }
            index += 1
            place += 1
        }
        if index == pattern.end { return place == scalars.count }
        if index == pattern.end - 1, program.elements[index] == .star { return true }
        if scalars.count <= FewPositions.longest {
            if few == nil { few = PatternSimulation(scalars) }
            return few?.matches(index..<pattern.end, of: program, from: place) ?? nil
        }
        if many == nil { many = PatternSimulation(scalars) }
        return many?.matches(index..<pattern.end, of: program, from: place) ?? nil
    }
}
