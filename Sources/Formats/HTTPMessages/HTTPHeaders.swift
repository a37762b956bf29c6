package import TextEncoding

/// The header fields of a request, in order of arrival.
package struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// All fields; a repeated name has one entry for each occurrence.
    package var fields: [HeaderField]

    /// Creates fields in the given order.
    package init(_ fields: [HeaderField] = []) {
        self.fields = fields
    }

    /// Creates fields in the given order; names may repeat.
    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { HeaderField($0.0, $0.1) }
    }

    /// The value of the first field with a name, ignoring case; nil if there is none.
    package subscript(name: String) -> String? {
        for field in fields where field.isNamed(name) { return field.value }
        return nil
    }

    /// The values of all fields with a name, in order.
    package func values(_ name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }

    /// The values of all fields with a name, joined to one list (RFC 9110, section 5.3); nil if there is none.
    package func list(_ name: String) -> String? {
        var list: String?
        for field in fields where field.isNamed(name) {
            list = list.map { $0 + ", " + field.value } ?? field.value
        }
        return list
    }
}
