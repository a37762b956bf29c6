internal import JSON
internal import TextEncoding

/// An error response of GoTrue, in either of its two formats.
struct SupabaseFailure: Error, Sendable {
    let status: Int
    /// The error code, such as `otp_expired`.
    let code: String
    let message: String
    /// The reasons why a password is weak: `length`, `characters`, `pwned`.
    var reasons: [String]?

    init(_ status: Int, _ code: String, _ message: String, reasons: [String]? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.reasons = reasons
    }

    static func invalid(_ message: String) -> SupabaseFailure { SupabaseFailure(400, "validation_failed", message) }

    static let expiredLink = SupabaseFailure(403, "otp_expired", "Email link is invalid or has expired")
    static let expiredCode = SupabaseFailure(403, "otp_expired", "Token has expired or is invalid")
    static let emailExists = SupabaseFailure(
        422, "email_exists", "A user with this email address has already been registered")
    static let banned = SupabaseFailure(403, "user_banned", "User is banned")

    /// The response; the newer format is for clients that request API version 2024-01-01.
    func response(isRecent: Bool) -> BackendResponse {
        var body: JSONObject =
            isRecent
            ? ["code": .string(code), "message": .string(message)]
            : ["code": .number(JSONNumber(status)), "error_code": .string(code), "msg": .string(message)]
        if let reasons { body["weak_password"] = ["reasons": .array(reasons.map(JSONValue.string))] }
        // GoTrue omits the header in exactly this case.
        let omitsHeader = isRecent && reasons != nil
        return .json(status, .object(body), headers: omitsHeader ? [] : [HeaderField("x-sb-error-code", code)])
    }

    /// The `error` parameter of a redirect (RFC 6749, section 4.1.2.1); nil if GoTrue omits it.
    var redirectError: String? {
        switch status {
        case 400: "invalid_request"
        case 401: "unauthorized_client"
        case 403: "access_denied"
        case 500: "server_error"
        case 503: "temporarily_unavailable"
        default: nil
        }
    }
}
