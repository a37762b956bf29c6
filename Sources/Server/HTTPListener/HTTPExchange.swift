package import HTTPMessages

/// A request and its response, for metrics and logs; contains nothing that the client sent but the method.
package struct HTTPExchange: Sendable {
    /// The method, such as `GET`; nil if no request could be parsed.
    package var method: String?
    /// The response's status code.
    package var status: Int
    /// The response's size in bytes, head included.
    package var bytes: Int
    /// The nanoseconds from the request's first byte until the response was passed to the system.
    package var nanoseconds: UInt64
    /// The reason if the listener refused the request itself.
    package var refusal: HTTPRefusal?
    /// The `subject` that the handler set in its response.
    package var subject: (any Sendable)?
}
