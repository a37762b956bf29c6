/// Matches patterns against one text by advancing sets of positions, as a simulated automaton.
struct PatternSimulation<Positions: PositionSet> {
    private let text: [UInt32]
    private let length: Int
    /// The cost of one step, in machine words.
    private let words: Int
    /// The positions of each ASCII character, computed on first use; those of other characters and of classes follow.
    private var places: [Positions?] = Array(repeating: nil, count: 128)
    private var nonASCIIPlaces: [UInt32: Positions] = [:]
    private var classPlaces: [CharacterClass: Positions] = [:]
    /// The occurrences of each variable's values.
    private var variables: [VariableRanges] = []
    /// The start positions of values without a star, by their length.
    private var fixed: [Chunk] = []
    /// The start positions of the texts between the stars of the other values.
    private var open: [[Chunk]] = []
    private var work = 0

    /// The start positions of texts of one length.
    private struct Chunk {
        var length: Int
        var starts: Positions
    }

    /// The ranges of a variable's values in `fixed` and `open`.
    private struct VariableRanges {
        var isComplete = false
        var fixed = 0..<0
        var open = 0..<0
    }

    /// The limit of work for one match, about a tenth of a second; only adversarial files approach it.
    private static var maximumWork: Int { 100_000_000 }

    init(_ text: [UInt32]) {
        self.text = text
        length = text.count
        words = Positions.words(length: text.count)
    }

    /// Whether the text from a position to its end matches some of a program's elements; nil if that exceeds the limit.
    mutating func matches(_ steps: Range<Int>, of program: PatternProgram, from start: Int) -> Bool? {
        var positions = Positions.none(length: length)
        positions.insert(start)
        work = 0
        for index in steps {
            work += words
            switch program.elements[index] {
            case .star: positions.fill(length: length)
            case .any: positions.advance(by: 1, length: length)
            case .scalar(let scalar):
                positions.formIntersection(places(of: scalar))
                positions.advance(by: 1, length: length)
            case .oneOf(let characters):
                positions.formIntersection(places(of: characters))
                positions.advance(by: 1, length: length)
            case .variable(let variable):
                // Before a star, later positions add nothing to the first.
                let beforeStar = index + 1 < steps.upperBound && program.elements[index + 1] == .star
                move(&positions, through: variable, of: program, onlyFirst: beforeStar)
            case .nothing: return false
            }
            if positions.isEmpty { return false }
            guard work < Self.maximumWork else { return nil }
        }
        return positions.contains(length)
    }

    private mutating func move(
        _ positions: inout Positions, through variable: Int, of program: PatternProgram, onlyFirst: Bool
    ) {
        if variables.count <= variable {
            variables += Array(repeating: VariableRanges(), count: variable - variables.count + 1)
        }
        if !variables[variable].isComplete { find(program.variables.values[variable], for: variable) }
        let known = variables[variable]
        var result = Positions.none(length: length)
        for index in known.fixed {
            var moved = positions
            moved.formIntersection(fixed[index].starts)
            moved.advance(by: fixed[index].length, length: length)
            result.formUnion(moved)
            work += 3 * words
        }
        for index in known.open { add(open[index], from: positions, to: &result, onlyFirst: onlyFirst) }
        positions = result
    }

    /// Adds the positions at which a value with stars can end. Taking the first occurrence of each of its texts
    /// suffices: the star that follows can match whatever precedes a later one.
    private mutating func add(
        _ chunks: [Chunk], from positions: Positions, to result: inout Positions,
        onlyFirst: Bool
    ) {
        guard let opening = chunks.first, let closing = chunks.last else { return }
        guard var place = firstCommon(positions, opening.starts) else { return }
        place += opening.length
        for chunk in chunks.dropFirst().dropLast() {
            work += 2
            guard let next = chunk.starts.first(from: place) else { return }
            place = next + chunk.length
        }
        if onlyFirst {
            work += 2
            if let next = closing.starts.first(from: place) { result.insert(next + closing.length) }
            return
        }
        work += 3 * words
        var ends = closing.starts
        ends.removeAll(before: place)
        ends.advance(by: closing.length, length: length)
        result.formUnion(ends)
    }

