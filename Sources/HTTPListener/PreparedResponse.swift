internal import CMicroHTTPD

/// An answer made once and sent many times, by any thread.
///
/// It goes when the last holder lets go and the last client has received it.
// Unchecked, as the compiler cannot see that the response is never changed after `init` and that libmicrohttpd guards the
// count of those that still send it.
public final class PreparedResponse: @unchecked Sendable {
    /// What it is sent with.
    public let status: Int
    let response: OpaquePointer

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: what it is sent with.
    ///   - headers: names and values without line breaks; one that cannot be sent is a mistake of the caller's.
    ///   - body: copied.
    public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        let response = body.withUnsafeBytes { listener_response($0.baseAddress, $0.count) }
        guard let response else { preconditionFailure("there is no memory for a response") }
        self.response = response
        for header in headers {
            guard MHD_add_response_header(response, header.name, header.value) == .YES else {
                preconditionFailure("the header field '\(header.name)' cannot be sent")
            }
        }
    }

    deinit { MHD_destroy_response(response) }
}
