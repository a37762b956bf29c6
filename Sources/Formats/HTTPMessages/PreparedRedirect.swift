internal import Memory
package import TextEncoding

/// A redirect prepared in advance except for its location.
package struct PreparedRedirect: Sendable {
    private let status: Int
    /// The head up to the location.
    private let start: [UInt8]
    /// The head from the CRLF after the location.
    private let end: [UInt8]

    /// Prepares a redirect.
    ///
    /// - Parameters:
    ///   - status: 302 or another status with a `Location`.
    ///   - headers: the header fields that follow `Location`, in sending order.
    /// - Throws: `UnsendableField` if a header field is invalid.
    package init(status: Int, headers: [HeaderField]) throws(UnsendableField) {
        guard let start = ResponseHead.bytes(status: status, headers: [], length: nil),
            let end = ResponseHead.bytes(fields: headers, length: 0)
        else { throw UnsendableField() }
        self.status = status
        self.start = start + Array("Location: ".utf8)
        self.end = [.carriageReturn, .lineFeed] + end
    }

    /// Returns the redirect to a location. If the location is not a valid field value, the connection is closed
    /// instead.
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
            ?? HTTPResponse(status: status, body: .nothing)
    }
}
