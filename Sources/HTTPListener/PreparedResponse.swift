/// An answer made once and sent many times, by any thread.
public struct PreparedResponse: Sendable {
    /// What it is sent with.
    public let status: Int
    /// As `ResponseHead.bytes` gives it.
    let head: [UInt8]
    /// Empty where the status has none.
    let body: [UInt8]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: what it is sent with.
    ///   - headers: in the order in which they are sent.
    ///   - body: left out where the status has none, its length as well: some clients wait for the body of a 304 that gives
    ///     one, though RFC 9110, section 8.6, allows it.
    /// - Throws: `UnsendableField` where a header field is none.
    public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) throws(UnsendableField) {
        let hasBody = ResponseHead.hasBody(status)
        guard let head = ResponseHead.bytes(status: status, headers: headers, length: hasBody ? body.count : nil) else {
            throw UnsendableField()
        }
        self.status = status
        self.head = head
        self.body = hasBody ? body : []
    }

    /// An answer without a body, by its head.
    init(status: Int, head: [UInt8]) {
        self.status = status
        self.head = head
        body = []
    }
}

/// A header field whose name is no token, or whose value holds a control character.
public struct UnsendableField: Error, Hashable, Sendable {}
