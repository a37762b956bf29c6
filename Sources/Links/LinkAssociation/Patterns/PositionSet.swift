/// A set of positions in a text, from before its first scalar to after its last.
///
/// Matching advances such a set through the pattern and so follows all possible matches at once. That bounds the work
/// by the product of the lengths of pattern and text, however many stars there are.
protocol PositionSet {
    /// The empty set for a text of a length.
    static func none(length: Int) -> Self
    /// The cost of one step, in machine words.
    static func words(length: Int) -> Int
    var isEmpty: Bool { get }
    func contains(_ position: Int) -> Bool
    /// The first position of the set at or after a position.
    func first(from position: Int) -> Int?
    mutating func insert(_ position: Int)
    mutating func formUnion(_ other: Self)
    mutating func formIntersection(_ other: Self)
    /// Removes the positions before a position.
    mutating func removeAll(before position: Int)
    /// Moves every position forward by a number of scalars; positions beyond the end of the text are dropped.
    mutating func advance(by count: Int, length: Int)
    /// Moves every position back by a number of scalars; positions before the start of the text are dropped.
    mutating func retreat(by count: Int)
    /// Adds all positions after the first one, as a star does.
    mutating func fill(length: Int)
}

/// Positions in a text of at most 63 scalars, in one machine word.
struct FewPositions: PositionSet {
    private var bits: UInt64 = 0

    static let longest = 63

    static func none(length: Int) -> FewPositions { FewPositions() }

    static func words(length: Int) -> Int { 1 }

    var isEmpty: Bool { bits == 0 }

    func contains(_ position: Int) -> Bool { bits >> UInt64(position) & 1 == 1 }

    func first(from position: Int) -> Int? {
        let rest = bits & (.max << UInt64(position))
        return rest == 0 ? nil : rest.trailingZeroBitCount
    }

    mutating func insert(_ position: Int) { bits |= 1 << UInt64(position) }

    mutating func formUnion(_ other: FewPositions) { bits |= other.bits }

    mutating func formIntersection(_ other: FewPositions) { bits &= other.bits }

    mutating func removeAll(before position: Int) { bits &= .max << UInt64(position) }

    mutating func advance(by count: Int, length: Int) {
        bits = (bits << UInt64(count)) & Self.upTo(length)
    }

    mutating func retreat(by count: Int) { bits >>= UInt64(count) }

    mutating func fill(length: Int) {
        // Sets all bits from the lowest one upwards: negation keeps that bit and flips all above it.
        bits = (bits | (0 &- bits)) & Self.upTo(length)
    }

    private static func upTo(_ length: Int) -> UInt64 { length >= 63 ? .max : (1 << UInt64(length + 1)) - 1 }
}

/// Positions in a text of any length.
struct ManyPositions: PositionSet {
    private var words: [UInt64]

    static func none(length: Int) -> ManyPositions {
        ManyPositions(words: [UInt64](repeating: 0, count: words(length: length)))
    }

    static func words(length: Int) -> Int { length / 64 + 1 }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    func contains(_ position: Int) -> Bool { words[position >> 6] >> UInt64(position & 63) & 1 == 1 }

    func first(from position: Int) -> Int? {
        var index = position >> 6
        guard index < words.count else { return nil }
        var word = words[index] & (.max << UInt64(position & 63))
        while word == 0 {
            index += 1
            guard index < words.count else { return nil }
            word = words[index]
        }
        return index << 6 + word.trailingZeroBitCount
    }

    mutating func insert(_ position: Int) { words[position >> 6] |= 1 << UInt64(position & 63) }

    mutating func formUnion(_ other: ManyPositions) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    mutating func formIntersection(_ other: ManyPositions) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    mutating func removeAll(before position: Int) {
        let word = min(position >> 6, words.count)
        for index in 0..<word { words[index] = 0 }
        if word < words.count { words[word] &= .max << UInt64(position & 63) }
    }

    mutating func advance(by count: Int, length: Int) {
        let (skip, shift) = (count >> 6, UInt64(count & 63))
        for index in words.indices.reversed() {
            let whole = index >= skip ? words[index - skip] : 0
            let carried = shift > 0 && index > skip ? words[index - skip - 1] >> (64 - shift) : 0
            words[index] = whole << shift | carried
        }
        trim(length)
    }

    mutating func retreat(by count: Int) {
        let (skip, shift) = (count >> 6, UInt64(count & 63))
        for index in words.indices {
            let whole = index + skip < words.count ? words[index + skip] : 0
            let carried = shift > 0 && index + skip + 1 < words.count ? words[index + skip + 1] << (64 - shift) : 0
            words[index] = whole >> shift | carried
        }
    }

    mutating func fill(length: Int) {
        guard let first = words.firstIndex(where: { $0 != 0 }) else { return }
        words[first] |= 0 &- words[first]
        for index in words.indices[(first + 1)...] { words[index] = .max }
        trim(length)
    }

    private mutating func trim(_ length: Int) {
        let used = length & 63
        if used < 63 { words[words.count - 1] &= (1 << UInt64(used + 1)) - 1 }
    }
}
