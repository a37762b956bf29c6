/// The reason why the listener refuses a request itself; the connection is closed afterwards.
///
/// After a malformed request, the position of the next one is unknown.
package struct HTTPRefusal: Error, Hashable, Sendable {
    package let status: Int
    /// The name in metrics: `host-missing`.
    package let code: String
    /// A sentence for the client that quotes nothing of the request: `The request names no host.`
    package let reason: String

    private init(_ status: Int, _ code: String, _ reason: String) {
        self.status = status
        self.code = code
        self.reason = reason
    }
}

extension HTTPRefusal {
    // The request line (RFC 9112, section 3)
    package static let version = HTTPRefusal(505, "version", "Only HTTP/1.0 and HTTP/1.1 are supported.")
    package static let requestLine = HTTPRefusal(400, "request-line", "The first line is not an HTTP/1.1 request line.")
    package static let method = HTTPRefusal(400, "method", "The method is malformed.")
    package static let target = HTTPRefusal(400, "target", "The address is malformed.")
    package static let targetByte = HTTPRefusal(400, "target", "The address contains a character that is not allowed.")
    package static let targetEscape = HTTPRefusal(
        400, "target", "The address contains a percent sign without two hexadecimal digits.")
    package static let targetLength = HTTPRefusal(414, "target-length", "The address is too long.")

    // Fields (RFC 9112, section 5)
    package static let lineEnd = HTTPRefusal(
        400, "line-end", "A line of the request does not end in a carriage return and a line feed.")
    package static let folding = HTTPRefusal(400, "folding", "A header field is folded over several lines.")
    package static let fieldName = HTTPRefusal(400, "field-name", "The name of a header field is malformed.")
    package static let fieldValue = HTTPRefusal(400, "field-value", "A header field contains a control character.")
    package static let headLength = HTTPRefusal(431, "head-length", "The head of the request is too long.")
    package static let fieldCount = HTTPRefusal(431, "field-count", "The request has too many header fields.")
    package static let noHost = HTTPRefusal(400, "host-missing", "The request names no host.")
    package static let twoHosts = HTTPRefusal(400, "host-twice", "The request names its host twice.")
    package static let host = HTTPRefusal(400, "host", "The host is malformed.")

    // The body (RFC 9112, sections 6 and 7)
    package static let length = HTTPRefusal(400, "length", "The length of the body is malformed.")
    package static let twoLengths = HTTPRefusal(400, "length-twice", "The request gives the length of its body twice.")
    package static let coding = HTTPRefusal(501, "coding", "The only supported transfer coding is 'chunked'.")
    package static let codings = HTTPRefusal(400, "codings", "The transfer codings are malformed.")
    package static let bodyOfGet = HTTPRefusal(400, "body-unexpected", "A GET request has no body.")
    package static let bodyOfHead = HTTPRefusal(400, "body-unexpected", "A HEAD request has no body.")
    package static let bodyLength = HTTPRefusal(413, "body-length", "The body of the request is too long.")
    package static let chunk = HTTPRefusal(400, "chunk", "A chunk of the body is malformed.")
    package static let chunkExtension = HTTPRefusal(
        400, "chunk-extension", "The extensions of the body's chunks are too long.")
    package static let expectation = HTTPRefusal(
        417, "expectation", "The only supported expectation is '100-continue'.")

    // The connection
    package static let timeout = HTTPRefusal(408, "timeout", "The request took too long to arrive.")
    package static let busy = HTTPRefusal(503, "busy", "Too many requests are in progress.")
}
