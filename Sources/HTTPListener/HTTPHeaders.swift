/// The header fields of a request, in order of arrival.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// A header field.
    public typealias Field = (name: String, value: String)

    /// All fields; a repeated name has one entry for each occurrence.
    public var fields: [Field]

    /// Creates fields in the given order.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// Creates fields in the given order; names may repeat.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { ($0.0, $0.1) }
    }

    /// The value of the first field with a name, ignoring case; nil if there is none.
    public subscript(name: String) -> String? {
        for field in fields where isSameName(field.name, name) { return field.value }
        return nil
    }

    /// The values of all fields with a name, in order.
    public func values(_ name: String) -> [String] {
        fields.filter { isSameName($0.name, name) }.map(\.value)
    }

    /// The values of all fields with a name, joined to one list (RFC 9110, section 5.3); nil if there is none.
    public func list(_ name: String) -> String? {
        var list: String?
        for field in fields where isSameName(field.name, name) {
            list = list.map { $0 + ", " + field.value } ?? field.value
        }
        return list
    }
}

/// Whether two field names are equal, ignoring the case of ASCII letters.
func isSameName(_ a: String, _ b: String) -> Bool {
    // Usually equal including case, which is the faster comparison.
    a.utf8.count == b.utf8.count && (a == b || zip(a.utf8, b.utf8).allSatisfy { lowercased($0) == lowercased($1) })
}
