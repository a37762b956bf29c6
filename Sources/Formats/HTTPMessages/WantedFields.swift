internal import TextEncoding

/// The set of header fields that a handler needs.
///
/// Most fields of a request are not in the set, and a comparison of lengths rules out most of those.
package final class WantedFields: Sendable {
    private let names: [String]
    private let bytes: [[UInt8]]
    /// A bit mask of the names' lengths: bit n is set if a name has n bytes.
    private let lengths: UInt64

    /// The names are in lower case, under 64 bytes each.
    package init(_ names: [String]) {
        self.names = Set(names).sorted()
        bytes = self.names.map { Array($0.utf8) }
        lengths = bytes.reduce(0) { $0 | 1 << UInt64($1.count) }
    }

    /// Returns the wanted name that equals `name`, in lower case; nil if there is none.
    package func name(_ name: Bytes) -> String? {
        guard name.count < 64, lengths & 1 << UInt64(name.count) != 0 else { return nil }
        for index in bytes.indices where isSame(index, name) { return names[index] }
        return nil
    }

    private func isSame(_ index: Int, _ name: Bytes) -> Bool {
        bytes[index].withUnsafeBufferPointer { wanted in
            guard wanted.count == name.count else { return false }
            for place in 0..<name.count where wanted[place] != name[place].asciiLowercased { return false }
            return true
        }
    }
}
