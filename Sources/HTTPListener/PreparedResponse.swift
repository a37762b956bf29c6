/// A response that is serialized once and sent many times, by any thread.
public struct PreparedResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The head as returned by `ResponseHead.bytes`.
    let head: [UInt8]
    /// The body; empty if the status has none.
    let body: [UInt8]

    /// Prepares a response.
    ///
    /// - Parameters:
    ///   - status: the status code.
    ///   - headers: the header fields in sending order.
    ///   - body: omitted together with its length if the status has no body. RFC 9110, section 8.6, allows a length in
    ///     a 304, but some clients then wait for a body.
    /// - Throws: `UnsendableField` if a header field is invalid.
    public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) throws(UnsendableField) {
        let hasBody = ResponseHead.hasBody(status)
        guard let head = ResponseHead.bytes(status: status, headers: headers, length: hasBody ? body.count : nil) else {
            throw UnsendableField()
        }
        self.status = status
        self.head = head
        self.body = hasBody ? body : []
    }

    /// Creates a response without a body from its head.
    init(status: Int, head: [UInt8]) {
        self.status = status
        self.head = head
        body = []
    }
}

/// The error for a header field whose name is not a token or whose value contains a control character.
public struct UnsendableField: Error, Hashable, Sendable {}
