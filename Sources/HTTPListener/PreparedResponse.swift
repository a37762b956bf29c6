/// An answer made once and sent many times, by any thread.
public final class PreparedResponse: Sendable {
    /// What it is sent with.
    public let status: Int
    /// As `ResponseHead.bytes` gives it.
    let head: [UInt8]
    /// Empty where the status has none, whatever the length in the head.
    let body: [UInt8]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: what it is sent with.
    ///   - headers: in the order in which they are sent.
    ///   - body: a 304 gives its length and leaves it out.
    /// - Throws: `UnsendableField` where a header field is none.
    public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) throws(UnsendableField) {
        guard let head = ResponseHead.bytes(status: status, headers: headers, length: body.count) else {
            throw UnsendableField()
        }
        self.status = status
        self.head = head
        self.body = ResponseHead.hasBody(status) ? body : []
    }
}

/// A header field whose name is no token, or whose value holds a control character.
public struct UnsendableField: Error, Hashable, Sendable {}
