internal import JSON
internal import SiteModel

/// The responses that all FastAPI servers share.
enum FastAPI {
    /// `{"detail": …}`
    static func detail(_ status: Int, _ detail: JSONValue) -> BackendResponse { .json(status, ["detail": detail]) }

    static let notFound = detail(404, "Not Found")

    /// The CORS headers of Starlette's middleware if it allows any origin.
    static let crossOrigin = CrossOrigin(
        methods: "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT", allowsCredentials: true,
        maxAge: 600, preflight: 200, refusal: (400, "Disallowed CORS origin"))

    /// The fields of a request's body.
    struct Fields {
        fileprivate var values: [String: String] = [:]

        /// The text of a field that was required.
        subscript(name: String) -> String { values[name, default: ""] }
    }

    /// The required fields of a request's body, all texts; throws pydantic's errors about the others.
    static func fields(_ names: [String], of request: BackendRequest) throws(BackendResponse) -> Fields {
        guard let json = request.json else {
            throw invalid([["type": "json_invalid", "loc": ["body", 0], "msg": "JSON decode error", "input": [:]]])
        }
        var fields = Fields()
        var errors: [JSONValue] = []
        for name in names {
            switch json[name] {
            case .string(let text): fields.values[name] = text
            case nil: errors.append(missing(name))
            case let value?:
                // The real server repeats a password that is not a text; here it would appear in logs.
                errors.append([
                    "type": "string_type", "loc": ["body", .string(name)],
                    "msg": "Input should be a valid string", "input": name == "email" ? value : "…",
                ])
            }
        }
        guard errors.isEmpty else { throw invalid(errors) }
        if let email = fields.values["email"], !EmailAddress.isValid(email) {
            let reason =
                email.contains("@")
                ? "The part after the @-sign is not valid. It should have a period."
                : "An email address must have an @-sign."
            throw invalid([
                [
                    "type": "value_error", "loc": ["body", "email"],
                    "msg": .string("value is not a valid email address: \(reason)"), "input": .string(email),
                    "ctx": ["reason": .string(reason)],
                ]
            ])
        }
        return fields
    }

    /// pydantic's error about a missing field.
    static func missing(_ name: String) -> JSONValue {
        ["type": "missing", "loc": ["body", .string(name)], "msg": "Field required", "input": nil]
    }

    /// Errors in a request's body: status 422 with a list.
    static func invalid(_ errors: [JSONValue]) -> BackendResponse { detail(422, .array(errors)) }
}
