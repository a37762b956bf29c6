package import TextEncoding

/// Serializes response heads, except for `Date` and `Connection`, which are added when a response is sent.
package enum ResponseHead {
    /// Serializes status line, fields and length, each with its CRLF, without the final empty line; without a length
    /// the body ends when the connection closes. Nil if a field's name is not a token, or its value contains a control
    /// character.
    package static func bytes(status: Int, headers: [HeaderField], length: Int?) -> [UInt8]? {
        fields(headers, length: length, after: Array("HTTP/1.1 \(status) \(phrase(status))\r\n".utf8))
    }

    package static func bytes(fields: [HeaderField], length: Int?) -> [UInt8]? {
        Self.fields(fields, length: length, after: [])
    }

    private static func fields(
        _ fields: [HeaderField], length: Int?, after start: [UInt8]
    ) -> [UInt8]? {
        let end = length.map { Array("Content-Length: \($0)\r\n".utf8) } ?? []
        // The exact capacity: thousands of heads are prepared for a release.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            start.count + end.count + fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 })
        bytes += start
        for field in fields {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(\.isTokenCharacter),
                field.value.utf8.allSatisfy(\.isFieldCharacter)
            else {
                return nil
            }
            bytes.append(contentsOf: field.name.utf8)
            bytes.append(.colon)
            bytes.append(.space)
            bytes.append(contentsOf: field.value.utf8)
            bytes.append(.carriageReturn)
            bytes.append(.lineFeed)
        }
        bytes += end
        return bytes
    }

    /// Whether a response with a status has a body (RFC 9110, section 6.4.1).
    package static func hasBody(_ status: Int) -> Bool { status >= 200 && status != 204 && status != 304 }

    /// The reason phrase (RFC 9110, section 15, and RFC 6585).
    private static func phrase(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        // Clients ignore the phrase (RFC 9112, section 4).
        default: "Status"
        }
    }
}

/// The `Connection` field of a response.
package enum ConnectionOption {
    /// The connection persists, which is the default in HTTP/1.1 (RFC 9112, section 9.3).
    case persists
    /// The connection persists for an HTTP/1.0 client, which needs the field (RFC 9112, appendix C.2.2).
    case keepAlive
    case close

    /// The field with its CRLF; empty for the default.
    package var field: [UInt8] {
        switch self {
        case .persists: []
        case .keepAlive: Self.keepAliveField
        case .close: Self.closeField
        }
    }

    private static let keepAliveField = Array("Connection: keep-alive\r\n".utf8)
    private static let closeField = Array("Connection: close\r\n".utf8)
}
