/// A request that was checked: what its parts say can be relied on.
public struct HTTPRequest: Sendable {
    /// In upper case mostly, as it came: methods know case.
    public var method: String
    /// Percent-encoded as it came, beginning with a slash; `*` for an OPTIONS request about the server itself.
    public var path: String
    /// Percent-encoded as it came, without its question mark; nil where there is none.
    public var query: String?
    /// In lower case, without a port and a dot at its end, an IPv6 address in brackets; nil for an HTTP/1.0 request
    /// that names none.
    public var host: String?
    /// The port that the request names beside its host.
    public var port: Int?
    /// As they came, or those that the listener was told to keep.
    public var headers: HTTPHeaders
    /// Empty where there is none.
    public var body: [UInt8]
    /// Who asks, as far as the connection or a trusted proxy tells; nil where neither does.
    public var client: ClientAddress?

    /// A request as a connection would give it, for whoever answers without a socket.
    public init(
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
