package import Memory
package import TextEncoding

/// A response that is serialized once and sent many times, by any thread.
package struct PreparedResponse: Sendable {
    /// The status code.
    package let status: Int
    /// The head as returned by `ResponseHead.bytes`.
    package let head: ByteSlice
    /// The body; empty if the status has none.
    package let body: ByteSlice

    /// Prepares a response.
    ///
    /// - Parameters:
    ///   - status: the status code.
    ///   - headers: the header fields in sending order.
    ///   - body: omitted together with its length if the status has no body. RFC 9110, section 8.6, allows a length in
    ///     a 304, but some clients then wait for a body.
    /// - Throws: `UnsendableField` if a header field is invalid.
    package init(status: Int, headers: [HeaderField], body: [UInt8]) throws(UnsendableField) {
        let head = try Self.head(status: status, headers: headers, length: body.count)
        self.init(
            status: status, head: ByteSlice(head), body: ByteSlice(ResponseHead.hasBody(status) ? body : []))
    }

    /// Creates a response from its parts in memory.
    ///
    /// - Parameters:
    ///   - status: the status code.
    ///   - head: as returned by `head`.
    ///   - body: of the length that the head was made for.
    package init(status: Int, head: ByteSlice, body: ByteSlice = ByteSlice()) {
        (self.status, self.head, self.body) = (status, head, body)
    }

    /// Serializes the head of a prepared response.
    ///
    /// - Parameters:
    ///   - status: the status code.
    ///   - headers: the header fields in sending order.
    ///   - length: the length of the body in bytes, ignored if the status has none.
    /// - Returns: the head without `Date`, `Connection` and the final empty line.
    /// - Throws: `UnsendableField` if a header field is invalid.
    package static func head(
        status: Int, headers: [HeaderField], length: Int
    ) throws(UnsendableField) -> [UInt8] {
        let length = ResponseHead.hasBody(status) ? length : nil
        guard let head = ResponseHead.bytes(status: status, headers: headers, length: length) else {
            throw UnsendableField()
        }
        return head
    }
}

/// The error for a header field whose name is not a token or whose value contains a control character.
package struct UnsendableField: Error, Hashable, Sendable {}
