/// A mapping in the order of the file, with located keys.
package struct OrderedMap<Value: Sendable>: Sendable {
    /// The members in the order of the file, each key once.
    package let members: [(key: Located<String>, value: Value)]

    /// Creates a mapping; the keys must be unique.
    package init(_ members: [(key: Located<String>, value: Value)] = []) {
        self.members = members
    }

    /// The keys in the order of the file.
    package var keys: [String] { members.map(\.key.value) }

    /// The value of a key.
    package subscript(key: String) -> Value? { members.first { $0.key.value == key }?.value }
}

extension OrderedMap: ConfigurationReadable where Value: ConfigurationReadable {
    /// Reads every member of a mapping.
    package init?(reading value: ConfigurationValue) {
        guard let members = value.members else { return nil }
        self.init(members.compactMap { member in Value(reading: member).map { (member.key, $0) } })
    }
}

extension OrderedMap: RandomAccessCollection {
    /// The position of the first member.
    package var startIndex: Int { members.startIndex }
    /// The position after the last member.
    package var endIndex: Int { members.endIndex }
    /// The member at a position.
    package subscript(position: Int) -> (key: Located<String>, value: Value) { members[position] }
}
