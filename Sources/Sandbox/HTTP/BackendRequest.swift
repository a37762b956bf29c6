internal import HTTPListener
internal import JSON
internal import TextEncoding

/// A request to an imitated backend, taken apart.
struct BackendRequest: Sendable {
    var method: String
    /// Decoded, below the backend's address: `/v1/auth/forgot-password`.
    var path: String
    var query: FormItems
    var headers: HTTPHeaders
    var body: [UInt8]

    init(
        method: String, path: String, query: FormItems = FormItems(""), headers: HTTPHeaders = [:], body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// `POST /v1/auth/forgot-password`, for a table of routes.
    var route: String { "\(method) \(path)" }

    /// The body as JSON; nil where it is none.
    var json: JSONValue? { try? JSONDocument(parsing: body).value }

    /// What follows `Bearer ` in `Authorization`.
    var bearer: String? {
        guard let value = headers["Authorization"], value.lowercased().hasPrefix("bearer ") else { return nil }
        return String(value.dropFirst(7))
    }

    /// The same request with its path seen from further down; nil where it does not begin with that.
    func below(_ prefix: String) -> BackendRequest? {
        guard path.hasPrefix(prefix) else { return nil }
        let rest = path.dropFirst(prefix.count)
        guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
        var request = self
        request.path = rest.isEmpty ? "/" : String(rest)
        return request
    }
}
