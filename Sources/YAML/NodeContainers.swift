internal import Diagnostics

/// A key of a coding path: of a mapping's member or a list's item.
struct NodeKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}

/// A mapping's members by their keys.
///
/// Decoding goes on after a value that fails: its error is kept in the session's failures, and nil or a placeholder replaces
/// the value.
struct KeyedNodeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoder: NodeDecoder

    init(_ decoder: NodeDecoder) throws {
        guard case .mapping = decoder.node.kind else { throw decoder.mismatch(expected: "a mapping") }
        decoder.keys.open(Key.self)
        self.decoder = decoder
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        decoder.node.members.compactMap { member in
            guard let text = member.key.text, let key = Key(stringValue: text) else { return nil }
            decoder.keys.ask(text)
            return key
        }
    }

    func contains(_ key: Key) -> Bool {
        decoder.keys.ask(key.stringValue)
        return decoder.node[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try value(of: key).isNull
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        do {
            return try decoder.session.decode(type, from: value(of: key), codingPath: codingPath + [key])
        } catch {
            guard let placeholder = RecoveryPlaceholders.value(of: type) else { throw error }
            decoder.session.failures.append(error)
            return placeholder
        }
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        do {
            return try decoder.session.decode(type, from: value(of: key), codingPath: codingPath + [key])
        } catch {
            decoder.session.failures.append(error)
            return nil
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

    private func nested(_ key: Key) throws -> NodeDecoder {
        NodeDecoder(
            node: try value(of: key), session: decoder.session, keys: KeyTracker(), codingPath: codingPath + [key])
    }

    private func value(of key: Key) throws -> YAMLNode {
        decoder.keys.ask(key.stringValue)
        guard let value = decoder.node[key.stringValue] else {
            throw MissingKey(name: key.stringValue)
        }
        return value
    }
}

struct UnkeyedNodeContainer: UnkeyedDecodingContainer {
    private let decoder: NodeDecoder
    private let items: [YAMLNode]
    private(set) var currentIndex = 0

    init(_ decoder: NodeDecoder) throws {
        guard case .sequence(let items) = decoder.node.kind else { throw decoder.mismatch(expected: "a list") }
        self.decoder = decoder
        self.items = items
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex == items.count }

    mutating func decodeNil() throws -> Bool {
        guard try item().isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try decoder.session.decode(type, from: item(), codingPath: itemPath)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nested().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try nested() }

    private var itemPath: [any CodingKey] { codingPath + [NodeKey(intValue: currentIndex)] }

    private mutating func nested() throws -> NodeDecoder {
        let decoder = NodeDecoder(node: try item(), session: decoder.session, keys: KeyTracker(), codingPath: itemPath)
        currentIndex += 1
        return decoder
    }

    private func item() throws -> YAMLNode {
        guard items.indices.contains(currentIndex) else {
            let noun = items.count == 1 ? "item" : "items"
            throw decoder.session.report(
                code: "wrong-type", at: decoder.node, "expected more than \(items.count) \(noun) in this list")
        }
        return items[currentIndex]
    }
}

struct SingleNodeContainer: SingleValueDecodingContainer {
    let decoder: NodeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.node.isNull }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.construct(type) }
}
