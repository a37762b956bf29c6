/// A mapping that keeps the order of the file, with its keys located.
public struct OrderedMap<Value: Decodable & Sendable>: Decodable, Sendable {
    /// The members in the order of the file, each key once.
    public var members: [(key: Located<String>, value: Value)]

    /// Makes a mapping; the keys are taken to be different.
    public init(_ members: [(key: Located<String>, value: Value)] = []) {
        self.members = members
    }

    /// Decodes every member of a mapping.
    ///
    /// - Throws: What is wrong with all the members, not only with the first.
    public init(from decoder: any Decoder) throws {
        let decoder = try NodeDecoder(decoder)
        decoder.keys.takesEverything = true
        guard case .mapping(let nodes) = decoder.node.kind else { throw decoder.mismatch(expected: "a mapping") }
        members = try decoder.collect(nodes) { node in
            let key = node.key.text ?? ""
            let value = try decoder.session.decode(
                Value.self, from: node.value, codingPath: decoder.codingPath + [NodeKey(stringValue: key)])
            return (Located(key, at: node.key.location), value)
        }
    }

    /// The keys in the order of the file.
    public var keys: [String] { members.map(\.key.value) }

    /// The value of a key.
    public subscript(key: String) -> Value? { members.first { $0.key.value == key }?.value }
}

extension OrderedMap: RandomAccessCollection {
    /// The position of the first member.
    public var startIndex: Int { members.startIndex }
    /// The position behind the last member.
    public var endIndex: Int { members.endIndex }
    /// The member at a position.
    public subscript(position: Int) -> (key: Located<String>, value: Value) { members[position] }
}
