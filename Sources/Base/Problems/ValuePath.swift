/// The place of a value in a document, for modules without access to the file.
///
/// The reader of the document maps it to a line and a column.
public struct ValuePath: Hashable, Sendable {
    /// Keys and list indices from the document's root: `operations.check-link.outcomes[1]`.
    public let text: String
    /// Whether the place is the key instead of its value.
    public let isKey: Bool
    /// The offset in the value's text, in UTF-8 bytes; nil for the whole value.
    public let offset: Int?

    /// Creates a path.
    package init(_ text: String, isKey: Bool = false, offset: Int? = nil) {
        self.text = text
        self.isKey = isKey
        self.offset = offset
    }
}
