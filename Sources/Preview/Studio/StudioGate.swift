import HTTPListener
internal import HTTPMessages
import TextEncoding

/// Restricts access to the studio to its own page, in a browser on this machine or an admitted device.
///
/// No page on the web may read the site or use the sandbox's controls: not by cross-site requests that browsers send without
/// a preflight, not in a frame; `HostCheck` prevents DNS rebinding.
struct StudioGate {
    /// The studio's origin: `http://127.0.0.1:4000`.
    let origin: String
    /// The address on which it listens: `127.0.0.1`, or one of a local network.
    var host = "127.0.0.1"

    /// The response that refuses a request; nil if it is allowed.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        if host == "127.0.0.1", request.host == "localhost", request.method == "GET" {
            // A single origin, so that a single one may frame the pages.
            return HTTPResponse(
                status: 307,
                headers: [HeaderField("Location", origin + "/"), HeaderField("Cache-Control", "no-store")], body: [])
        }
        // Browsers state the initiator (Fetch Metadata). Other programs are allowed, as they could read the files
        // anyway.
        let isOfOtherSite =
            !["same-origin", "none", nil].contains(request.headers["Sec-Fetch-Site"])
            && request.headers["Sec-Fetch-Mode"] != "navigate"
        if isOfOtherSite || request.method == "POST" && request.headers["Origin"] ?? origin != origin {
            return .plain(403, "The studio accepts requests from its own page only.")
        }
        switch request.method {
        case "GET", "HEAD": return nil
        case "POST":
            // A form cannot send this type; any other cross-site request needs a preflight, which is refused.
            guard request.headers["Content-Type"] == "application/json" else {
                return .plain(415, "The studio takes application/json.")
            }
            return nil
        default: return .plain(405, "Only GET, HEAD and POST.", headers: [HeaderField("Allow", "GET, HEAD, POST")])
        }
    }

    /// The headers of all responses. The frames are the apps' pages, on any port.
    var headers: [HeaderField] {
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src data:",
            "frame-src http://\(host):*", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'",
            "require-trusted-types-for 'script'", "trusted-types 'none'",
        ]
        return [
            HeaderField("Cache-Control", "no-store"),
            HeaderField("Content-Security-Policy", policy.joined(separator: "; ")),
            HeaderField("Cross-Origin-Opener-Policy", "same-origin"),
            HeaderField("Cross-Origin-Resource-Policy", "same-origin"),
            HeaderField("Referrer-Policy", "no-referrer"), HeaderField("X-Content-Type-Options", "nosniff"),
            HeaderField("X-Frame-Options", "DENY"),
        ]
    }
}
