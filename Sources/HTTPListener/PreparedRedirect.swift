/// A redirect that was made beforehand, all but its address.
public struct PreparedRedirect: Sendable {
    private let status: Int
    /// Up to the address.
    private let start: [UInt8]
    /// From the end of the line that the address is in.
    private let end: [UInt8]

    /// Makes a redirect.
    ///
    /// - Parameters:
    ///   - status: 302 or another that has a `Location`.
    ///   - headers: in the order in which they are sent, after `Location`.
    /// - Throws: `UnsendableField` where a header field is none.
    public init(status: Int, headers: [(name: String, value: String)]) throws(UnsendableField) {
        guard let start = ResponseHead.bytes(status: status, headers: [], length: nil),
            let end = ResponseHead.bytes(fields: headers, length: 0)
        else { throw UnsendableField() }
        self.status = status
        self.start = start + Array("Location: ".utf8)
        self.end = [.carriageReturn, .lineFeed] + end
    }

    /// The answer that leads to an address. An address that no header field can hold ends the connection.
    public func response(to location: String) -> HTTPResponse {
        var location = location
        let head = location.withUTF8 { location -> [UInt8]? in
            guard location.allSatisfy(isFieldByte) else { return nil }
            return [UInt8](unsafeUninitializedCapacity: start.count + location.count + end.count) { head, count in
                count = head.initialize(fromContentsOf: start)
                count = head[count...].initialize(fromContentsOf: location)
                count = head[count...].initialize(fromContentsOf: end)
            }
        }
        return head.map { HTTPResponse(PreparedResponse(status: status, head: $0)) }
            ?? HTTPResponse(status: status, body: .nothing)
    }
}
