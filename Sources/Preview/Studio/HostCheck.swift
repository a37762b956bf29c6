internal import HTTPListener
internal import HTTPMessages
internal import TextEncoding

/// Refuses requests for other hosts than the preview's. Otherwise a web page could read the site by DNS rebinding.
enum HostCheck {
    /// The response to a request for another host; nil if the host is the preview's.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - origin: the origin that received it: `http://127.0.0.1:4000`, for which `localhost` is another name.
    /// - Returns: a response that names the origin.
    static func refusal(of request: HTTPRequest, to origin: String) -> HTTPResponse? {
        let host = URLParts(origin)?.host
        if request.host == host || host == "127.0.0.1" && request.host == "localhost" { return nil }
        return .plain(421, "This is not the preview's address. Open \(origin) instead.")
    }
}
