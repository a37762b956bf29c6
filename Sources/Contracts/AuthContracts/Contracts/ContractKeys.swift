package import Configuration
import JSON

extension ContractContents {
    package static let keyTable = KeyTable(
        "contract",
        [
            .init(
                "standing", .word(Contract.Standing.self),
                "How the contract was proved: against the real server, or written from its documentation.",
                example: "tested"),
            .init(
                "base", .text(TextFormat("https address", pattern: "^https://[^?#]+$")),
                "The base URL, if all projects have the same or differ in one part of the host, written `*`; another one is warned of. `https://*/auth` is for servers of one's own, whose requests usually begin with this path.",
                example: "https://*.supabase.co/auth/v1"),
            .init(
                "settings",
                .map(.any([.word(["required", "optional"]), .keyed(Contract.Setting.keyTable)]), names: .valueName),
                "Names of values that `app.yml` supplies under `backend.settings`.",
                example: ["api-key": "required"]),
            .init(
                "password", .oneOrMany(.text(.passwordRequirement)), "What the backend requires of every new password.",
                example: ["at-least 8"]),
            .init(
                "deficiencies", .map(.word(PasswordRequirement.Name.self)),
                "What the backend's texts about a weak password mean.",
                example: ["…at least … characters…": "at-least"]),
            .init(
                "parameters", .map(.oneOrMany(.text(.parameterShape)), names: .valueName),
                "The formats of link parameters, by which a page recognises an incomplete link on load, and of fields such as codes.",
                example: ["token": "{hex:64}"]),
            .init(
                "continue", .text(.valueName),
                "The item of a link's query with the address to go on at after success; a page offers it if `continue` in `app.yml` lists it.",
                example: "continueUrl"),
            .init(
                "captcha", .list(.text(.valueName), count: ValueType.some),
                "The providers of captchas whose answers the backend verifies; without it, all.",
                example: ["turnstile", "hcaptcha"]),
            .init(
                "outcomes", .map(.word(OutcomeName.Meaning.self), names: .operationName),
                "Outcomes beside the built-in ones, each with its meaning.",
                example: ["already-requested": "succeeds"]),
            .init(
                "operations",
                .map(.keyed(Contract.Operation.keyTable), names: .operationName, count: ValueType.some), .required,
                "The operations by name."),
        ], formerNames: ["lacks": "deficiencies"])
}

extension Contract.Operation {
    static let keyTable = KeyTable(
        "operations.NAME",
        [
            .init(
                "consumes", .oneOrMany(.word(Contract.Consumption.self)),
                "What the operation invalidates, `[link, code]` if both are one token; it runs on a tap or key press only, never when a page opens.",
                example: "link"),
            .init(
                "sends", .word(EmailPurpose.self), "The email that the backend sends when the operation succeeds.",
                example: "reset-password"),
            .init(
                "forgets", .oneOrMany(.text),
                "Kept values that become invalid when the operation succeeds, such as a session that it ends.",
                example: "access_token"),
            .init("request", .keyed(Contract.Request.keyTable), .requiredWithout("steps"), "What is sent."),
            .init(
                "outcomes", .oneOrMany(.keyed(Contract.Rule.keyTable), count: ValueType.some),
                .requiredWithout("steps"),
                "What the response means; the first rule that matches decides."),
            .init(
                "steps", .oneOrMany(.keyed(Contract.Step.keyTable), count: ValueType.some),
                "Several requests in order, in place of `request` and `outcomes`."),
        ])
}

extension Contract.Step {
    static let keyTable = KeyTable(
        "steps",
        [
            .init("request", .keyed(Contract.Request.keyTable), .required, "What is sent."),
            .init(
                "outcomes", .oneOrMany(.keyed(Contract.Rule.keyTable), count: ValueType.some), .required,
                "What the response means; the first rule that matches decides."),
        ])
}

