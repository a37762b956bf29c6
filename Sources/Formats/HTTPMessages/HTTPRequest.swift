/// A validated request.
package struct HTTPRequest: Sendable {
    /// The method as received; methods are case-sensitive.
    package var method: String
    /// The path, percent-encoded as received, with its leading slash; `*` for an OPTIONS request about the server
    /// itself.
    package var path: String
    /// The query, percent-encoded as received, without the question mark; nil if there is none.
    package var query: String?
    /// The host in lower case, without port or trailing dot, an IPv6 address in brackets; nil for an HTTP/1.0 request
    /// without one.
    package var host: String?
    /// The port given with the host.
    package var port: Int?
    /// The header fields as received, or those that `HTTPListener.Options.fields` names.
    package var headers: HTTPHeaders
    /// The body; empty if there is none.
    package var body: [UInt8]
    /// The client's address, from the connection or a trusted proxy; nil if unknown.
    package var client: ClientAddress?

    /// Creates a request without a connection.
    package init(
        method: String = "GET", path: String, query: String? = nil, host: String?, port: Int? = nil,
        headers: HTTPHeaders = [:], body: [UInt8] = [], client: ClientAddress? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.host = host
        self.port = port
        self.headers = headers
        self.body = body
        self.client = client
    }
}
