/// A request and its response, for metrics and logs; contains nothing that the client sent but the method.
public struct HTTPExchange: Sendable {
    /// The method, such as `GET`; nil if no request could be parsed.
    public var method: String?
    /// The response's status code.
    public var status: Int
    /// The response's size in bytes, head included.
    public var bytes: Int
    /// The nanoseconds from the request's first byte until the response was passed to the system.
    public var nanoseconds: UInt64
    /// The reason if the listener refused the request itself.
    public var refusal: HTTPRefusal?
    /// The `subject` that the handler set in its response.
    public var subject: (any Sendable)?
}
