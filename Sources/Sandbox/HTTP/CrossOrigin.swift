internal import HTTPListener

/// How a backend lets pages of other origins read its answers (the Fetch Standard, section 3.2).
struct CrossOrigin: Sendable {
    /// What `Access-Control-Allow-Origin` says.
    enum Origin: Sendable {
        /// `*`
        case any
        /// The page's own.
        case reflected
    }

    var origin: Origin
    var methods: String
    /// In lower case; nil where whatever is asked for is allowed.
    var allowed: Set<String>?
    var exposed: String?
    var allowsCredentials = false
    var maxAge: Int?
    /// The status of an answer to a preflight, which is the body of nothing.
    var preflight = 204
    /// What a preflight from elsewhere gets; nil where it is merely answered without permission.
    var refusal: (status: Int, text: String)?

    /// The answer to a preflight; nil where the request is none.
    func preflightAnswer(to request: BackendRequest, isRefused: Bool) -> BackendAnswer? {
        guard request.method == "OPTIONS", let page = request.headers["Origin"],
            request.headers["Access-Control-Request-Method"] != nil
        else { return nil }
        if isRefused {
            guard let refusal else { return BackendAnswer(preflight, headers: [vary]) }
            return .text(refusal.status, refusal.text)
        }
        let asked = request.headers["Access-Control-Request-Headers"]
        var headers = [vary]
        if let allowed, let asked, !Self.names(asked).isSubset(of: allowed) {
            return BackendAnswer(preflight, headers: headers)
        }
        headers += permission(for: page)
        headers.append(("Access-Control-Allow-Methods", methods))
        if let asked { headers.append(("Access-Control-Allow-Headers", asked)) }
        if let maxAge { headers.append(("Access-Control-Max-Age", String(maxAge))) }
        return BackendAnswer(preflight, headers: headers)
    }

    /// An answer as a page of another origin gets it.
    func permit(_ answer: BackendAnswer, to request: BackendRequest, isRefused: Bool) -> BackendAnswer {
        guard let page = request.headers["Origin"] else { return answer }
        var answer = answer
        answer.headers.append(("Vary", "Origin"))
        if isRefused { return answer }
        answer.headers += permission(for: page)
        if let exposed { answer.headers.append(("Access-Control-Expose-Headers", exposed)) }
        return answer
    }

    private var vary: (name: String, value: String) {
        ("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
    }

    private func permission(for page: String) -> [(name: String, value: String)] {
        let value =
            switch origin {
            case .any: "*"
            case .reflected: page
            }
        return [("Access-Control-Allow-Origin", value)]
            + (allowsCredentials ? [("Access-Control-Allow-Credentials", "true")] : [])
    }

    private static func names(_ list: String) -> Set<String> {
        Set(list.split(separator: ",").map { $0.lowercased().filter { $0 != " " } })
    }
}