extension Contract.Request {
    static let keyTable = KeyTable(
        "request",
        [
            .init("method", .word(Contract.Method.self), .required, "The method.", example: "POST"),
            .init(
                "url", .text(TextFormat("URL", pattern: #"^\{\{[^?#]*$"#)), .required,
                "The URL without a query: `{{base}}/…`, or a value that an earlier step kept.",
                example: "{{base}}/auth/reset-password"),
            .init("query", .map(.text), "Query items.", example: ["token": "{{token}}"]),
            .init(
                "headers", .map(.text, names: .headerName), "Headers that a page may set.",
                example: ["apikey": "{{api-key}}"]),
            .init("json", .anything, "The body as JSON.", example: ["password": "{{new-password}}"]),
            .init(
                "form", .map(.text), "The body as the fields of a form.", example: ["password": "{{new-password}}"]),
            .init(
                "credentials", .word(["include", "omit"]), default: "omit", "Whether cookies are sent.",
                example: "include"
            ),
            .init(
                "referrer", .word(Contract.Referrer.self), default: "none",
                "Whether the page's origin is sent as `Referer`.", example: "origin"),
        ], otherNames: ["body": "json", "data": "json", "path": "url", "uri": "url", "params": "query"])
}

extension Contract.Rule {
    package static let keyTable = KeyTable(
        "outcomes",
        [
            .init(
                "status",
                .oneOrMany(.any([.number(100...599), .text(TextFormat("status", pattern: "^[1-5][xX]{2}$"))])),
                "The status, a class such as `4xx`, or a list; any status if it is missing.", example: 400),
            .init(
                "where", .map(.oneOrMany(.any([.text, .null]), count: ValueType.some), names: .pointer),
                "Places in the body, and what they have to contain.",
                example: ["/detail": "~expired"]),
            .init(
                "headers", .map(.oneOrMany(.any([.text, .null]), count: ValueType.some), names: .headerName),
                "Response headers, and what they have to contain.",
                example: ["x-error": "~expired"]),
            .init(
                "is", .any([.word(OutcomeName.allCases.map(\.rawValue)), .text(.operationName)]), .required,
                "The outcome.", example: "link-expired"),
            .init(
                "keep", .map(.text(.place), names: .valueName),
                "Values for later steps, operations and the page's text, by where the response has them.",
                example: ["email": "/user/email"]),
            .init(
                "wait", .text,
                "With `rate-limited`, or a declared outcome that `waits`: where the seconds are, if not in `Retry-After`.",
                example: "/retry_in"),
            .init(
                "missing", .text(.pointer), "With `weak-password`: where the backend lists what is missing.",
                example: "/error/reasons"),
            .init(
                "example", .keyed(Contract.Example.keyTable),
                "A recorded response, with which the preview and the sandbox respond."),
        ],
        otherNames: [
            "code": "status", "http": "status", "statusCode": "status", "status-code": "status",
            "status_code": "status", "outcome": "is", "result": "is", "then": "is",
        ])
}

extension Contract.Setting {
    static let keyTable = KeyTable(
        "settings.NAME",
        [
            .init(
                "link", .text, .required,
                "The link of the app whose address, without parameters, it is unless `app.yml` has another value.",
                example: "delete-account")
        ])
}

extension Contract.Example {
    package static let keyTable = KeyTable(
        "example",
        [
            .init("status", .number(100...599), "The status; by default the first of the rule.", example: 400),
            .init("json", .anything, "The body.", example: ["detail": "Reset token has expired"]),
        ])
}

extension TextFormat {
    package static let passwordRequirement = TextFormat(
        "password requirement",
        pattern: "^(at-least [0-9]+|at-most [0-9]+( bytes)?|upper|lower|digit|special|same|uncommon)$")
    static let parameterShape = TextFormat(
        "shape",
        pattern: #"^([^{}\s]*\{(digits|hex|alphanumeric|base64url)(:[0-9]+(-[0-9]*)?)?\})+[^{}\s]*$"#)
    static let operationName = TextFormat("name", pattern: "^[a-z][a-z0-9-]*$")
    /// A JSON pointer (RFC 6901) with `*` and `name=text`; empty for the whole body.
    static let pointer = TextFormat("place", pattern: "^(/.*)?$")
    static let place = TextFormat("place", pattern: "^((/.*)?|(cookie|header) .+)$")
    /// A header name (RFC 9110, section 5.6.2).
    static let headerName = TextFormat("header", pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
    static let valueName = TextFormat("name", pattern: "^[A-Za-z][A-Za-z0-9_-]*$")
}
