import JSON

extension KeyTable.Key {
    /// The key with its example as a line of YAML: `radius: 16`.
    package var line: String? { (example ?? type.example).map { "\(name): \($0.flowYAML)" } }
}

extension ValueType {
    /// A value composed of the examples of the keys below.
    fileprivate var example: JSONValue? {
        switch self {
        case .keyed(let table):
            let needed = table.keys.filter { if case .optional = $0.need { false } else { true } }
            let members = (needed.isEmpty ? Array(table.keys.prefix(1)) : needed).compactMap { key in
                (key.example ?? key.type.example).map { (key.name, $0) }
            }
            return members.isEmpty ? nil : .object(JSONObject(members))
        case .list(let element, _, _): return element.example.map { [$0] }
        case .any(let types): return types.lazy.compactMap(\.example).first
        default: return nil
        }
    }
}

extension JSONValue {
    /// The value as YAML on one line: `{ app-id: ABCDE12345.a.b, sha256: ["14:6D"] }`.
    package var flowYAML: String {
        switch self {
        case .array(let elements): "[\(elements.map(\.flowYAML).joined(separator: ", "))]"
        case .object(let object): "{ \(object.map { "\($0): \($1.flowYAML)" }.joined(separator: ", ")) }"
        case .string(let text) where text.isPlainScalar: text
        default: serialized()
        }
    }
}

extension String {
    /// Whether the text needs no quotes in YAML, even within flow collections.
    package var isPlainScalar: Bool {
        guard let first, first.isLetter || first == "/", CoreSchema.bool(self) == nil, !CoreSchema.isNull(self) else {
            return false
        }
        // Compared pair by pair: `contains(": ")` would link the engine for regular expressions into the server.
        let hasMark = zip(self, dropFirst()).contains { pair in pair == (":", " ") || pair == (" ", "#") }
        return !hasSuffix(":") && !hasMark && allSatisfy { !"[]{},".contains($0) }
    }
}
