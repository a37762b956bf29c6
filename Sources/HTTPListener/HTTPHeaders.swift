/// The header fields of a request, in the order in which they came.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// One field.
    public typealias Field = (name: String, value: String)

    /// All fields, a repeated name as often as it came.
    public var fields: [Field]

    /// Fields in the order given.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// Fields in the order given; a name may stand twice.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { ($0.0, $0.1) }
    }

    /// The value of a field, in whatever case its name came; the first where it came twice, nil where it did not.
    public subscript(name: String) -> String? {
        for field in fields where isSameName(field.name, name) { return field.value }
        return nil
    }

    /// Every value of a field, in order.
    public func values(_ name: String) -> [String] {
        fields.filter { isSameName($0.name, name) }.map(\.value)
    }

    /// The values of a field that is a list, as one (RFC 9110, section 5.3); nil where the field did not come.
    public func list(_ name: String) -> String? {
        var list: String?
        for field in fields where isSameName(field.name, name) {
            list = list.map { $0 + ", " + field.value } ?? field.value
        }
        return list
    }
}

/// Whether two field names are the same, without regard to the case of ASCII letters.
func isSameName(_ a: String, _ b: String) -> Bool {
    // The listener's own names are mostly the very same.
    a.utf8.count == b.utf8.count && (a == b || zip(a.utf8, b.utf8).allSatisfy { lowercased($0) == lowercased($1) })
}
