/// The head of a request as it came, before anything of it is believed.
public struct RawRequest: Sendable {
    /// As on the request line.
    public var method: String
    /// The request target exactly as on the request line.
    public var target: [UInt8]
    /// `HTTP/1.1`
    public var version: String
    /// As they came.
    public var headers: HTTPHeaders

    /// A head by its parts.
    public init(method: String, target: [UInt8], version: String = "HTTP/1.1", headers: HTTPHeaders = [:]) {
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
    }
}

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

    /// A request as `init(checking:)` would give it, for whoever answers without a socket.
    public init(
        method: String = "GET", path: String, query: String? = nil, host: String?, port: Int? = nil,
        headers: HTTPHeaders = [:], body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.host = host
        self.port = port
        self.headers = headers
        self.body = body
    }
}

/// Why a request gets no answer but its refusal.
public struct HTTPRefusal: Error, Hashable, Sendable {
    /// 400, or one of its more telling neighbours: 413, 414, 431, 505.
    public let status: Int
    /// For the person who sent it, a sentence: `The request names no host.`
    public let reason: String

    /// A refusal by its parts.
    public init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}
