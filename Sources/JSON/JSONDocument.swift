/// Limits on the size and depth of parsed JSON.
public struct JSONLimits: Hashable, Sendable {
    /// The maximum nesting of arrays and objects; never more than `deepest`.
    public var depth: Int
    /// The maximum length in bytes.
    public var bytes: Int

    /// The upper bound for `depth`, since values are parsed and released recursively.
    public static let deepest = 512

    /// 128 levels, 64 MiB.
    public static let `default` = JSONLimits(depth: 128, bytes: 64 << 20)

    /// Creates limits.
    public init(depth: Int = 128, bytes: Int = 64 << 20) {
        self.depth = min(depth, Self.deepest)
        self.bytes = bytes
    }
}

/// A member whose name the same object already has.
public struct JSONDuplicateKey: Hashable, Sendable {
    /// The pointer to the member; the last member of that name wins.
    public let pointer: JSONPointer
    /// The repeated name.
    public let position: JSONPosition
}

/// A parsed JSON text: its value, and the location of every value and name.
public struct JSONDocument: Sendable {
    /// The value.
    public let value: JSONValue
    /// The members whose name their object already had, in the order of the text.
    public let duplicateKeys: [JSONDuplicateKey]

    private let bytes: [UInt8]
    private let root: JSONPlace

    /// Parses a text strictly by RFC 8259, without byte order mark and comments.
    ///
    /// - Parameters:
    ///   - bytes: the whole text in UTF-8.
    ///   - limits: the maximum depth and length.
    /// - Throws: `JSONError` with the first location at which the text is not JSON.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        var parser = JSONParser(bytes, limits: limits)
        (value, root) = try parser.document()
        duplicateKeys = parser.duplicateKeys.map { key in
            JSONDuplicateKey(pointer: JSONPointer(key.path), position: JSONPosition(offset: key.offset, in: bytes))
        }
        self.bytes = bytes
    }

    /// The location of the start of a value; nil if the pointer does not resolve.
    public func position(of pointer: JSONPointer) -> JSONPosition? {
        place(of: pointer).map { JSONPosition(offset: $0.offset, in: bytes) }
    }

    /// The location of a member's name, at its quotation mark; nil if the pointer does not lead to a member.
    public func position(ofKeyAt pointer: JSONPointer) -> JSONPosition? {
        place(of: pointer)?.keyOffset.map { JSONPosition(offset: $0, in: bytes) }
    }

    private func place(of pointer: JSONPointer) -> JSONPlace? {
        var (value, place) = (value, root)
        for component in pointer.components {
            guard let child = value.child(component) else { return nil }
            (value, place) = (child.value, place.children[child.index])
        }
        return place
    }
}

/// The location of a value, in a tree of the same shape as the tree of values.
struct JSONPlace: Sendable {
    var offset: Int
    var keyOffset: Int?
    /// One child for each element or member; empty for scalars.
    var children: [JSONPlace] = []
}
