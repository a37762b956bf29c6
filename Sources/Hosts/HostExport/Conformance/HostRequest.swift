package import TextEncoding

package struct HostRequest: Hashable, Sendable {
    package var method: String
    package var host: String
    /// The target exactly as sent on the request line, not normalised: `/../etc/passwd`.
    package var target: String
    /// The header fields other than `Host`.
    package var headers: [HeaderField]

    package init(method: String = "GET", host: String, target: String, headers: [HeaderField] = []) {
        self.method = method
        self.host = host
        self.target = target
        self.headers = headers
    }

    /// The target without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The same request of a client that has the response with an entity tag.
    func revalidating(_ tag: String) -> HostRequest {
        var request = self
        request.headers.append(HeaderField("If-None-Match", tag))
        return request
    }
}

package struct HostResponse: Hashable, Sendable {
    package var status: Int
    /// The header fields as received, in order.
    package var headers: [HeaderField]
    /// The body as received, in its content coding.
    package var body: [UInt8]

    package init(status: Int, headers: [HeaderField], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The values of a field, joined to one list (RFC 9110, section 5.2); nil if there is none.
    package subscript(name: String) -> String? {
        let values = headers.filter { $0.isNamed(name) }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
