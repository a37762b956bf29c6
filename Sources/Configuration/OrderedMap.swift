/// A mapping in the order of the file, with located keys.
public struct OrderedMap<Value: Sendable>: Sendable {
    /// The members in the order of the file, each key once.
    public let members: [(key: Located<String>, value: Value)]

    /// Creates a mapping; the keys must be unique.
    public init(_ members: [(key: Located<String>, value: Value)] = []) {
        self.members = members
    }

    /// The keys in the order of the file.
    public var keys: [String] { members.map(\.key.value) }

    /// The value of a key.
    public subscript(key: String) -> Value? { members.first { $0.key.value == key }?.value }
}

extension OrderedMap: ConfigurationReadable where Value: ConfigurationReadable {
    /// Reads every member of a mapping.
    public init?(reading value: ConfigurationValue) {
        guard let members = value.members else { return nil }
        self.init(members.compactMap { member in Value(reading: member).map { (member.key, $0) } })
    }
}

extension OrderedMap: RandomAccessCollection {
    /// The position of the first member.
    public var startIndex: Int { members.startIndex }
    /// The position after the last member.
    public var endIndex: Int { members.endIndex }
    /// The member at a position.
    public subscript(position: Int) -> (key: Located<String>, value: Value) { members[position] }
}
