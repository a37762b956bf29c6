package import TextEncoding

/// A validated request.
package struct HTTPRequest: Sendable {
    /// The method as received; methods are case-sensitive.
    package var method: String
    /// The path, percent-encoded as received, with its leading slash; `*` for an OPTIONS request about the server
    /// itself.
    package var path: String
    /// The query, percent-encoded as received, without the question mark; nil if there is none.
    package var query: String?
    /// The host in lower case, without port or trailing dot, an IPv6 address in brackets; nil for an HTTP/1.0 request
    /// without one.
    package var host: String?
    package var port: Int?
    /// The header fields as received, or those that `HTTPListener.Options.fields` names.
    package var headers: HTTPHeaders
    package var body: [UInt8]
    /// The client's address, from the connection or a trusted proxy; nil if unknown.
    package var client: ClientAddress?

    package init(
        method: String = "GET", path: String, query: String? = nil, host: String?, port: Int? = nil,
        headers: HTTPHeaders = [:], body: [UInt8] = [], client: ClientAddress? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.host = host
        self.port = port
        self.headers = headers
        self.body = body
        self.client = client
    }
}

/// The header fields of a request, in order of arrival.
package struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// All fields; a repeated name has one entry for each occurrence.
    package var fields: [HeaderField]

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
