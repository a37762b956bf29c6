/// How much JSON a reader takes in.
public struct JSONLimits: Hashable, Sendable {
    /// How deep arrays and objects may lie in one another; never more than `deepest`.
    public var depth: Int
    /// The longest text, in bytes.
    public var bytes: Int

    /// The most that any reader allows, since a value is read and released recursively.
    public static let deepest = 512

    /// 128 levels, 64 MiB.
    public static let `default` = JSONLimits(depth: 128, bytes: 64 << 20)

    /// Limits of one's own.
    public init(depth: Int = 128, bytes: Int = 64 << 20) {
        self.depth = min(depth, Self.deepest)
        self.bytes = bytes
    }
}

/// A member whose name the same object already has.
public struct JSONDuplicateKey: Hashable, Sendable {
    /// Where the name leads; the last member of that name wins.
    public let pointer: JSONPointer
    /// The repeated name.
    public let position: JSONPosition
}

/// A JSON text that was read: its value, and where every value and name stands.
public struct JSONDocument: Sendable {
    /// The text's value.
    public let value: JSONValue
    /// The members whose name the same object already had, in the order of their places.
    public let duplicateKeys: [JSONDuplicateKey]

    private let bytes: [UInt8]
    private let root: JSONPlace

    /// Reads a text as RFC 8259 defines it, with nothing beside it: no byte order mark, no comments.
    ///
    /// - Parameters:
    ///   - bytes: the whole text in UTF-8.
    ///   - limits: how deep and how long it may be.
    /// - Throws: `JSONError` at the first place where the text is not JSON.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        var parser = JSONParser(bytes, limits: limits)
        (value, root) = try parser.document()
        duplicateKeys = parser.duplicateKeys.map { key in
            JSONDuplicateKey(pointer: JSONPointer(key.path), position: JSONPosition(offset: key.offset, in: bytes))
        }
        self.bytes = bytes
    }

    /// Where a value begins; nil where the pointer leads nowhere.
    public func position(of pointer: JSONPointer) -> JSONPosition? {
        place(of: pointer).map { JSONPosition(offset: $0.offset, in: bytes) }
    }

    /// Where the name of a member begins, its quotation mark; nil where the pointer leads to no member.
    public func position(ofKeyAt pointer: JSONPointer) -> JSONPosition? {
        place(of: pointer)?.keyOffset.map { JSONPosition(offset: $0, in: bytes) }
    }

    private func place(of pointer: JSONPointer) -> JSONPlace? {
        var value = value
        var place = root
        for component in pointer.components {
            switch value {
            case .object(let object):
                guard let index = object.index(of: component) else { return nil }
                value = object.members[index].value
                place = place.children[index]
            case .array(let elements):
                guard let index = JSONPointer.arrayIndex(component), index < elements.count else { return nil }
                value = elements[index]
                place = place.children[index]
            default: return nil
            }
        }
        return place
    }
}

/// Where a value stands, beside the tree of values and of the same shape.
struct JSONPlace: Sendable {
    var offset: Int
    var keyOffset: Int?
    /// One for each element or member; empty for everything else.
    var children: [JSONPlace] = []
}
