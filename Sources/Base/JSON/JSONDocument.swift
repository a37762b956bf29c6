/// A member whose name the same object already has.
package struct JSONDuplicateKey: Hashable, Sendable {
    /// The pointer to the member; the last member of that name wins.
    package let pointer: JSONPointer
    /// The repeated name.
    package let position: JSONPosition
}

/// A parsed JSON text: its value, and the location of every value and name.
package struct JSONDocument: Sendable {
    package let value: JSONValue
    /// The members whose name their object already had, in the order of the text.
    package let duplicateKeys: [JSONDuplicateKey]

    private let bytes: [UInt8]
    private let root: JSONPlace

    /// Parses a text in UTF-8 strictly by RFC 8259, without byte order mark and comments: at most 64 MiB, nested at
    /// most 128 deep. The error has the first location at which the text is not JSON.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        var parser = JSONParser(bytes)
        (value, root) = try parser.document()
        duplicateKeys = parser.duplicateKeys
        self.bytes = bytes
    }

    /// The location of the start of a value; nil if the pointer does not resolve.
    package func position(of pointer: JSONPointer) -> JSONPosition? {
        place(of: pointer).map { JSONPosition(offset: $0.offset, in: bytes) }
    }

    /// The location of a member's name, at its quotation mark; nil if the pointer does not lead to a member.
    package func position(ofKeyAt pointer: JSONPointer) -> JSONPosition? {
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
