/// A part of a block or an array of immutable bytes, which it keeps in memory.
package struct ByteSlice: Sendable {
    @usableFromInline enum Owner: Sendable {
        case block(ByteBlock)
        case array([UInt8])
    }

    @usableFromInline let owner: Owner
    /// The offset of the first byte in the block or array.
    @usableFromInline let start: Int
    package let count: Int

    /// Creates the slice of a whole array, without copying it.
    @inlinable
    package init(_ array: [UInt8] = []) {
        (owner, start, count) = (.array(array), 0, array.count)
    }

    @inlinable
    init(_ block: ByteBlock, _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= block.memory.count, "the slice exceeds the block")
        (owner, start, count) = (.block(block), range.lowerBound, range.count)
    }

    private init(_ owner: Owner, start: Int, count: Int) {
        (self.owner, self.start, self.count) = (owner, start, count)
    }

    @inlinable package var isEmpty: Bool { count == 0 }

    /// Returns the slice without some of its first bytes, at most all of them.
    package func dropFirst(_ number: Int) -> ByteSlice {
        let number = min(number, count)
        return ByteSlice(owner, start: start + number, count: count - number)
    }

    package func prefix(_ number: Int) -> ByteSlice {
        ByteSlice(owner, start: start, count: min(number, count))
    }

    /// Calls a function with the bytes, which are valid only during the call.
    @inlinable
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch owner {
        case .block(let block):
            block.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
        case .array(let array):
            array.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
        }
    }
}

extension [UInt8] {
    /// Creates an array with a copy of a slice's bytes.
    package init(_ slice: ByteSlice) {
        self = slice.withUnsafeBytes { Array($0) }
    }
}
