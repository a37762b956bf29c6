package import TextEncoding

/// A response to a request.
///
/// `Date`, `Content-Length` and `Connection` are added when it is sent; the body is omitted in the response to HEAD.
package struct HTTPResponse: Sendable {
    /// The content of a response after its head.
    package enum Body: Sendable {
        case bytes([UInt8])
        /// A complete prepared response; the enclosing response's status and headers are ignored.
        case prepared(PreparedResponse)
        /// Server-sent events, until the client disconnects.
        case events(EventStream)
        /// No response: the connection is closed.
        case nothing
        /// The connection is closed within the status line. Clients report this as a failure; if no byte arrives on a
        /// reused connection, they retry automatically (RFC 9112, section 9.3.1).
        case truncated
        /// No response: the connection stays open without output until the request's time limit, or until the listener
        /// stops.
        case withheld
    }

    /// The status code (RFC 9110, section 15).
    package var status: Int
    /// The header fields in sending order.
    package var headers: [HeaderField]
    /// The body.
    package var body: Body
    /// A label for metrics and logs, passed on in the `HTTPExchange`.
    package var subject: (any Sendable)?

    /// Creates a response from its parts.
    package init(status: Int, headers: [HeaderField] = [], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates a response with bytes as its body.
    package init(status: Int, headers: [HeaderField] = [], body: [UInt8] = []) {
        self.init(status: status, headers: headers, body: .bytes(body))
    }

    /// Creates a response from a prepared one.
    package init(_ prepared: PreparedResponse) {
        self.init(status: prepared.status, body: .prepared(prepared))
    }

    /// Creates a plain-text response that is neither stored nor indexed, for refusals and errors.
    ///
    /// - Parameters:
    ///   - status: usually 400 or above.
    ///   - text: one sentence that quotes nothing of the request.
    ///   - headers: further fields that the status requires, such as `Allow`.
    /// - Returns: the response, its text in UTF-8 with a line feed at the end.
    package static func plain(_ status: Int, _ text: String, headers: [HeaderField] = [])
        -> HTTPResponse
    {
        HTTPResponse(status: status, headers: plainHeaders + headers, body: Array("\(text)\n".utf8))
    }

    /// Creates the response to a method other than GET and HEAD.
    package static func methodNotAllowed(_ headers: [HeaderField] = []) -> HTTPResponse {
        .plain(405, "Only GET and HEAD are supported here.", headers: [HeaderField("Allow", "GET, HEAD")] + headers)
    }

    /// Creates the response for a refusal by the listener.
    package static func refusal(_ refusal: HTTPRefusal) -> HTTPResponse {
        .plain(refusal.status, refusal.reason, headers: refusal.status == 503 ? [HeaderField("Retry-After", "5")] : [])
    }

    /// The head of a response whose body is bytes; nil if the body is of another kind or a header field is invalid.
    package var headBytes: [UInt8]? {
        guard case .bytes(let bytes) = body else { return nil }
        return ResponseHead.bytes(
            status: status, headers: headers, length: ResponseHead.hasBody(status) ? bytes.count : nil)
    }

    private static let plainHeaders: [HeaderField] = [
        HeaderField("Content-Type", "text/plain; charset=utf-8"), HeaderField("Cache-Control", "no-store"),
        HeaderField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        HeaderField("Referrer-Policy", "no-referrer"), HeaderField("X-Content-Type-Options", "nosniff"),
        HeaderField("X-Robots-Tag", "noindex"),
    ]
}
