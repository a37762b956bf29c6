public import TextEncoding

/// A request to a host.
public struct HostRequest: Hashable, Sendable {
    /// The method, in upper case.
    public var method: String
    /// The value of `Host`.
    public var host: String
    /// The target exactly as sent on the request line, not normalised: `/../etc/passwd`.
    public var target: String
    /// The header fields other than `Host`.
    public var headers: [HeaderField]

    /// Creates a request from its parts.
    public init(method: String = "GET", host: String, target: String, headers: [HeaderField] = []) {
        self.method = method
        self.host = host
        self.target = target
        self.headers = headers
    }

    /// The target without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }
}

/// The response of a host.
public struct HostResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// The header fields as received, in order.
    public var headers: [HeaderField]
    /// The body as received, in its content coding.
    public var body: [UInt8]

    /// Creates a response from its parts.
    public init(status: Int, headers: [HeaderField], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The values of a field, joined to one list (RFC 9110, section 5.2); nil if there is none.
    public subscript(name: String) -> String? {
        let values = headers.filter { $0.isNamed(name) }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
