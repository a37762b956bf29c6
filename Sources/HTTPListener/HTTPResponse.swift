/// An answer to a request.
///
/// `Date`, `Content-Length` and what belongs to the connection are added when it is sent; to a HEAD request the body is
/// left out.
public struct HTTPResponse: Sendable {
    /// What an answer consists of after its head.
    public enum Body: Sendable {
        case bytes([UInt8])
        /// Everything made beforehand; status and headers of the response around it do not count.
        case prepared(PreparedResponse)
        /// Server-sent events, as long as the client stays.
        case events(EventStream)
        /// No answer at all: the connection ends.
        case nothing
        /// The connection ends within the status line. Clients report that as a failure, where after no byte at all they ask
        /// again by themselves if the connection had been used before (RFC 9112, section 9.3.1).
        case truncated
    }

    /// Three digits (RFC 9110, section 15).
    public var status: Int
    /// In the order in which they are sent.
    public var headers: [(name: String, value: String)]
    /// What follows the head.
    public var body: Body
    /// What metrics and logs know the answer by; it comes back in its `HTTPExchange`.
    public var subject: (any Sendable)?

    /// An answer by its parts.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer made for one request.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.init(status: status, headers: headers, body: .bytes(body))
    }

    /// An answer made beforehand.
    public init(_ prepared: PreparedResponse) {
        self.init(status: prepared.status, body: .prepared(prepared))
    }

    /// A short answer in plain words that nothing stores and nothing indexes, for refusals and mishaps.
    ///
    /// - Parameters:
    ///   - status: 400 and above, mostly.
    ///   - text: one sentence; it never repeats what the request said.
    ///   - headers: what the status asks for beside the usual, such as `Allow`.
    /// - Returns: the answer, its text in UTF-8 with a line's end.
    public static func plain(_ status: Int, _ text: String, headers: [(name: String, value: String)] = [])
        -> HTTPResponse
    {
        HTTPResponse(status: status, headers: plainHeaders + headers, body: Array("\(text)\n".utf8))
    }

    /// A refusal of the listener's own.
    static func refusal(_ refusal: HTTPRefusal) -> HTTPResponse {
        .plain(refusal.status, refusal.reason, headers: refusal.status == 503 ? [("Retry-After", "5")] : [])
    }

    /// The head of an answer whose body is bytes; nil where a header field cannot be sent, or the body is none.
    var headBytes: [UInt8]? {
        guard case .bytes(let bytes) = body else { return nil }
        return ResponseHead.bytes(
            status: status, headers: headers, length: ResponseHead.hasBody(status) ? bytes.count : nil)
    }

    private static let plainHeaders: [(name: String, value: String)] = [
        ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"), ("X-Robots-Tag", "noindex"),
    ]
}
