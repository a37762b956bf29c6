/// The names of the header fields that a handler wants to see.
///
/// Most fields of a request are not among them, and mostly their length says so already.
final class WantedFields: Sendable {
    private let names: [String]
    private let bytes: [[UInt8]]
    /// Bit n is set where a name has n bytes.
    private let lengths: UInt64

    /// - Parameter names: in lower case, under 64 bytes each.
    init(_ names: [String]) {
        self.names = Set(names).sorted()
        bytes = self.names.map { Array($0.utf8) }
        lengths = bytes.reduce(0) { $0 | 1 << UInt64($1.count) }
    }

    /// The wanted name that this is, in lower case; nil where it is none.
    func name(_ name: Bytes) -> String? {
        guard name.count < 64, lengths & 1 << UInt64(name.count) != 0 else { return nil }
        for index in bytes.indices where isSame(index, name) { return names[index] }
        return nil
    }

    private func isSame(_ index: Int, _ name: Bytes) -> Bool {
        bytes[index].withUnsafeBufferPointer { wanted in
            guard wanted.count == name.count else { return false }
            for place in 0..<name.count where wanted[place] != lowercased(name[place]) { return false }
            return true
        }
    }
}
