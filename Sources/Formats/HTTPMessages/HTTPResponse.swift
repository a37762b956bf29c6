package import TextEncoding

/// A response to a request.
///
/// `Date`, `Content-Length` and `Connection` are added when it is sent; the body is omitted in the response to HEAD.
package struct HTTPResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// A complete prepared response; the enclosing response's status and headers are ignored.
        case prepared(PreparedResponse)
        /// The connection leaves its listener for the handler's own code, which sends the response; status and headers
        /// are ignored. Called on the listener's thread, so it must not block. Over TLS the connection is closed instead.
        case handedOver(@Sendable (any ClientConnection) -> Void)
    }

    package var status: Int
    /// The header fields in sending order.
    package var headers: [HeaderField]
    package var body: Body
    /// A label for metrics and logs, passed on in the `HTTPExchange`.
    package var subject: (any Sendable)?

    package init(status: Int, headers: [HeaderField] = [], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package init(status: Int, headers: [HeaderField] = [], body: [UInt8] = []) {
        self.init(status: status, headers: headers, body: .bytes(body))
    }

    package init(_ prepared: PreparedResponse) {
        self.init(status: prepared.status, body: .prepared(prepared))
    }

    /// A plain-text response that is neither stored nor indexed, for refusals and errors: one sentence that quotes
    /// nothing of the request, with the fields that the status requires, such as `Allow`.
    package static func plain(_ status: Int, _ text: String, headers: [HeaderField] = [])
        -> HTTPResponse
    {
        HTTPResponse(status: status, headers: plainHeaders + headers, body: Array("\(text)\n".utf8))
    }

    /// Creates the response to a method other than GET and HEAD.
    package static func methodNotAllowed(_ headers: [HeaderField] = []) -> HTTPResponse {
        .plain(405, "Only GET and HEAD are supported here.", headers: [HeaderField("Allow", "GET, HEAD")] + headers)
    }

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

/// A client's connection that a handler has taken over (`HTTPResponse.Body.handedOver`): closed with the last reference to
/// it, and open when its listener stops.
package protocol ClientConnection: AnyObject, Sendable {
    /// Sends bytes without waiting; false if the system did not accept all of them, because the client has disconnected
    /// or does not read. Nothing more can be sent then.
    func send(_ bytes: [UInt8]) -> Bool

    var isClosedByClient: Bool { get }
}
