internal import JSON

/// An error response in Google's format: `CODE`, or `CODE : text`.
struct FirebaseFailure: Error, Sendable {
    let message: String
    let status: Int
    /// The status name, such as `PERMISSION_DENIED`, if Google sends one.
    let kind: String?
    /// The reason in the error's details, such as `API_KEY_HTTP_REFERRER_BLOCKED`.
    let reason: String?

    init(_ message: String, status: Int = 400, kind: String? = nil, reason: String? = nil) {
        self.message = message
        self.status = status
        self.kind = kind
        self.reason = reason
    }

    static let noKey = FirebaseFailure(
        "The request is missing a valid API key.", status: 403, kind: "PERMISSION_DENIED")
    static let emptyReferrer = FirebaseFailure(
        "Requests from referer <empty> are blocked.", status: 403, kind: "PERMISSION_DENIED",
        reason: "API_KEY_HTTP_REFERRER_BLOCKED")
    static let notFound = FirebaseFailure("Not Found", status: 404, kind: "NOT_FOUND")
    static let notJSON = FirebaseFailure(
        "Invalid JSON payload received. Unexpected token.", kind: "INVALID_ARGUMENT")

    var response: BackendResponse {
        var error: JSONObject = [
            "code": .number(JSONNumber(status)), "message": .string(message),
            "errors": [
                [
                    "message": .string(message), "domain": "global",
                    "reason": status == 403 ? "forbidden" : status == 404 ? "notFound" : "invalid",
                ]
            ],
        ]
        error["status"] = kind.map(JSONValue.string)
        if let reason {
            error["details"] = [
                [
                    "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": .string(reason),
                    "domain": "googleapis.com", "metadata": ["service": "identitytoolkit.googleapis.com"],
                ]
            ]
        }
        return .json(status, ["error": .object(error)])
    }
}
