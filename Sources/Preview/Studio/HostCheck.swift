internal import HTTPListener
internal import HTTPMessages
internal import TextEncoding

/// Refuses requests for other hosts than the preview's. Otherwise a web page could read the site by DNS rebinding.
enum HostCheck {
    /// The response to a request for another host, which names the origin that received it; nil if the host is the
    /// preview's. `localhost` is another name of 127.0.0.1.
    static func refusal(of request: HTTPRequest, to origin: String) -> HTTPResponse? {
        let host = URLParts(origin)?.host
        if request.host == host || host == "127.0.0.1" && request.host == "localhost" { return nil }
        return .plain(421, "This is not the preview's address. Open \(origin) instead.")
    }
}