    private mutating func firstCommon(_ a: Positions, _ b: Positions) -> Int? {
        var place = 0
        while let next = a.first(from: place), let other = b.first(from: next) {
            work += 2
            if next == other { return next }
            place = other
        }
        return nil
    }

    /// Finds a variable's values in the text. Beyond the limit of work it stays incomplete, which `matches` notices.
    private mutating func find(_ values: VariableValues, for variable: Int) {
        var byLength: [Int: Positions] = [:]
        for (count, words) in values.short where count <= length {
            byLength[count] = starts(of: words, length: count)
        }
        for value in values.fixed where value.count <= length {
            let starts = starts(of: value)
            guard work < Self.maximumWork else { return }
            if starts.isEmpty { continue }
            if byLength[value.count]?.formUnion(starts) == nil { byLength[value.count] = starts }
        }
        var found: [[Chunk]] = []
        for chunks in values.open where chunks.allSatisfy({ $0.count <= length }) {
            found.append(chunks.map { Chunk(length: $0.count, starts: starts(of: $0)) })
            guard work < Self.maximumWork else { return }
        }
        variables[variable] = VariableRanges(
            isComplete: true, fixed: fixed.count..<(fixed.count + byLength.count),
            open: open.count..<(open.count + found.count))
        fixed += byLength.map { Chunk(length: $0.key, starts: $0.value) }
        open += found
    }

    /// The positions of any of several texts of at most eight characters.
    private mutating func starts(of words: [UInt64], length count: Int) -> Positions {
        var starts = Positions.none(length: length)
        let mask: UInt64 = count == 8 ? .max : 1 << UInt64(count * 8) - 1
        var window: UInt64 = 0
        // The window slides over the text; a character beyond ASCII becomes a zero byte, which no value contains.
        for (index, scalar) in text.enumerated() {
            window = window >> 8 | UInt64(scalar < 128 ? scalar : 0) << UInt64((count - 1) * 8)
            guard index >= count - 1 else { continue }
            var (low, high) = (0, words.count)
            while low < high {
                let middle = (low + high) / 2
                if words[middle] < window & mask { low = middle + 1 } else { high = middle }
            }
            if low < words.count, words[low] == window & mask { starts.insert(index - count + 1) }
        }
        work += 8 * length
        return starts
    }

    /// The positions of a text of a fixed length.
    private mutating func starts(of chunk: VariableValues.Chunk) -> Positions {
        var starts = Positions.none(length: length)
        starts.insert(0)
        starts.fill(length: length)
        starts.retreat(by: chunk.count)
        for (offset, element) in chunk.enumerated() {
            guard case .scalar(let scalar) = element else { continue }
            var matching = places(of: scalar)
            matching.retreat(by: offset)
            starts.formIntersection(matching)
            work += 4 * words
            if starts.isEmpty { break }
        }
        return starts
    }

    private mutating func places(of scalar: UInt32) -> Positions {
        if scalar < 128 {
            if let known = places[Int(scalar)] { return known }
            let found = find { $0 == scalar }
            places[Int(scalar)] = found
            return found
        }
        if let known = nonASCIIPlaces[scalar] { return known }
        let found = find { $0 == scalar }
        nonASCIIPlaces[scalar] = found
        return found
    }

    private mutating func places(of characters: CharacterClass) -> Positions {
        if let known = classPlaces[characters] { return known }
        let found = find(characters.contains)
        classPlaces[characters] = found
        return found
    }

    private mutating func find(_ condition: (UInt32) -> Bool) -> Positions {
        var positions = Positions.none(length: length)
        for (index, scalar) in text.enumerated() where condition(scalar) { positions.insert(index) }
        work += length
        return positions
    }
}
