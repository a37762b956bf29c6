/// Immutable bytes in contiguous pages outside the heap, returned to the system when the last slice of them is gone.
package final class ByteBlock: Sendable {
    // Only the initializer writes, before the block is shared.
    @usableFromInline nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

    /// Creates a block and fills it.
    ///
    /// - Parameters:
    ///   - count: the number of bytes.
    ///   - fill: receives the zeroed bytes, which it must not use after it returned.
    /// - Throws: what `fill` throws.
    package init<Failure: Error>(
        count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        memory = AnonymousMemory.map(max(count, 1))
        try fill(UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
    }

    /// Creates a block with a copy of some bytes.
    package convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    deinit { AnonymousMemory.unmap(memory) }

    /// A part of the block, by its offsets.
    package subscript(range: Range<Int>) -> ByteSlice { ByteSlice(self, range) }
}
