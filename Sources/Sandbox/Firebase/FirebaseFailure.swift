internal import JSON

/// An error response in Google's format: `CODE`, or `CODE : text`.
struct FirebaseFailure: Error, Sendable {
    var status = 400
    let message: String
    /// The status name, such as `PERMISSION_DENIED`, if Google sends one.
    var kind: String?
    /// The reason in the error's details, such as `API_KEY_HTTP_REFERRER_BLOCKED`.
    var reason: String?

    init(_ message: String) {
        self.message = message
    }

    init(status: Int, kind: String, _ message: String, reason: String? = nil) {
        self.status = status
        self.kind = kind
        self.message = message
        self.reason = reason
    }

    static let noKey = FirebaseFailure(
        status: 403, kind: "PERMISSION_DENIED", "The request is missing a valid API key.")

    static let emptyReferrer = FirebaseFailure(
        status: 403, kind: "PERMISSION_DENIED", "Requests from referer <empty> are blocked.",
        reason: "API_KEY_HTTP_REFERRER_BLOCKED")

    var answer: BackendAnswer {
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
