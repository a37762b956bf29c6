package import Memory
package import TextEncoding

/// A response that is serialized once and sent many times, by any thread.
package struct PreparedResponse: Sendable {
    package let status: Int
    /// The head as returned by `ResponseHead.bytes`.
    package let head: ByteSlice
    /// The body; empty if the status has none.
    package let body: ByteSlice

    /// Prepares a response; nil if a header field is invalid (`ResponseHead.bytes`). The body is omitted together with
    /// its length if the status has none. RFC 9110, section 8.6, allows a length in a 304, but some clients then wait
    /// for a body.
    package init?(status: Int, headers: [HeaderField], body: [UInt8]) {
        guard let head = Self.head(status: status, headers: headers, length: body.count) else { return nil }
        self.init(
            status: status, head: ByteSlice(head), body: ByteSlice(ResponseHead.hasBody(status) ? body : []))
    }

    /// Creates a response of a head as `head` returns it, and the body that it was made for.
    package init(status: Int, head: ByteSlice, body: ByteSlice = ByteSlice()) {
        (self.status, self.head, self.body) = (status, head, body)
    }

    /// Serializes the head of a prepared response, without `Date`, `Connection` and the final empty line; nil if a
    /// header field is invalid. The length is ignored if the status has no body.
    package static func head(status: Int, headers: [HeaderField], length: Int) -> [UInt8]? {
        ResponseHead.bytes(status: status, headers: headers, length: ResponseHead.hasBody(status) ? length : nil)
    }
}

/// A redirect prepared in advance except for its location.
package struct PreparedRedirect: Sendable {
    private let status: Int
    /// The head up to the location.
    private let start: [UInt8]
    /// The head from the CRLF after the location.
    private let end: [UInt8]

    /// Prepares a redirect; nil if a header field is invalid (`ResponseHead.bytes`). The fields follow `Location`.
    package init?(status: Int, headers: [HeaderField]) {
        guard let start = ResponseHead.bytes(status: status, headers: [], length: nil),
            let end = ResponseHead.bytes(fields: headers, length: 0)
        else { return nil }
        self.status = status
        self.start = start + Array("Location: ".utf8)
        self.end = [.carriageReturn, .lineFeed] + end
    }

    /// Returns the redirect to a location; 500 if the location is not a valid field value, which no expanded URL template
    /// is.
    package func response(to location: String) -> HTTPResponse {
        var location = location
        let head = location.withUTF8 { location -> [UInt8]? in
            guard location.allSatisfy(\.isFieldCharacter) else { return nil }
            return [UInt8](unsafeUninitializedCapacity: start.count + location.count + end.count) { head, count in
                count = head.initialize(fromContentsOf: start)
                count = head[count...].initialize(fromContentsOf: location)
                count = head[count...].initialize(fromContentsOf: end)
            }
        }
        return head.map { HTTPResponse(PreparedResponse(status: status, head: ByteSlice($0))) }
            ?? .plain(500, "The address of the redirect is malformed.")
    }
}
