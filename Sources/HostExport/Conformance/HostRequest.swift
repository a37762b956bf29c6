public import TextEncoding

/// A request that a host is asked to answer.
public struct HostRequest: Hashable, Sendable {
    /// In upper case.
    public var method: String
    /// Goes into the `Host` field.
    public var host: String
    /// As it stands on the request line, never normalised: `/../etc/passwd`.
    public var target: String
    /// Beside `Host`.
    public var headers: [HeaderField]

    /// A request by its parts.
    public init(method: String = "GET", host: String, target: String, headers: [HeaderField] = []) {
        self.method = method
        self.host = host
        self.target = target
        self.headers = headers
    }

    /// The target without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }
}

/// What a host answered.
public struct HostAnswer: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// As they came, in order.
    public var headers: [HeaderField]
    /// As it came over the wire, in its content coding.
    public var body: [UInt8]

    /// An answer by its parts.
    public init(status: Int, headers: [HeaderField], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The values of a field, joined as RFC 9110, section 5.2 has it; nil where there is none.
    public subscript(name: String) -> String? {
        let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
