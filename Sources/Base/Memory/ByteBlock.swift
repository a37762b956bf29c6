/// Immutable bytes in contiguous pages outside the heap, returned to the system when the last slice of them is gone.
///
/// Public, because the compiler inlines no function of a `package` type in another module.
package final class ByteBlock: Sendable {
    // Only the initializer writes, before the block is shared.
    @usableFromInline nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

    /// Creates a block of zeroed bytes, which `fill` must not use after it returned.
    package init<Failure: Error>(
        count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        memory = AnonymousMemory.map(count: count)
        try fill(memory)
    }

    /// Creates a block with a copy of some bytes.
    package convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    deinit { AnonymousMemory.unmap(memory) }

    /// Calls a function with all bytes, which are valid only during the call.
    @inlinable
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(UnsafeRawBufferPointer(memory)) }
    }

    /// A part of the block, by its offsets.
    @inlinable
    package subscript(range: Range<Int>) -> ByteSlice { ByteSlice(self, range) }
}
