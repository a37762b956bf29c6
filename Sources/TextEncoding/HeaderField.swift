/// A header field of an HTTP message (RFC 9110, section 5).
public struct HeaderField: Hashable, Sendable {
    /// As it is sent: `Cache-Control`. Names are compared without regard to case.
    public var name: String
    /// Without line breaks.
    public var value: String

    /// A field that the program itself writes; nothing is checked.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// A field from outside; nil where `isName` or `isValue` says no.
    public init?(validating name: String, _ value: String) {
        guard Self.isName(name), Self.isValue(value) else { return nil }
        self.init(name, value)
    }

    /// Whether the field has a name, without regard to the case of ASCII letters.
    public func isNamed(_ name: String) -> Bool { self.name.isEqualIgnoringASCIICase(name) }

    /// Whether a text can be a field's name: a token (RFC 9110, section 5.1).
    public static func isName(_ text: String) -> Bool { ASCIISet.token.containsAll(of: text) }

    /// Whether a text can be a field's value: visible characters, with spaces and tabs between them (RFC 9110,
    /// section 5.5).
    ///
    /// Bytes beyond ASCII are `obs-text`, which recipients must accept and senders should not write. An empty value is
    /// legal.
    public static func isValue(_ text: String) -> Bool {
        let isBlank: (UInt8?) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return !isBlank(text.utf8.first) && !isBlank(text.utf8.last)
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    }
}

extension Sequence<HeaderField> {
    /// The value of the first field of a name; nil where there is none.
    public subscript(name: String) -> String? { first { $0.isNamed(name) }?.value }

    /// The values of every field of a name as one list (RFC 9110, section 5.3); nil where there is none.
    public func list(_ name: String) -> String? {
        let values = filter { $0.isNamed(name) }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
