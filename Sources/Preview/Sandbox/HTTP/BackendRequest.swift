internal import HTTPMessages
internal import JSON
internal import TextEncoding

struct BackendRequest: Sendable {
    var method: String
    /// The decoded path, relative to the backend's URL: `/v1/auth/forgot-password`.
    var path: String
    var query: FormItems
    var headers: HTTPHeaders
    var body: [UInt8]

    /// Method and path, `POST /v1/auth/forgot-password`, for a table of routes.
    var route: String { "\(method) \(path)" }

    /// The body as JSON; nil if it is not JSON.
    var json: JSONValue? { try? JSONDocument(parsing: body).value }

    /// The token in `Authorization: Bearer …`.
    var bearer: String? {
        guard let value = headers["Authorization"], value.lowercased().hasPrefix("bearer ") else { return nil }
        return String(value.dropFirst(7))
    }

    /// The request with a prefix removed from its path; nil if the path does not begin with it.
    func below(_ prefix: String) -> BackendRequest? {
        guard path.hasPrefix(prefix) else { return nil }
        let rest = path.dropFirst(prefix.count)
        guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
        var request = self
        request.path = rest.isEmpty ? "/" : String(rest)
        return request
    }
}
