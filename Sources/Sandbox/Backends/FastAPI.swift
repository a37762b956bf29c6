internal import JSON
internal import SiteModel

/// The responses that all FastAPI servers share.
enum FastAPI {
    /// `{"detail": …}`
    static func detail(_ status: Int, _ detail: JSONValue) -> BackendAnswer { .json(status, ["detail": detail]) }

    static let notFound = detail(404, "Not Found")

    /// The CORS headers of Starlette's middleware if it allows any origin.
    static let crossOrigin = CrossOrigin(
        origin: .reflected, methods: "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT", allowsCredentials: true,
        maxAge: 600, preflight: 200, refusal: (400, "Disallowed CORS origin"))

    /// The body's fields as text, or pydantic's errors about missing ones.
    static func fields(_ names: [String], of request: BackendRequest) -> Result<[String: String], ValidationError> {
        guard let json = request.json else {
            return .failure(
                ValidationError([
                    ["type": "json_invalid", "loc": ["body", 0], "msg": "JSON decode error", "input": [:]]
                ]))
        }
        var values: [String: String] = [:]
        var errors: [JSONValue] = []
        for name in names {
            switch json[name] {
            case .string(let text): values[name] = text
            case nil:
                errors.append([
                    "type": "missing", "loc": ["body", .string(name)], "msg": "Field required", "input": nil,
                ])
            case let value?:
                // The real server repeats a password that is not a text; here it would appear in logs.
                errors.append([
                    "type": "string_type", "loc": ["body", .string(name)],
                    "msg": "Input should be a valid string", "input": name == "email" ? value : "…",
                ])
            }
        }
        guard errors.isEmpty else { return .failure(ValidationError(errors)) }
        if let email = values["email"], !EmailAddress.isValid(email) {
            let reason =
                email.contains("@")
                ? "The part after the @-sign is not valid. It should have a period."
                : "An email address must have an @-sign."
            return .failure(
                ValidationError([
                    [
                        "type": "value_error", "loc": ["body", "email"],
                        "msg": .string("value is not a valid email address: \(reason)"), "input": .string(email),
                        "ctx": ["reason": .string(reason)],
                    ]
                ]))
        }
        return .success(values)
    }

    /// Errors in a request's body: status 422 with a list.
    struct ValidationError: Error {
        let answer: BackendAnswer

        init(_ errors: [JSONValue]) {
            answer = detail(422, .array(errors))
        }
    }
}
