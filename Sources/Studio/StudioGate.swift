import HTTPListener

/// Who may ask the studio: a browser's window on this machine that shows the studio itself.
///
/// No page on the web may look at what is being written here, nor press the sandbox's buttons: not by a name that it made
/// point here, not by a request that a browser lets it send without asking, not by a frame.
struct StudioGate {
    /// `http://127.0.0.1:4000`
    let origin: String
    /// The address that is listened on: `127.0.0.1`, or one of a local network.
    var host = "127.0.0.1"

    /// What refuses a request; nil where it may pass.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        if host == "127.0.0.1", request.host == "localhost", request.method == "GET" {
            // One origin alone, so that there is one that may frame the pages.
            return HTTPResponse(
                status: 307, headers: [("Location", origin + "/"), ("Cache-Control", "no-store")], body: [])
        }
        guard request.host == host else { return .plain(421, "The studio answers on \(host) alone.") }
        // Browsers say who asks (Fetch Metadata); what is no browser may, as anything on this machine may read the files.
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none",
            request.headers["Sec-Fetch-Mode"] != "navigate"
        {
            return .plain(403, "The studio is for itself alone.")
        }
        switch request.method {
        case "GET", "HEAD": return nil
        case "POST":
            guard request.headers["Origin"] ?? origin == origin else {
                return .plain(403, "The studio is for itself alone.")
            }
            // A form cannot send this, and for anything else a browser asks first, and is told no.
            guard request.headers["Content-Type"] == "application/json" else {
                return .plain(415, "The studio takes application/json.")
            }
            return nil
        default: return .plain(405, "Only GET, HEAD and POST.", headers: [("Allow", "GET, HEAD, POST")])
        }
    }

    /// What goes with everything that the studio answers. The frames are the apps' ports, whichever they are.
    var headers: [(name: String, value: String)] {
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src data:",
            "frame-src http://\(host):*", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'",
            "require-trusted-types-for 'script'", "trusted-types 'none'",
        ]
        return [
            ("Cache-Control", "no-store"), ("Content-Security-Policy", policy.joined(separator: "; ")),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
        ]
    }
}
