/// A mapping in the order of the file, with located keys.
package struct OrderedMap<Value: Sendable>: Sendable {
    /// The members in the order of the file, each key once.
    package let members: [(key: Located<String>, value: Value)]

    /// Creates a mapping; the keys must be unique.
    package init(_ members: [(key: Located<String>, value: Value)] = []) {
        self.members = members
    }

    package var keys: [String] { members.map(\.key.value) }

    package subscript(key: String) -> Value? { members.first { $0.key.value == key }?.value }
}

extension OrderedMap: ConfigurationReadable where Value: ConfigurationReadable {
    package init?(reading value: ConfigurationValue) {
        guard let members = value.members else { return nil }
        self.init(members.compactMap { member in Value(reading: member).map { (member.key, $0) } })
    }
}

extension OrderedMap: RandomAccessCollection {
    package var startIndex: Int { members.startIndex }
    package var endIndex: Int { members.endIndex }
    package subscript(position: Int) -> (key: Located<String>, value: Value) { members[position] }
}
