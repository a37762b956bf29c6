internal import HTTPMessages
internal import TextEncoding

/// The endpoints of `--admin`: liveness, readiness and metrics.
struct AdminPages: Sendable {
    let metrics: @Sendable () -> String
    let isReady: @Sendable () -> Bool
    /// The id of the release in use, by which a roll-out sees that a machine has it.
    let release: @Sendable () -> String

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            return .methodNotAllowed()
        }
        switch request.path {
        case "/healthz": return .plain(200, "ok")
        case "/readyz": return isReady() ? .plain(200, "ready \(release())") : .plain(503, "stopping")
        case "/metrics":
            return HTTPResponse(
                status: 200,
                headers: [
                    HeaderField("Content-Type", "text/plain; version=0.0.4; charset=utf-8"),
                    HeaderField("Cache-Control", "no-store"),
                ],
                body: Array(metrics().utf8))
        default: return .plain(404, "Only /healthz, /readyz and /metrics exist here.")
        }
    }
}
