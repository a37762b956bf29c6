import Testing

@testable import Memory

@Suite("Bytes in blocks")
struct ByteBlockTests {
    /// More than a huge page, and no whole number of small ones.
    static let large = AnonymousMemory.leastForHugePages + 5

    @Test("a block holds what was written to it, whatever its size", arguments: [0, 1, 4_096, large])
    func content(count: Int) {
        let block = ByteBlock(count: count) { memory in
            for index in memory.indices where index % 1_001 == 0 { memory[index] = UInt8(truncatingIfNeeded: index) }
        }
        let bytes = Array(block[0..<count])
        #expect(bytes.count == count)
        #expect(bytes.indices.allSatisfy { bytes[$0] == ($0 % 1_001 == 0 ? UInt8(truncatingIfNeeded: $0) : 0) })
    }

    @Test("an error while a block is filled is passed on")
    func failure() {
        struct Failure: Error, Equatable {}
        #expect(throws: Failure()) { try ByteBlock(count: 9) { _ throws(Failure) in throw Failure() } }
    }

    @Test("a block is freed with its last slice")
    func lifetime() {
        weak var block: ByteBlock?
        var slices: [ByteSlice] = []
        do {
            let made = ByteBlock(Array("one two".utf8))
            block = made
            slices = [made[0..<3], made[4..<7]]
        }
        slices.removeFirst()
        #expect(block != nil)
        #expect(Array(slices[0]) == Array("two".utf8))
        slices.removeFirst()
        #expect(block == nil)
    }

    @Test("slices of a block and of an array have the same bounds")
    func cutting() {
        let bytes = Array("0123456789".utf8)
        for slice in [ByteSlice(bytes), ByteBlock(bytes)[0..<10]] {
            #expect(Array(slice.dropFirst(3).prefix(4)) == Array("3456".utf8))
            #expect(Array(slice.prefix(4).dropFirst(3)) == Array("3".utf8))
            #expect(slice.prefix(20).count == 10)
            #expect(slice.dropFirst(20).isEmpty)
            #expect(slice.dropFirst(10).withUnsafeBytes(\.count) == 0)
        }
    }
}
