/// A header field of an HTTP message (RFC 9110, section 5).
public struct HeaderField: Hashable, Sendable {
    /// The name as it is sent: `Cache-Control`. Names are compared case-insensitively.
    public var name: String
    /// The value, without line breaks.
    public var value: String

    /// Creates a field from trusted text, without checks.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Creates a field from untrusted text; nil if `isName` or `isValue` is false.
    public init?(validating name: String, _ value: String) {
        guard Self.isName(name), Self.isValue(value) else { return nil }
        self.init(name, value)
    }

    /// Whether the field has a name, ignoring the case of ASCII letters.
    public func isNamed(_ name: String) -> Bool { self.name.isEqualIgnoringASCIICase(name) }

    /// Whether a text can be a field's name: a token (RFC 9110, section 5.1).
    public static func isName(_ text: String) -> Bool { ASCIISet.token.containsAll(of: text) }

    /// Whether a text can be a field's value: visible characters, with spaces and tabs between them (RFC 9110,
    /// section 5.5).
    ///
    /// Bytes beyond ASCII are `obs-text`, which recipients must accept and senders should not generate. An empty value
    /// is valid.
    public static func isValue(_ text: String) -> Bool {
        let isBlank: (UInt8?) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return !isBlank(text.utf8.first) && !isBlank(text.utf8.last)
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    }
}

extension Sequence<HeaderField> {
    /// The value of the first field with a name; nil if there is none.
    public subscript(name: String) -> String? { first { $0.isNamed(name) }?.value }

    /// The values of all fields with a name, joined as one list (RFC 9110, section 5.3); nil if there is none.
    public func list(_ name: String) -> String? {
        let values = filter { $0.isNamed(name) }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
