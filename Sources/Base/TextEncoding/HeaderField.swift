/// A header field of an HTTP message (RFC 9110, section 5).
package struct HeaderField: Hashable, Sendable {
    package var name: String
    /// The value, without line breaks.
    package var value: String

    /// Creates a field from trusted text, without checks.
    @inlinable package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the field has a name, which is compared without regard to case.
    @inlinable package func isNamed(_ other: String) -> Bool {
        // Usually equal including case, which is the faster comparison.
        name.utf8.count == other.utf8.count && (name == other || name.isEqualIgnoringASCIICase(other))
    }
}
