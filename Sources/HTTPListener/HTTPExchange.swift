/// A request and what it was answered with, for metrics and logs; nothing of it says what the client sent.
public struct HTTPExchange: Sendable {
    /// `GET`; nil where no request could be read.
    public var method: String?
    /// What the client was answered.
    public var status: Int
    /// Of the answer, its head included.
    public var bytes: Int
    /// From the request's first byte until the answer was handed to the system.
    public var nanoseconds: UInt64
    /// Why there was no answer but this.
    public var refusal: HTTPRefusal?
    /// What the handler gave its response to be known by.
    public var subject: (any Sendable)?
}
