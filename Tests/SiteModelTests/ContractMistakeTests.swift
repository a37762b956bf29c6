import AuthContracts
import Diagnostics
import Testing

@testable import SiteModel

/// The diagnostics about mistakes in contracts, with their locations.
@Suite struct ContractMistakeTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let what: String
        let contract: String
        let message: String
        let fix: String?
        var testDescription: String { what }

        /// A contract with a valid operation and one with a mistake.
        init(_ what: String, operation: String, _ message: String, fix: String? = nil) {
            self.init(what, contract: "operations:\n  go: \(operation)\n", message, fix: fix)
        }

        init(_ what: String, contract: String, _ message: String, fix: String? = nil) {
            self.what = what
            self.contract = contract
            self.message = message
            self.fix = fix
        }
    }

    static let good = "{ request: { method: POST, url: \"{{base}}/x\" }, outcomes: [{ status: 200, is: ok }] }"
    static let outcomes = "{ request: { method: POST, url: \"{{base}}/x\" }, outcomes: "

    @Test(
        "a mistake in a contract is told with its place and its fix",
        arguments: [
            Mistake(
                "an example of another status",
                operation: outcomes
                    + "[{ status: 200, is: ok }, { status: 410, is: link-expired, example: { status: 1️⃣400, json: { a: b } } }] }",
                "the rule is for another status than its example has, 400",
                fix: "Remove it here, or write it in the rule, if the backend sends 400."),
            Mistake(
                "no operations", contract: "1️⃣settings: { key: required }\n", "missing key 'operations'",
                fix: "Add 'operations'."),
            Mistake(
                "outcomes beside their operation",
                contract: """
                    operations:
                      go:
                        sends: reset-password
                        request: { method: POST, url: "{{base}}/go" }
                      1️⃣outcomes:
                        - { status: 200, is: ok }
                      stop: \(good)
                    """,
                "'outcomes' belongs to an operation, and stands beside them",
                fix: "Indent it, with its lines, below 'go:'."),
            Mistake(
                "a request beside its operation, with the outcomes below it",
                contract: """
                    operations:
                      go:
                        sends: reset-password
                      1️⃣request:
                        method: POST
                        url: "{{base}}/go"
                        outcomes:
                          - { status: 200, is: ok }
                      stop: \(good)
                    """,
                "'request' belongs to an operation, and stands beside them",
                fix: "Indent it, with its lines, below 'go:'."),
            Mistake(
                "an operation that is not indented, of which an outcome is declared",
                contract: """
                    outcomes: { garden-full: stays }
                    operations: { go: \(good) }
                    1️⃣join:
                      request: { method: GET, url: "{{base}}/join" }
                      outcomes: [{ status: 200, is: ok }, { status: 409, is: garden-full }]
                    """,
                "unknown key 'join'",
                fix:
                    "Indent it, with its lines: it belongs under 'operations:'."
            ),
            Mistake(
                "what an operation sends beside it",
                contract: "operations:\n  go: \(good)\n  1️⃣sends: reset-password\n",
                "'sends' belongs to an operation, and stands beside them",
                fix: "Indent it, with its lines, below 'go:'."),
            Mistake(
                "an unknown key", contract: "1️⃣operation: {}\noperations: { go: \(good) }\n",
                "unknown key 'operation'",
                fix:
                    "The keys here are standing, base, settings, password, deficiencies, parameters, continue, captcha, outcomes, operations."
            ),
            Mistake(
                "a status by another name, which would match every response",
                contract: """
                    operations:
                      go:
                        request: { method: GET, url: "{{base}}/go" }
                        outcomes:
                          - { status: 200, is: ok }
                          - { 1️⃣code: 409, is: already-verified }
                          - { status: 410, is: link-expired }
                    """,
                "unknown key 'code'",
                fix:
                    "Did you mean 'status'? The keys here are status, where, headers, is, keep, wait, missing, example."
            ),
            Mistake(
                "an operation that is not indented", contract: "1️⃣stop: \(good)\noperations: { go: \(good) }\n",
                "unknown key 'stop'",
                fix:
                    "Indent it, with its lines: it belongs under 'operations:'."
            ),
            Mistake(
                "an operation that is not indented, and the next one below it",
                contract: """
                    operations:
                      check: \(good)
                    1️⃣go:
                      request: { method: GET, url: "{{base}}/go" }
                      outcomes: [{ status: 200, is: ok }]
                      stop: \(good)
                    """,
                "unknown key 'go'",
                fix: "Indent lines 3 to 5 by 2 spaces: they belong under 'operations:'."),
            Mistake(
                "a setting that is neither", contract: "settings: { key: 1️⃣maybe }\noperations: { go: \(good) }\n",
                "expected 'required' or 'optional', found 'maybe'", fix: "Write one of these values."),
            Mistake(
                "an unknown requirement", contract: "password: [1️⃣uper]\noperations: { go: \(good) }\n",
                "'uper' is not a requirement", fix: "Did you mean 'upper'?"),
            Mistake(
                "a lack of nothing known", contract: "deficiencies: { length: 1️⃣long }\noperations: { go: \(good) }\n",
                "expected 'at-least', 'at-most', 'upper', 'lower', 'digit', 'special', 'same' or 'uncommon', found 'long'",
                fix: "Write one of these values."),
            Mistake(
                "a lack and its text the wrong way round",
                contract: "deficiencies: { 1️⃣at-least: too_short }\noperations: { go: \(good) }\n",
                "'at-least' is a requirement, and stands after the backend's text", fix: "Write too_short: at-least"),
            Mistake(
                "a shape of unknown characters",
                contract: "parameters: { token: 1️⃣\"{hexa:64}\" }\noperations: { go: \(good) }\n",
                "'{hexa:64}' is not a shape",
                fix:
                    "Write a run of characters as {hex:64}, {base64url:40-}, {digits:6} or {alphanumeric}, and the text around it as it is. After a run of a varying length comes a character that it cannot have."
            ),
            Mistake(
                "a regular expression as a shape",
                contract: "parameters: { token: 1️⃣\"^[a-f0-9]{64}$\" }\noperations: { go: \(good) }\n",
                "'^[a-f0-9]{64}$' is not a shape", fix: "Write \"{hex:64}\"."),
            Mistake(
                "a parameter of no request",
                contract: "parameters: { 1️⃣tokn: \"{hex:64}\" }\noperations: { go: \(good) }\n",
                "no request has a value 'tokn'",
                fix: "Name a parameter that a request has as '{{tokn}}', or remove it."),
            Mistake(
                "a name in capitals", contract: "operations:\n  1️⃣Go: \(good)\n",
                "'Go' is not a name for an operation",
                fix: "Use at most 64 lower-case letters, digits and hyphens, beginning with a letter."),
            Mistake(
                "no request", operation: "1️⃣{ outcomes: [{ status: 200, is: ok }] }", "missing key 'request'",
                fix: "Add it, for example: request: { method: POST, url: \"{{base}}/auth/reset-password\" }"),
            Mistake(
                "steps beside a request",
                operation: "{ 1️⃣request: {}, steps: [\(good)] }", "'request' is not allowed beside 'steps'",
                fix: "Move it into a step."),
            Mistake(
                "a part of an email's name",
                operation:
                    "{ sends: 1️⃣reset, request: { method: POST, url: \"{{base}}/x\" }, outcomes: [{ status: 200, is: ok }] }",
                "expected 'reset-password', 'verify-email', 'change-email', 'recover-email', 'sign-in', "
                    + "'delete-account', 'invite', 'password-changed' or 'welcome', found 'reset'",
                fix: "Did you mean 'reset-password'?"),
            Mistake(
                "an email that no backend sends",
                operation: "{ sends: 1️⃣newsletter, request: { method: POST, url: \"{{base}}/x\" }, "
                    + "outcomes: [{ status: 200, is: ok }] }",
                "expected 'reset-password', 'verify-email', 'change-email', 'recover-email', 'sign-in', "
                    + "'delete-account', 'invite', 'password-changed' or 'welcome', found 'newsletter'",
                fix: "Write one of these values."),
            Mistake(
                "an email with a further word in its name",
                operation:
                    "{ sends: 1️⃣welcome-email, request: { method: GET, url: '{{base}}/x' }, outcomes: [{ status: 200, is: ok }] }",
                "expected 'reset-password', 'verify-email', 'change-email', 'recover-email', 'sign-in', 'delete-account', 'invite', 'password-changed' or 'welcome', found 'welcome-email'",
                fix: "Write 'welcome'."),
            Mistake(
                "an email that only the operation's name names",
                operation: "{ sends: 1️⃣email, request: { method: POST, url: \"{{base}}/x\" }, "
                    + "outcomes: [{ status: 200, is: ok }] }",
                "expected 'reset-password', 'verify-email', 'change-email', 'recover-email', 'sign-in', "
                    + "'delete-account', 'invite', 'password-changed' or 'welcome', found 'email'",
                fix: "Write one of these values."
            ),
            Mistake(
                "a value to forget that no answer brings",
                operation:
                    "{ forgets: 1️⃣sesion, request: { method: POST, url: \"{{base}}/x\" }, outcomes: [{ status: 200, is: ok, keep: { session: /id } }] }",
                "no operation keeps a value 'sesion'", fix: "Did you mean 'session'?"),
            Mistake(
                "a method in lower case",
                operation: "{ request: { method: 1️⃣post, url: \"{{base}}/x\" }, outcomes: [{ status: 200, is: ok }] }",
                "expected 'GET', 'POST', 'PUT', 'PATCH' or 'DELETE', found 'post'", fix: "Write 'POST'."),
            Mistake(
                "an address without the base",
                operation: "{ request: { method: POST, url: 1️⃣/x }, outcomes: [{ status: 200, is: ok }] }",
                "'/x' does not begin with {{base}}, and a page's policy allows requests to no other address",
                fix: "Write \"{{base}}/x\"."),
            Mistake(
                "an address at another host",
                operation:
                    "{ request: { method: POST, url: 1️⃣\"https://other.example/v1/x\" }, outcomes: [{ status: 200, is: ok }] }",
                "'https://other.example/v1/x' does not begin with {{base}}, and a page's policy allows requests to no other address",
                fix:
                    "Write {{base}} for what app.yml has as 'base' under 'backend:', and the rest after it: \"{{base}}/…\""
            ),
            Mistake(
                "no slash behind the base",
                operation:
                    "{ request: { method: POST, url: \"{{base}}1️⃣auth/x\" }, outcomes: [{ status: 200, is: ok }] }",
                "there is no slash after '{{base}}'", fix: "Write \"{{base}}/…\": an address ends without a slash."),
            Mistake(
                "a query in the address",
                operation:
                    "{ request: { method: POST, url: 1️⃣\"{{base}}/x?a=b\" }, outcomes: [{ status: 200, is: ok }] }",
                "the URL has a query or a fragment", fix: "Put what follows the '?' under 'query'."),
            Mistake(
                "a place that is not closed",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/1️⃣{{x\" }, outcomes: [{ status: 200, is: ok }] }",
                "this '{{' is not closed", fix: "Write a name in double braces: {{token}}."),
            Mistake(
                "an address that a link could lead elsewhere",
                operation: "{ request: { method: POST, url: 1️⃣\"{{next}}/x\" }, outcomes: [{ status: 200, is: ok }] }",
                "'{{next}}' is not kept by a step before this one", fix: "Begin the URL with {{base}}."),
            Mistake(
                "a body as others name it",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", 1️⃣body: {} }, outcomes: [{ status: 200, is: ok }] }",
                "unknown key 'body'",
                fix:
                    "Did you mean 'json'? The keys here are method, url, query, headers, json, form, credentials, referrer."
            ),
            Mistake(
                "a success as others name it",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\" }, outcomes: [{ status: 200, is: 1️⃣success }] }",
                "'success' is not an outcome", fix: "Write 'ok', or 'sent' if the operation sends an email."),
            Mistake(
                "a GET with a body",
                operation:
                    "{ request: { method: GET, url: \"{{base}}/x\", 1️⃣json: {} }, outcomes: [{ status: 200, is: ok }] }",
                "a GET has no body", fix: "Put the values under 'query', or use POST."),
            Mistake(
                "a header that no page can set",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", headers: { 1️⃣Cookie: a } }, outcomes: [{ status: 200, is: ok }] }",
                "a page cannot set the header 'Cookie'",
                fix:
                    "Write 'credentials: include' beside 'headers:' in its place: browsers then send the backend's cookies. A value that a step kept can be in a header of another name."
            ),
            Mistake(
                "a header that another key sends",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", headers: { 1️⃣Referer: a } }, outcomes: [{ status: 200, is: ok }] }",
                "a page cannot set the header 'Referer'",
                fix: "Write 'referrer: origin' beside 'headers:' in its place."),
            Mistake(
                "a cookie as a header beside what sends it",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", credentials: include, headers: { 1️⃣Cookie: a } }, outcomes: [{ status: 200, is: ok }] }",
                "a page cannot set the header 'Cookie'",
                fix:
                    "Remove it: 'credentials: include' sends the backend's cookies. A value that a step kept can be in a header of another name."
            ),
            Mistake(
                "a header that browsers alone send",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", headers: { 1️⃣User-Agent: a } }, outcomes: [{ status: 200, is: ok }] }",
                "a page cannot set the header 'User-Agent'", fix: "Remove it: browsers do not let a script set it."),
            Mistake(
                "an unknown outcome", operation: outcomes + "[{ status: 200, is: 1️⃣okay }, { status: 201, is: ok }] }",
                "'okay' is not an outcome", fix: "Did you mean 'ok'?"),
            Mistake(
                "an outcome of its own that is not declared",
                operation: outcomes + "[{ status: 409, is: 1️⃣class-full }, { status: 201, is: ok }] }",
                "'class-full' is not an outcome",
                fix:
                    "The outcomes are \(OutcomeName.allCases.map(\.rawValue).filter { !["network", "timeout"].contains($0) }.joined(separator: ", ")). Declare another under 'outcomes:' as class-full: MEANING, which is 'stays' for what visitors can correct, 'link-dead' for a link that no longer works, 'waits', 'fails' or 'succeeds'."
            ),
            Mistake(
                "an outcome beside the declared one",
                contract: "outcomes: { no-place: stays }\noperations: { go: "
                    + outcomes + "[{ status: 409, is: 1️⃣class-full }, { status: 201, is: ok }] } }\n",
                "'class-full' is not an outcome",
                fix:
                    "Write 'no-place', which 'outcomes:' declares, or declare this one there as class-full: MEANING, which is 'stays' for what visitors can correct, 'link-dead' for a link that no longer works, 'waits', 'fails' or 'succeeds'."
            ),
            Mistake(
                "an outcome with a capital letter",
                contract: "outcomes: { 1️⃣Name-Taken: stays }\noperations: { go: \(good) }\n",
                "'Name-Taken' is not a name for an outcome",
                fix: "Use at most 64 lower-case letters, digits and hyphens, beginning with a letter."),
            Mistake(
                "requirements as a mapping",
                contract: "password: 1️⃣{ min: 10, max: 72, digit: true, upper: false }\noperations: { go: \(good) }\n",
                "expected a list, found a mapping", fix: "Write [at-least 10, at-most 72, digit]."),
            Mistake(
                "an outcome that only silence has",
                operation: outcomes + "[{ status: 200, is: ok }, { status: 504, is: 1️⃣timeout }] }",
                "no rule can have the outcome 'timeout'",
                fix:
                    "The outcomes are \(OutcomeName.allCases.map(\.rawValue).filter { !["network", "timeout"].contains($0) }.joined(separator: ", ")). Declare others under 'outcomes:'."
            ),
            Mistake(
                "a status that is none", operation: outcomes + "[{ status: 1️⃣2000, is: ok }] }",
                "'2000' is not a status", fix: "Write a number such as 200, a class such as 4xx, or a list of them."),
            Mistake(
                "a redirect that no page sees",
                operation: outcomes + "[{ status: 200, is: ok }, { status: [400, 1️⃣302], is: link-invalid }] }",
                "a page's script never sees a response with status 3xx",
                fix:
                    "Let the backend respond with JSON, for example by headers: { Accept: application/json }, and write that status."
            ),
            Mistake(
                "a rule that another one takes all from",
                operation: outcomes + "[{ status: 200, is: ok }, { status: 4xx, where: { /x: y }, is: link-invalid }, "
                    + "1️⃣{ status: 410, where: { /z: y, /x: y }, is: link-expired }] }",
                "rule 2 matches every response that this one could match", fix: "Move this rule above it, or remove it."
            ),
            Mistake(
                "a status of several that another rule has",
                operation: outcomes + "[{ status: 200, is: ok }, { status: 422, is: weak-password }, "
                    + "{ status: [410, 1️⃣422], is: link-invalid }] }",
                "rule 2 matches status 422 already",
                fix: "Write another status, remove it here, or move this rule above that one."),
            Mistake(
                "a failure among the statuses of a success",
                operation: outcomes + "[{ status: [200, 1️⃣404], is: ok }, { status: 404, is: link-invalid }] }",
                "rule 1 counts status 404 as a success, and rule 2 as 'link-invalid'",
                fix: "Remove it here, unless the backend answers a success with it."),
            Mistake(
                "a rule that has lost its status", operation: outcomes + "[{ 1️⃣status: , is: ok }] }",
                "'status:' has no value", fix: "Write one, for example status: 400, or remove the key."),
            Mistake(
                "a pointer without a slash", operation: outcomes + "[{ where: { 1️⃣valid: true }, is: ok }] }",
                "the JSON pointer 'valid' does not begin with a slash", fix: "Write /valid."),
            Mistake(
                "a pointer with dots", operation: outcomes + "[{ where: { 1️⃣error.code: full }, is: ok }] }",
                "the JSON pointer 'error.code' does not begin with a slash", fix: "Write /error/code."),
            Mistake(
                "a place in JSONPath",
                operation: outcomes + "[{ status: 200, is: ok, keep: { email: 1️⃣$.email } }] }",
                "'$.email' is neither a JSON pointer nor a header or cookie", fix: "Write /email."),
            Mistake(
                "a capture of no kind",
                operation: outcomes + "[{ status: 429, where: { /m: \"in 1️⃣{wait:minutes}\" }, is: ok }] }",
                "'minutes' is not a kind of capture", fix: "The kinds are seconds, list, text."),
            Mistake(
                "a pattern behind a tilde",
                operation: outcomes + "[{ status: 200, where: { /m: \"~at least 1️⃣… letters\" }, is: ok }] }",
                "the text after '~' is taken literally, and this is a pattern",
                fix: "Remove the '~': a pattern matches anywhere in a text."),
            Mistake(
                "a place in an answer that is none",
                operation: outcomes + "[{ status: 200, is: ok, keep: { email: 1️⃣user.email } }] }",
                "'user.email' is neither a JSON pointer nor a header or cookie",
                fix: "Write /user/email."),
            Mistake(
                "a cookie as code reads it",
                operation: outcomes + "[{ status: 200, is: ok, keep: { csrf: 1️⃣cookies.XSRF-TOKEN } }] }",
                "'cookies.XSRF-TOKEN' is neither a JSON pointer nor a header or cookie",
                fix: "Write 'cookie XSRF-TOKEN'."),
            Mistake(
                "a rule that another hides",
                operation: outcomes
                    + "[{ status: 200, is: ok }, { status: 429, is: rate-limited }, { status: 4xx, is: link-invalid }, "
                    + "1️⃣{ status: 410, where: { /x: y }, is: link-expired }] }",
                "rule 3 matches every response that this one could match", fix: "Move this rule above it, or remove it."
            ),
            Mistake(
                "a class that takes 429 too",
                operation: outcomes + "[{ status: 200, is: ok }, 1️⃣{ status: 4xx, is: link-invalid }] }",
                "this rule also matches 429, too many requests, as 'link-invalid'",
                fix: "Put { status: 429, is: rate-limited } above it."),
            Mistake(
                "requirements that no password meets",
                contract: "1️⃣password: [at-least 8, at-most 6]\noperations: { go: \(good) }\n",
                "no password is long enough and short enough",
                fix: "Write an 'at-most' that is not below 'at-least', and leaves room for each kind of character."),
            Mistake(
                "more kinds of character than characters",
                contract: "1️⃣password: [at-most 2, upper, lower, digit]\noperations: { go: \(good) }\n",
                "no password is long enough and short enough",
                fix: "Write an 'at-most' that is not below 'at-least', and leaves room for each kind of character."),
            Mistake(
                "an outcome with a meaning that is none",
                contract:
                    "outcomes: { team-full: 1️⃣error }\noperations: { go: { request: { method: POST, url: \"{{base}}/x\" }, outcomes: [{ status: 200, is: ok }, { status: 409, is: team-full }] } }\n",
                "expected 'succeeds', 'stays', 'link-dead', 'waits' or 'fails', found 'error'",
                fix: "Write one of these values."),
            Mistake(
                "an API's description in OpenAPI", contract: "1️⃣openapi: 3.0.3\ninfo: { title: T }\npaths: {}\n",
                "this describes an API in OpenAPI, and is no contract",
                fix: "Move it elsewhere, and write which requests the pages send: latchkey add contract APP"),
            Mistake(
                "an API's description in Swagger", contract: "1️⃣swagger: \"2.0\"\npaths: {}\n",
                "this describes an API in OpenAPI, and is no contract",
                fix: "Move it elsewhere, and write which requests the pages send: latchkey add contract APP"),
            Mistake(
                "statuses with outcomes in place of rules", operation: outcomes + "1️⃣{ 200: ok, 4xx: link-invalid } }",
                "this is a status with an outcome, and a rule has each by its name",
                fix: "Write a list of rules: outcomes: [{ status: 200, is: ok }, { status: 400, is: link-expired }]"),
            Mistake(
                "an outcome with a status in place of a rule", operation: outcomes + "[1️⃣{ ok: 200 }] }",
                "this is a status with an outcome, and a rule has each by its name",
                fix: "Write a list of rules: outcomes: [{ status: 200, is: ok }, { status: 400, is: link-expired }]"),
            Mistake(
                "a text for a truth value of the example",
                operation: outcomes
                    + "[{ status: 200, where: { /valid: 1️⃣\"true\" }, is: ok, example: { json: { valid: true } } }] }",
                "the rule's example has no text at /valid, but 'true' itself", fix: "Write it without quotes."),
            Mistake(
                "a wait that the example does not have",
                operation: outcomes
                    + "[{ status: 200, is: ok }, { status: 429, is: rate-limited, wait: 1️⃣/after, example: { json: { retry_in: 40 } } }] }",
                "the rule's example has nothing at /after",
                fix: "Write where the backend has it: the example has /retry_in."),
            Mistake(
                "a kept value that the example does not have",
                operation: outcomes
                    + "[{ status: 200, is: ok, keep: { email: 1️⃣/mail }, example: { json: { user: a, email: b } } }] }",
                "the rule's example has nothing at /mail",
                fix: "Write where the backend has it: the example has /user, /email."),
            Mistake(
                "a number for a wait",
                operation: outcomes + "[{ status: 200, is: ok }, { status: 429, is: rate-limited, wait: 1️⃣60 }] }",
                "'wait' names the place of the seconds in the response, and '60' is no place",
                fix:
                    "Write a place such as /retry_in; if the response has none, remove it, and write 'retry-after: 60s' under 'backend:' in app.yml."
            ),
            Mistake(
                "a duration for a wait",
                operation: outcomes + "[{ status: 200, is: ok }, { status: 429, is: rate-limited, wait: 1️⃣1m }] }",
                "'wait' names the place of the seconds in the response, and '1m' is no place",
                fix:
                    "Write a place such as /retry_in; if the response has none, remove it, and write 'retry-after: 1m' under 'backend:' in app.yml."
            ),
            Mistake(
                "the default header as a wait",
                operation: outcomes
                    + "[{ status: 200, is: ok }, { status: 429, is: rate-limited, wait: 1️⃣Retry-After }] }",
                "'wait' names the place of the seconds in the response, and 'Retry-After' is no place",
                fix: "Remove it: without it, the header 'Retry-After' is read."),
            Mistake(
                "the name of a member for its place",
                operation: outcomes + "[{ status: 200, is: ok, keep: { pet: 1️⃣pet_name } }] }",
                "'pet_name' is neither a JSON pointer nor a header or cookie",
                fix: "Write /pet_name for the member of the body with this name, or 'header NAME' or 'cookie NAME'."),
            Mistake(
                "a place and a name that are exchanged",
                operation: outcomes + "[{ status: 200, is: ok, keep: { 1️⃣/pet/name: pet } }] }",
                "the name of the value and its place are exchanged", fix: "Write pet: /pet/name"),
            Mistake(
                "a truth value for cookies",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", credentials: 1️⃣true }, outcomes: [{ status: 200, is: ok }] }",
                "expected 'include' or 'omit', found 'true'", fix: "Write 'include'."),
            Mistake(
                "cookies for the page's own origin",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", credentials: 1️⃣same-origin }, outcomes: [{ status: 200, is: ok }] }",
                "expected 'include' or 'omit', found 'same-origin'",
                fix: "Write 'include' to send cookies, or leave it out."),
            Mistake(
                "a pointer with an index in brackets",
                operation: outcomes + "[{ status: 200, where: { 1️⃣\"/errors[0].code\": weak }, is: ok }] }",
                "'/errors[0].code' is not how a pointer is written here", fix: "Write /errors/0/code."),
            Mistake(
                "a pointer with an index behind a dot",
                operation: outcomes + "[{ status: 200, where: { 1️⃣/errors.0.code: weak }, is: ok }] }",
                "'/errors.0.code' is not how a pointer is written here", fix: "Write /errors/0/code."),
            Mistake(
                "a pointer with a name in brackets",
                operation: outcomes + "[{ status: 200, is: ok, keep: { token: 1️⃣\"/data['token']\" } }] }",
                "'/data['token']' is not how a pointer is written here", fix: "Write /data/token."),
            Mistake(
                "a path of JSONPath",
                operation: outcomes + "[{ status: 200, where: { 1️⃣\"$.errors[*].code\": weak }, is: ok }] }",
                "the JSON pointer '$.errors[*].code' does not begin with a slash", fix: "Write /errors/*/code."),
            Mistake(
                "a header among the places of the body",
                operation: outcomes + "[{ status: 200, where: { 1️⃣header X-Error: weak }, is: ok }] }",
                "this is a header, and a pointer names a value of the body",
                fix: "Write headers: { X-Error: … } in the rule."),
            Mistake(
                "a test of the body of a response without one",
                operation: outcomes + "[{ status: 204, 1️⃣where: { /ok: true }, is: ok }] }",
                "'where' looks into the body, and a response with status 204 has none",
                fix: "Remove it, or write the status of the responses that have a body, such as 200."),
            Mistake(
                "a value to keep of a response without a body",
                operation: outcomes + "[{ status: [205, 204], is: ok, keep: { 1️⃣token: /token } }] }",
                "'token' looks into the body, and a response with status 205 has none",
                fix: "Remove it, or write the status of the responses that have a body, such as 200."),
            Mistake(
                "a status that no script sees", operation: outcomes + "[{ status: [200, 1️⃣103], is: ok }] }",
                "a page's script never sees a response with status 1xx",
                fix:
                    "Let the backend respond with JSON, for example by headers: { Accept: application/json }, and write that status."
            ),
            Mistake(
                "a capture without its kind",
                operation: outcomes + "[{ status: 200, where: { /m: \"after 1️⃣{seconds} seconds\" }, is: ok }] }",
                "'{seconds}' is no capture, and would be compared as it is written",
                fix:
                    "Write {wait:seconds} for a wait, {missing:list} for requirements, {seconds:text} for a text to keep, or … for any text."
            ),
            Mistake(
                "a password in the query",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", query: { p: 1️⃣\"{{new-password}}\" } }, outcomes: [{ status: 200, is: ok }] }",
                "servers and proxies write URLs to their logs, and '{{new-password}}' is a password",
                fix: "Write it under 'json' or 'form'."),
            Mistake(
                "a password in the address",
                operation:
                    "{ request: { method: GET, url: 1️⃣\"{{base}}/x/{{password}}\" }, outcomes: [{ status: 200, is: ok }] }",
                "servers and proxies write URLs to their logs, and '{{password}}' is a password",
                fix:
                    "Write it under 'json' or 'form', with the method for which the backend reads a body, such as POST."
            ),
            Mistake(
                "a header of another body",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", headers: { Content-Type: 1️⃣application/x-www-form-urlencoded }, json: {} }, outcomes: [{ status: 200, is: ok }] }",
                "the body is under 'json', which is sent as application/json",
                fix: "Remove the header; or write the body under 'form', if the backend reads one."),
            Mistake(
                "a header of JSON beside a form",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", headers: { content-type: 1️⃣application/json }, form: { a: b } }, outcomes: [{ status: 200, is: ok }] }",
                "the body is under 'form', which is sent as application/x-www-form-urlencoded",
                fix: "Remove the header."),
            Mistake(
                "a form in a form",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", form: { user: 1️⃣{ token: \"{{token}}\" } } }, outcomes: [{ status: 200, is: ok }] }",
                "expected a text, found a mapping", fix: "Write \"user[token]\": … beside the other items."),
            Mistake(
                "a list in a query",
                operation:
                    "{ request: { method: POST, url: \"{{base}}/x\", query: { tag: 1️⃣[a, b] } }, outcomes: [{ status: 200, is: ok }] }",
                "expected a text, found a list", fix: "Write \"tag[]\": … beside the other items."),
            Mistake(
                "spaces within the braces",
                operation:
                    "{ request: { method: POST, url: \"1️⃣{{ base }}/x\" }, outcomes: [{ status: 200, is: ok }] }",
                "' base ' is not a name for a value", fix: "Write {{base}}, without spaces."),
            Mistake(
                "nothing that works", operation: outcomes + "1️⃣[{ status: 400, is: link-invalid }] }",
                "no rule has the outcome 'ok'",
                fix: "Add a rule for the response that reports success: { status: 200, is: ok }"),
            Mistake(
                "a consumption of nothing",
                operation: "{ consumes: 1️⃣token, " + outcomes.dropFirst(2)
                    + "[{ status: 200, is: ok }] }",
                "expected 'link' or 'code', found 'token'", fix: "Write one of these values."),
        ])
    func mistake(_ mistake: Mistake) throws {
        let marked = MarkedText(mistake.contract)
        let place = try #require(marked.places["1️⃣"])
        do {
            _ = try Contract(parsing: SourceText(file: "backends/x.yml", text: marked.text))
            Issue.record("nothing is said")
        } catch {
            let found = try #require(error.diagnostics.first)
            #expect(error.diagnostics.count == 1, "\(error.diagnostics.map(\.message))")
            #expect(found.message == mistake.message)
            #expect(found.fix == mistake.fix)
            #expect(found.line == place.line && found.column == place.column)
        }
    }

    // MARK: - Pages and app.yml against a contract

    static let contract = """
        settings: { key: required, back: optional }
        password: [at-least 8, digit]
        operations:
          send: { sends: reset-password, request: { method: POST, url: "{{base}}/s", json: { email: "{{email}}" } }, outcomes: [{ status: 200, is: ok }, { status: 422, is: invalid-email }] }
          look: { request: { method: POST, url: "{{base}}/l", json: { token: "{{token}}" } }, outcomes: [{ status: 200, is: ok, keep: { owner: /owner } }, { status: 429, is: rate-limited }, { status: 4xx, is: link-invalid }] }
          use: { consumes: link, request: { method: POST, url: "{{base}}/u", json: { token: "{{token}}" } }, outcomes: [{ status: 200, is: ok }, { status: 429, is: rate-limited }, { status: 4xx, is: link-used }] }
          ask: { sends: reset-password, request: { method: POST, url: "{{base}}/a", json: { email: "{{email}}", check: { answer: "{{captcha?}}" } } }, outcomes: [{ status: 400, is: captcha-failed }, { status: 200, is: ok }] }
        """

    struct PageMistake: Sendable, CustomTestStringConvertible {
        let what: String
        let page: String
        let message: String
        let fix: String
        var testDescription: String { what }
    }

    static let email = "fields: [{ name: email, rule: email, label: Email }]"

    @Test(
        "a page is held against its backend's contract",
        arguments: [
            PageMistake(
                what: "an operation that is not there",
                page:
                    "start: a\nstates: { a: { \(email), 1️⃣sned: { ok: b } } }\n---\n# a\n[Go](run:sned)\n\n# b\nDone.\n",
                message: "the contract 'mine' has no operation 'sned'", fix: "Did you mean 'send'?"),
            PageMistake(
                what: "a consuming operation on load",
                page:
                    "link: reset\nstart: a\nstates: { a: { on-load: 1️⃣use, use: { ok: b, link-*: b } } }\n---\n# a\nWait.\n\n# b\nDone.\n",
                message: "'use' consumes the link before the visitor has tapped anything",
                fix: "Run it from a link '(run:use)': email scanners open links, and run scripts."),
            PageMistake(
                what: "a consuming operation on load that has a button",
                page:
                    "link: reset\nstart: { reset: a, none: c }\nstates: { a: { on-load: 1️⃣use, use: { ok: b, link-*: b } } }\n---\n# a\n[Go](run:use)\n\n# b\nDone.\n\n# c\nOpen it.\n",
                message: "'use' consumes the link before the visitor has tapped anything",
                fix:
                    "Remove it here, and leave it to the button '(run:use)': email scanners open links, and run scripts."
            ),
            PageMistake(
                what: "a consuming operation that runs again and again",
                page:
                    "link: reset\nstart: a\nstates: { a: { refresh: 1️⃣use, use: { ok: b, link-*: b } } }\n---\n# a\nWait.\n\n# b\nDone.\n",
                message: "'use' consumes the link before the visitor has tapped anything",
                fix: "Run it from a link '(run:use)': email scanners open links, and run scripts."),
            PageMistake(
                what: "an operation that sends an email again and again",
                page:
                    "start: a\nstates: { a: { \(email), refresh: 1️⃣send, send: { ok: b, invalid-email: a } } }\n---\n# a\nWait.\n\n# b\nDone.\n",
                message: "'send' sends an email, and 'refresh' runs it repeatedly",
                fix: "Run it from a link '(run:send)', or name an operation that only reads."),
            PageMistake(
                what: "an outcome without a move or words",
                page:
                    "start: a\nstates: { a: { \(email), 1️⃣send: { ok: b } } }\n---\n# a\n[Go](run:send)\n\n# b\nDone.\n",
                message:
                    "'send' can result in 'invalid-email', and the page has neither a transition nor a message for it",
                fix:
                    "Add a transition such as 'invalid-email: …' here, or '- **invalid-email** …' under '# messages'."),
            PageMistake(
                what: "several outcomes without a move or words",
                page:
                    "link: reset\nstart: { reset: a, none: c }\nstates: { a: { 1️⃣use: { ok: b } } }\n---\n# a\n[Go](run:use)\n\n# b\nDone.\n\n# c\nLost.\n",
                message:
                    "'use' can result in 'link-used' and 'link-incomplete', and the page has neither a transition nor a message for them",
                fix: "Add a transition such as 'link-used: …' here, or '- **link-used** …' under '# messages'."),
            PageMistake(
                what: "a value that nothing supplies",
                page:
                    "start: a\nstates: { a: { 1️⃣use: { ok: b, link-*: b } } }\n---\n# a\n[Go](run:use)\n\n# b\nDone.\n",
                message: "'use' needs '{{token}}', and nothing supplies it",
                fix: "Add 'link: reset' to the front matter: app.yml opens this page with that link."),
            PageMistake(
                what: "a value of a link that app.yml does not have",
                page:
                    "link: 1️⃣other\nstart: { other: a, none: c }\nstates: { a: { use: { ok: b, link-*: b } } }\n---\n# a\n[Go](run:use)\n\n# b\nDone.\n\n# c\nLost.\n",
                message: "there is no link 'other' in app.yml",
                fix: "Did you mean 'reset', which opens this page? Else define it under 'links:' in app.yml."),
            PageMistake(
                what: "a field that would say what the backend's key is",
                page:
                    "start: a\nstates: { a: { fields: [{ name: email, rule: email, label: E }, { name: 1️⃣key, rule: text, label: K }], send: { ok: b, invalid-email: b } } }\n---\n# a\n[Go](run:send)\n\n# b\nDone.\n",
                message: "'key' is set in app.yml, and a link or a visitor could set it here",
                fix: "Give the parameter or the field another name."),
            PageMistake(
                what: "a page that is stricter than its backend",
                page:
                    "start: a\nstates:\n  a:\n    fields:\n      - { name: email, rule: email, label: E }\n      - { name: p, rule: password, label: P, requirements: { title: T, rules: [{ rule: at-least 8, words: W }, { rule: digit, words: W }, { rule: 1️⃣at-least 12, words: W }] } }\n    send: { ok: b, invalid-email: b }\n---\n# a\n[Go](run:send)\n\n# b\nDone.\n",
                message: "the page requires 'at-least 12', and the backend 'at-least 8'",
                fix:
                    "Write 'rule: at-least 8', and words that say so; or, if the backend requires 'at-least 12', write it in the contract 'mine': password: [digit, at-least 12]"
            ),
            PageMistake(
                what: "a requirement that the backend does not have",
                page:
                    "start: a\nstates:\n  a:\n    fields:\n      - { name: email, rule: email, label: E }\n      - { name: p, rule: password, label: P, requirements: { title: T, rules: [{ rule: at-least 8, words: W }, { rule: digit, words: W }, { rule: 1️⃣special, words: W }] } }\n    send: { ok: b, invalid-email: b }\n---\n# a\n[Go](run:send)\n\n# b\nDone.\n",
                message: "the page requires 'special', and the backend does not",
                fix:
                    "Remove it; or, if the backend requires 'special', write it in the contract 'mine': password: [at-least 8, digit, special]"
            ),
        ])
    func pageMistake(_ mistake: PageMistake) throws {
        let marked = MarkedText("---\ntitle: T\n" + mistake.page)
        let place = try #require(marked.places["1️⃣"])
        let found = diagnostics(page: marked.text)
        #expect(found.map(\.message) == [mistake.message])
        #expect(found.first?.fix == mistake.fix)
        #expect(found.first?.line == place.line && found.first?.column == place.column)
    }

    @Test(
        "a captcha guards no page with a token, and nothing that runs by itself",
        arguments: [
            PageMistake(
                what: "beside a link's parameter",
                page:
                    "link: reset\nstart: a\nstates: { a: { \(email), 1️⃣ask: { ok: b } } }\n---\n# a\n[Go](run:ask)\n\n# b\nDone.\n",
                message:
                    "a captcha guards 'ask', and this page receives '{token}' of a link, which the captcha's script could read",
                fix:
                    "Run it on a page of its own that no link opens, and link to that page: [Get a new link](/new-link)"
            ),
            PageMistake(
                what: "beside what another operation redeems",
                page:
                    "start: a\nstates: { a: { \(email), 1️⃣ask: { ok: b } }, b: { fields: [{ name: token, rule: text, label: T }], use: { ok: c, link-*: c } } }\n---\n# a\n[Go](run:ask)\n\n# b\n[Go](run:use)\n\n# c\nDone.\n",
                message: "a captcha guards 'ask', and its script could read what 'use' on this page redeems",
                fix: "Run one of them on a page of its own."),
            PageMistake(
                what: "on load",
                page:
                    "start: a\nstates: { a: { needs: email, on-load: ask, 1️⃣ask: { ok: b } } }\n---\n# a\nWait.\n\n# b\nDone.\n",
                message: "a captcha guards 'ask', and it runs before anybody could answer",
                fix: "Run it from a link '(run:ask)'."),
        ])
    func captcha(_ mistake: PageMistake) throws {
        let marked = MarkedText("---\ntitle: T\n" + mistake.page)
        let place = try #require(marked.places["1️⃣"])
        let app = Self.app("mine, settings: { key: k }, captcha: { turnstile: s }")
        let found = diagnostics(app: app, page: marked.text).filter { $0.code.hasPrefix("captcha") }
        #expect(found.map(\.message) == [mistake.message])
        #expect(found.first?.fix == mistake.fix)
        #expect(found.first?.line == place.line && found.first?.column == place.column)
        // Without a captcha, the contract has none either.
        #expect(diagnostics(page: marked.text).allSatisfy { !$0.code.hasPrefix("captcha") })
    }

    @Test("without a captcha, a contract has neither the places for an answer nor the rules for a refused one")
    func withoutCaptcha() throws {
        let contracts = ContractLibrary(["mine": SourceText(file: "backends/mine.yml", text: Self.contract)])
        let written = try contracts.contract(parsing: try #require(contracts["mine"]))
        let ask = try #require(written.withoutCaptcha().operation(named: "ask"))
        #expect(written.operation(named: "ask")?.isGuarded == true)
        #expect(!ask.isGuarded && !ask.outcomes.contains(.captchaFailed))
        let request = try ask.steps[0].request.filled(with: ["base": "https://b.example", "email": "a@b.c"])
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"email":"a@b.c"}"#)
        #expect(written.withoutCaptcha().operation(named: "send") == written.operation(named: "send"))
    }

    @Test("kept values can be shown, and technical outcomes need no message")
    func kept() {
        let page =
            "---\ntitle: T\nlink: reset\nstart: a\nstates: { a: { on-load: look, look: { ok: b, link-*: c } } }\n---\n# a\nWait.\n\n# b\nFor {{owner}}.\n\n# c\n[On](#b)\n"
        #expect(diagnostics(page: page) == [])
    }

    @Test(
        "app.yml is held against the contract that it names",
        arguments: [
            (
                "1️⃣mien, settings: { key: k }", "there is no contract 'mien'", "Did you mean 'mine'?"
            ),
            ("1️⃣mine", "the contract 'mine' needs the setting 'key'", "Add it to the backend: settings: { key: … }"),
            (
                "mine, settings: { key: k, 1️⃣bakc: b }", "the contract 'mine' has no setting 'bakc'",
                "Did you mean 'back'?"
            ),
        ])
    func app(backend: String, message: String, fix: String) throws {
        let marked = MarkedText(Self.app(backend))
        let place = try #require(marked.places["1️⃣"])
        let page = "---\ntitle: T\nstart: a\n---\n# a\nWords.\n"
        let found = diagnostics(app: marked.text, page: page)
        #expect(found.map(\.message) == [message])
        #expect(found.first?.fix == fix)
        #expect(found.first?.line == place.line && found.first?.column == place.column)
    }

    @Test("a framework in place of a contract is told the contracts for it")
    func frameworks() {
        #expect(
            diagnostics(app: Self.app("Django"), page: "---\ntitle: T\nstart: a\n---\n# a\nWords.\n").first?.fix
                == "For Django there are djoser, dj-rest-auth and allauth.")
    }

    @Test(
        "The app's own contract is used without a name, beside one it is an error",
        arguments: [
            (
                #"backend: { contract: 1️⃣other, base: "https://b.example" }"#, false,
                "there is no contract 'other'",
                "The contracts are mine. Or remove the key, and describe the backend in backend.yml: latchkey add contract test"
            ),
            (
                #"backend: 1️⃣{ base: "https://b.example" }"#, false,
                "there is neither a key 'contract' nor a file backend.yml beside app.yml",
                "Write 'contract: NAME'. The contracts are mine. Or describe the backend in backend.yml: latchkey add contract test"
            ),
            (
                #"backend: { contract: 1️⃣mine, base: "https://b.example", settings: { key: k } }"#, true,
                "the app has a contract of its own, backend.yml", "Remove the key, or the file."
            ),
            (#"backend: { base: "https://b.example", settings: { key: k } }"#, true, nil, nil),
        ])
    func own(backend: String, hasOwn: Bool, message: String?, fix: String?) throws {
        let marked = MarkedText("name: Test\nhosts: [test.example]\n\(backend)\n")
        let found = diagnostics(app: marked.text, hasOwn: hasOwn, page: "---\ntitle: T\nstart: a\n---\n# a\nWords.\n")
        #expect(found.map(\.message) == [message].compactMap(\.self))
        #expect(found.first?.fix == fix)
        #expect(found.first?.line == marked.places["1️⃣"]?.line)
    }

    @Test("A contract of an app without a backend is a warning, and errors in it are at its lines")
    func ownAlone() {
        let page = "---\ntitle: T\nstart: a\n---\n# a\nWords.\n"
        let found = diagnostics(app: "name: Test\nhosts: [test.example]\n", hasOwn: true, page: page)
        #expect(found.map(\.severity) == [.warning])
        #expect(found.map(\.file) == ["test/backend.yml"])
        #expect(found.map(\.message) == ["nothing reads this contract: app.yml has no 'backend:'"])
    }

    @Test("an app can override the backend's password requirements")
    func ownPassword() {
        let app = Self.app("mine, settings: { key: k }, password: [at-least 12]")
        let page =
            "---\ntitle: T\nstart: a\nstates:\n  a:\n    fields:\n      - { name: email, rule: email, label: E }\n      - { name: p, rule: password, label: P, requirements: { title: T, rules: [{ rule: at-least 12, words: W }] } }\n    send: { ok: b, invalid-email: c }\n---\n# a\n[Go](run:send)\n\n# b\nDone.\n\n# c\nNo.\n"
        #expect(diagnostics(app: app, page: page) == [])
    }

    @Test("operations are not checked for an app without a backend")
    func noBackend() {
        let app = Self.app("x").split(separator: "\n").filter { !$0.hasPrefix("backend") }.joined(separator: "\n")
        let page =
            "---\ntitle: T\nstart: a\nstates: { a: { whatever: { ok: b } } }\n---\n# a\n[Go](run:whatever)\n\n# b\nDone.\n"
        #expect(diagnostics(app: app, page: page).isEmpty)
    }

    private static func app(_ contract: String) -> String {
        """
        name: Test
        hosts: [test.example]
        backend: { base: "https://api.test.example", contract: \(contract) }
        links:
          reset: { web: "/page?token={token}", page: page }
        """
    }

    private func diagnostics(
        app: String = ContractMistakeTests.app("mine, settings: { key: k }"), hasOwn: Bool = false, page: String
    ) -> [Diagnostic] {
        do {
            let contracts = ["mine": SourceText(file: "backends/mine.yml", text: Self.contract)]
            var reader = AppReader(
                file: try AppFile(name: "test", source: SourceText(file: "app.yml", text: app)),
                contracts: ContractLibrary(contracts),
                contract: hasOwn ? SourceText(file: "test/backend.yml", text: Self.contract) : nil)
            // The pages in these tests have no link, which is also valid for pages that a link opens.
            _ = reader.read(pages: [AppSources.Spec(name: "page", source: SourceText(file: "page.md", text: page))])
            return reader.diagnostics
        } catch {
            return error.diagnostics
        }
    }
}
