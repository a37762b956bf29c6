internal import HTTPMessages
internal import TextEncoding

/// A backend's CORS policy: which of its responses pages of other origins can read (Fetch Standard, section 3.2).
struct CrossOrigin: Sendable {
    /// Whether `Access-Control-Allow-Origin` repeats the page's own origin; otherwise it is `*`.
    var reflectsOrigin = true
    var methods: String
    /// The allowed request headers, in lower case; nil allows whatever is requested.
    var allowed: Set<String>?
    var exposed: String?
    /// Whether it exposes every header that the backend sets.
    var exposesAll = false
    var allowsCredentials = false

    /// The response to a preflight; nil if the request is not one.
    func preflightResponse(to request: BackendRequest, isRefused: Bool) -> BackendResponse? {
        guard request.method == "OPTIONS", let page = request.headers["Origin"],
            request.headers["Access-Control-Request-Method"] != nil
        else { return nil }
        if isRefused { return BackendResponse(204, headers: [vary]) }
        let requestedHeaders = request.headers["Access-Control-Request-Headers"]
        var headers = [vary]
        if let allowed, let requestedHeaders, !Self.names(requestedHeaders).isSubset(of: allowed) {
            return BackendResponse(204, headers: headers)
        }
        headers += permission(for: page)
        headers.append(HeaderField("Access-Control-Allow-Methods", methods))
        if let requestedHeaders { headers.append(HeaderField("Access-Control-Allow-Headers", requestedHeaders)) }
        return BackendResponse(204, headers: headers)
    }

    func permit(_ response: BackendResponse, to request: BackendRequest, isRefused: Bool) -> BackendResponse {
        guard let page = request.headers["Origin"] else { return response }
        var response = response
        let own = response.headers.map(\.name).joined(separator: ", ")
        response.headers.append(HeaderField("Vary", "Origin"))
        if isRefused { return response }
        response.headers += permission(for: page)
        if let exposed = exposesAll && !own.isEmpty ? own : exposed {
            response.headers.append(HeaderField("Access-Control-Expose-Headers", exposed))
        }
        return response
    }

    private var vary: HeaderField {
        HeaderField("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
    }

    private func permission(for page: String) -> [HeaderField] {
        [HeaderField("Access-Control-Allow-Origin", reflectsOrigin ? page : "*")]
            + (allowsCredentials ? [HeaderField("Access-Control-Allow-Credentials", "true")] : [])
    }

    private static func names(_ list: String) -> Set<String> {
        Set(list.split(separator: ",").map { $0.lowercased().filter { $0 != " " } })
    }
}
