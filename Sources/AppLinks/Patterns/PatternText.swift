/// A text to be matched, and what matching has found out about it.
///
/// Many patterns meet the same text, so what a scalar's or a variable's places in it are is worked out once.
struct PatternText: Sendable {
    let scalars: [UInt32]
    private var few: Simulation<FewPositions>?
    private var many: Simulation<ManyPositions>?

    init(_ scalars: [UInt32]) {
        self.scalars = scalars
    }

    var count: Int { scalars.count }

    func starts(with prefix: [UInt32]) -> Bool {
        guard prefix.count <= scalars.count else { return false }
        for index in prefix.indices where prefix[index] != scalars[index] { return false }
        return true
    }

    /// Whether the text from a place to its end matches; nil where finding out would take too long.
    mutating func matches(_ elements: [PatternElement], from start: Int, variables: PatternVariables) -> Bool? {
        if scalars.count <= FewPositions.longest {
            if few == nil { few = Simulation(scalars) }
            return few?.matches(elements, from: start, variables: variables) ?? nil
        }
        if many == nil { many = Simulation(scalars) }
        return many?.matches(elements, from: start, variables: variables) ?? nil
    }
}

/// Moves sets of places through patterns.
private struct Simulation<Positions: PositionSet>: Sendable {
    private let text: [UInt32]
    private let words: Int
    /// Where each ASCII character stands, once asked for.
    private var places: [Positions?] = Array(repeating: nil, count: 128)
    private var farPlaces: [UInt32: Positions] = [:]
    private var classPlaces: [CharacterClass: Positions] = [:]
    /// Where values of a variable begin, by their length.
    private var valuePlaces: [Int: [(length: Int, starts: Positions)]] = [:]
    private var work = 0

    /// About a tenth of a second; only files made to be slow come near it.
    private static var mostWork: Int { 100_000_000 }

    init(_ text: [UInt32]) {
        self.text = text
        words = Positions.words(length: text.count)
    }

    mutating func matches(_ elements: [PatternElement], from start: Int, variables: PatternVariables) -> Bool? {
        var positions = Positions.none(length: text.count)
        positions.insert(start)
        work = 0
        move(&positions, through: elements[...], variables: variables)
        guard work < Self.mostWork else { return nil }
        return positions.contains(text.count)
    }

    private mutating func move(
        _ positions: inout Positions, through elements: ArraySlice<PatternElement>, variables: PatternVariables
    ) {
        for element in elements {
            if positions.isEmpty || work >= Self.mostWork { return }
            work += words
            switch element {
            case .star: positions.fill(length: text.count)
            case .any: positions.advance(by: 1, length: text.count)
            case .scalar(let scalar):
                positions.formIntersection(places(of: scalar))
                positions.advance(by: 1, length: text.count)
            case .oneOf(let characters):
                positions.formIntersection(places(of: characters))
                positions.advance(by: 1, length: text.count)
            case .variable(let index): move(&positions, throughVariable: index, variables: variables)
            case .nothing: positions = Positions.none(length: text.count)
            }
        }
    }

    private mutating func move(_ positions: inout Positions, throughVariable index: Int, variables: PatternVariables) {
        var result = Positions.none(length: text.count)
        for (length, starts) in valuePlaces(of: index, in: variables) {
            var moved = positions
            moved.formIntersection(starts)
            moved.advance(by: length, length: text.count)
            result.formUnion(moved)
            work += 3 * words
        }
        for value in variables.values[index].open {
            var moved = positions
            move(&moved, through: value[...], variables: variables)
            result.formUnion(moved)
        }
        positions = result
    }

    private mutating func valuePlaces(of index: Int, in variables: PatternVariables) -> [(
        length: Int, starts: Positions
    )] {
        if let known = valuePlaces[index] { return known }
        var byLength: [Int: Positions] = [:]
        for value in variables.values[index].fixed where value.count <= text.count {
            var starts = everywhere(fitting: value.count)
            for (offset, element) in value.enumerated() {
                guard case .scalar(let scalar) = element else { continue }
                var matching = places(of: scalar)
                matching.retreat(by: offset)
                starts.formIntersection(matching)
                work += 2 * words
                if starts.isEmpty { break }
            }
            if starts.isEmpty { continue }
            if byLength[value.count]?.formUnion(starts) == nil { byLength[value.count] = starts }
            // Half the answer must not be remembered.
            if work >= Self.mostWork { return [] }
        }
        let result = byLength.map { (length: $0.key, starts: $0.value) }
        valuePlaces[index] = result
        return result
    }

    /// All places from which a value of that length still fits.
    private func everywhere(fitting count: Int) -> Positions {
        var positions = Positions.none(length: text.count)
        positions.insert(0)
        positions.fill(length: text.count)
        positions.retreat(by: count)
        return positions
    }

    private mutating func places(of scalar: UInt32) -> Positions {
        guard scalar < 128 else {
            if let known = farPlaces[scalar] { return known }
            let found = find { $0 == scalar }
            farPlaces[scalar] = found
            return found
        }
        if let known = places[Int(scalar)] { return known }
        let found = find { $0 == scalar }
        places[Int(scalar)] = found
        return found
    }

    private mutating func places(of characters: CharacterClass) -> Positions {
        if let known = classPlaces[characters] { return known }
        let found = find(characters.contains)
        classPlaces[characters] = found
        return found
    }

    private mutating func find(_ condition: (UInt32) -> Bool) -> Positions {
        var positions = Positions.none(length: text.count)
        for (index, scalar) in text.enumerated() where condition(scalar) { positions.insert(index) }
        work += text.count
        return positions
    }
}
