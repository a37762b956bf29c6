/// Numbered byte strings, one after the other in a block: two cache misses each, however many there are.
package struct ByteTable: Sendable {
    @usableFromInline let block: ByteBlock
    /// The offsets at which the strings end.
    @usableFromInline let ends: [UInt32]

    /// A table that strings are appended to.
    package struct Builder {
        private var bytes: [UInt8] = []
        private var ends: [UInt32] = []

        package init() {}

        /// The number of strings, which is the number of the next one.
        package var count: Int { ends.count }

        /// Appends a string; at most 4 GB together.
        package mutating func append(_ string: some Sequence<UInt8>) {
            bytes.append(contentsOf: string)
            ends.append(UInt32(bytes.count))
        }

        /// Appends the strings of another table.
        package mutating func append(contentsOf other: Builder) {
            let start = UInt32(bytes.count)
            bytes += other.bytes
            ends += other.ends.map { start + $0 }
        }

        /// Returns the table of all strings.
        package consuming func table() -> ByteTable { ByteTable(block: ByteBlock(bytes), ends: ends) }
    }

    package var count: Int { ends.count }

    /// A string by its number.
    @inlinable
    package subscript(number: Int) -> ByteSlice {
        block[(number > 0 ? Int(ends[number - 1]) : 0)..<Int(ends[number])]
    }

    /// A string as text in UTF-8.
    package func text(_ number: Int) -> String {
        self[number].withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
