import Diagnostics
import Testing

@testable import SiteModel

// Contracts of a team's own that are valid, and that hardly anybody means.
extension LikelyMistakeTests {
    private static func operation(
        _ name: String = "go", _ keys: String = "", request: String = "method: POST, url: \"{{base}}/go\"",
        rules: String = "{ status: 200, is: ok }"
    ) -> String {
        "operations:\n  \(name): { \(keys)request: { \(request) }, outcomes: [\(rules)] }\n"
    }

    private func says(_ contract: String, page: String? = nil, link: String = "") -> String? {
        said(app: Self.app("backend: { base: \"https://b.test\" }\n\(link)"), page: page, contract: contract)
    }

    private static func truth(_ text: String, _ fix: String) -> String {
        "'\(text)' is compared as a text, and JSON's truth values are true and false | \(fix)"
    }

    @Test(
        "a text that stands for a truth value, and a dot in a pointer, are told unless an example proves them",
        arguments: [
            Row("{ /a: yes }", truth("yes", "Write true; or \"yes\" in quotes, if the backend sends this text.")),
            Row("{ /a: Off }", truth("Off", "Write false; or \"Off\" in quotes, if the backend sends this text.")),
            Row(
                "{ /a: [no, x] }", truth("no", "Write false; or \"no\" in quotes, if the backend sends this text.")),
            Row(
                "{ /a: \"true\" }",
                "'true' in quotes is compared as a text, and JSON's true is none | Write it without quotes; or record the response that has the text: example: { json: … }"
            ),
            Row(
                "{ /a: 'null' }",
                "'null' in quotes is compared as a text, and JSON's null is none | Write it without quotes; or record the response that has the text: example: { json: … }"
            ),
            Row(
                "{ /error.code: weak }",
                "'/error.code' names a member with a '.' in its name | Write /error/code, if 'error' is an object."),
            Row("{ /a: true, /b: \"yes\", /c: [true, \"true\"] }", nil), Row("{ /errors/user.email: x }", nil),
            Row("{ /a: \"true\" }, example: { json: { a: \"true\" } }", nil),
        ])
    func truths(_ row: Row) {
        #expect(says(Self.operation(rules: "{ status: 200, where: \(row.text), is: ok }")) == row.says)
    }

    private static func part(_ text: String) -> String {
        "'\(text)' has to be the whole text, and looks like a part of a sentence | Write \"~\(text)\" if more stands around it; or record the response: example: { json: … }"
    }

    @Test(
        "a part of a sentence that is compared as the whole text is told, unless an example proves it",
        arguments: [
            Row("{ /message: has expired }", part("has expired")),
            Row("{ /error: [was already used, X] }", part("was already used")),
            Row("{ /detail: already been confirmed }", part("already been confirmed")),
            Row("{ /a: not confirmed, /b: \"~is too short\" }", part("not confirmed")),
            Row("{ /a: not confirmed }", nil), Row("{ /errors/email/*: has already been taken }", nil),
            Row("{ /message: not found, /b: \"~is too short\" }", nil), Row("{ /message: token expired }", nil),
            Row("{ /message: has expired }, example: { json: { message: has expired } }", nil),
            Row(
                "{ /a: /already confirmed/ }",
                "'/already confirmed/' is compared as it is written | Write \"~text\" for a value that contains 'text', and a list for alternatives: [\"~weak\", \"~short\"]."
            ),
        ])
    func parts(_ row: Row) {
        #expect(says(Self.operation(rules: "{ status: 200, where: \(row.text), is: ok }")) == row.says)
    }

    @Test("a part of a sentence beside patterns of deficiencies is told")
    func deficiencies() {
        let contract = "password: [at-least 8]\ndeficiencies: { \"…at least…\": at-least, a digit: digit }\n"
        #expect(
            says(contract + Self.operation())
                == "'a digit' has to be the whole text, and looks like a part of a sentence | Write \"…a digit…\" if more stands around it."
        )
    }

    @Test(
        "a message or an outcome that cannot be read is not told as missing too",
        arguments: [
            Row(
                "**weak-password** Too easy.",
                "messages are a list | Write each as '- **rate-limited** Too many attempts.'"),
            Row(
                "- weak-password Too easy.",
                "a message begins with its outcome in bold, and is one paragraph | Write it as '- **weak-password** …'"
            ),
            Row(
                "- **rate-limited** Wait.\n-**weak-password** Too easy.",
                "the message for 'weak-password' is a part of the one for 'rate-limited' | Begin the line with '- '."),
            Row("- **weak-pasword** Too easy.", "'weak-pasword' is not an outcome | Did you mean 'weak-password'?"),
            Row("- **weak-password** Too easy.", nil),
        ])
    func missingMessages(_ row: Row) {
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { go: { ok: done } } }\n---\n# form\n[Go](run:go)\n\n"
            + "# done\nWords.\n\n# messages\n\(row.text)\n"
        let rules = "{ status: 200, is: ok }, { status: 422, is: weak-password }"
        #expect(says(Self.operation(rules: rules), page: page) == row.says)
    }

    @Test(
        "a status that says nothing of the visitor and is told as their mistake is warned of",
        arguments: [
            Row(
                "500, is: link-invalid",
                "link-invalid' | Remove the rule: without one, visitors are told to try again later."),
            Row(
                "5xx, is: link-expired",
                "link-expired' | Remove the rule: without one, visitors are told to try again later."),
            Row(
                "[502, 503], is: wrong-credentials",
                "wrong-credentials' | Remove the rule: without one, visitors are told to try again later."),
            Row("429, is: link-invalid", "link-invalid' | Write 'is: rate-limited'."),
            Row("[404, 410], is: link-invalid", nil), Row("500, is: server", nil), Row("503, is: rate-limited", nil),
            Row("500, where: { /code: expired }, is: link-expired", nil),
        ])
    func failuresAsMistakes(_ row: Row) {
        let says = says(Self.operation(rules: "{ status: 200, is: ok }, { status: \(row.text) }"))
        #expect(says == row.says.map { "this status says nothing of the visitor or the link, who are told '\($0)" })
    }

    @Test(
        "of several statuses the one that says nothing of the visitor is told",
        arguments: [
            ("[404, 410, 500, 502], is: link-invalid", "status 500", "link-invalid"),
            ("[400, 429], is: wrong-credentials", "status 429", "wrong-credentials"),
            ("[404, 5xx], is: link-invalid", "status 5xx", "link-invalid"),
        ])
    func failuresAmongMistakes(rule: String, status: String, outcome: String) {
        #expect(
            says(Self.operation(rules: "{ status: 200, is: ok }, { status: \(rule) }"))
                == "\(status) says nothing of the visitor or the link, who are told '\(outcome)' | Remove it here: without one, visitors are told to try again later."
        )
    }

    @Test(
        "a cookie to keep of a response of which a browser stores none is told",
        arguments: [
            Row(
                "",
                "a browser stores no cookie of this response, so 'csrf' has no value | Write 'credentials: include' in the request."
            ),
            Row(", credentials: include", nil),
        ])
    func cookies(_ row: Row) {
        let request = "method: GET, url: \"{{base}}/go\"\(row.text)"
        let rules = "{ status: 200, is: ok, keep: { csrf: cookie csrftoken } }"
        let said = says(Self.operation(request: request, rules: rules))
        // That the other site's cookie cannot be read is told of both.
        #expect(said?.split(separator: "\n").first { $0.contains("stores no") }.map(String.init) == row.says)
    }

    @Test(
        "a failure that a contract calls a success is told",
        arguments: [
            Row(
                "consumes: link, | 400",
                "with status 400 the backend says that it failed, and visitors are told that it worked"),
            Row(
                "consumes: code, | 410",
                "with status 410 the backend says that it failed, and visitors are told that it worked"),
            Row("sends: verify-email, | 404", nil),
            Row(
                "sends: verify-email, | 500",
                "with status 500 the backend says that it failed, and visitors are told that it worked"),
            Row("consumes: link, | 204", nil), Row("sends: verify-email, | 401", nil),
            Row(
                "consumes: link, | 5xx",
                "with status 5xx the backend says that it failed, and visitors are told that it worked"),
        ])
    func failuresAsSuccesses(_ row: Row) {
        let parts = row.text.split(separator: "|").map { $0.filter { $0 != " " }.replacing(":", with: ": ") }
        let text = says(Self.operation("go", parts[0] + " ", rules: "{ status: [200, \(parts[1])], is: ok }"))
        #expect(text.map { $0.split(separator: " | ")[0] }.map(String.init) == row.says)
    }

    @Test("a failure that is a success by its only status has another outcome, and one among others a rule")
    func failureAlone() {
        let told = [404, 410].map {
            "with status \($0) the backend says that it failed, and visitors are told that it worked"
        }
        #expect(
            says(Self.operation("go", "consumes: link, ", rules: "{ status: 404, is: ok }"))
                == "\(told[0]) | Write in place of 'ok' what it means, such as 'is: link-invalid'.")
        #expect(
            says(Self.operation("go", "consumes: link, ", rules: "{ status: [200, 410], is: ok }"))
                == "\(told[1]) | Remove it here, and give it a rule of its own: { status: 410, is: … }")
    }

    @Test(
        "a captcha's refusal, and any response, as a success is told",
        arguments: [
            Row(
                "{ status: 400, where: { /title: Captcha }, is: ok }, { status: 200, is: ok }",
                "the backend refuses the captcha's answer, and visitors are told that it worked | Write 'is: captcha-failed'."
            ),
            Row(
                "{ status: 422, where: { /errors/captcha: \"~\" }, is: ok }, { status: 200, is: ok }",
                "the backend refuses the captcha's answer, and visitors are told that it worked | Write 'is: captcha-failed'."
            ),
            Row(
                "{ is: ok }",
                "every response counts as success, one of a backend that failed too | Name the status of a success: { status: 200, is: ok }"
            ),
            Row("{ status: 400, where: { /title: captcha }, is: captcha-failed }, { status: 200, is: ok }", nil),
            Row("{ where: { /ok: true }, is: ok }", nil),
        ])
    func refusedCaptchas(_ row: Row) {
        let request = "method: POST, url: \"{{base}}/go\", json: { captcha: \"{{captcha?}}\" }"
        #expect(says(Self.operation(request: request, rules: row.text)) == row.says)
    }

    private static let reveals =
        "this tells visitors that an address has no account, and so who has one | Write 'is: ok': the page then says the same of every address."

    @Test(
        "an outcome of its own for an address without an account is told",
        arguments: [
            Row("{ status: 404, is: email-refused }", reveals),
            Row("{ status: [404, 410], is: link-invalid }", reveals),
            Row("{ status: 404, is: invalid-email }", reveals),
            Row("{ status: 400, where: { /error: EMAIL_NOT_FOUND }, is: email-refused }", reveals),
            Row("{ status: 400, where: { /error: [\"~does not exist\", x] }, is: invalid-email }", reveals),
            Row("{ status: 404, where: { /code: no_such_user }, is: invalid-email }", reveals),
            Row("{ status: 400, where: { /code: unknown-account }, is: email-refused }", reveals),
            Row("{ status: 422, where: { /errors/*: NOT_REGISTERED }, is: invalid-email }", reveals),
            Row("{ status: 404, is: ok }", nil), Row("{ status: 404, is: server }", nil),
            Row("{ status: 422, is: invalid-email }", nil),
            Row("{ status: 400, where: { /error: ~disposable }, is: email-refused }", nil),
        ])
    func accounts(_ row: Row) {
        let request = "method: POST, url: \"{{base}}/go\", json: { email: \"{{email}}\" }"
        let rules = "{ status: 200, is: ok }, \(row.text)"
        #expect(says(Self.operation("go", "sends: reset-password, ", request: request, rules: rules)) == row.says)
        // A person who is signed in has an account.
        #expect(says(Self.operation("go", "sends: change-email, ", request: request, rules: rules)) == nil)
    }

    @Test(
        "a token of a form whose cookie a browser does not store, or does not send, is told",
        arguments: [
            (
                "", ", credentials: include",
                "a later request sends '{{csrf}}' with cookies, and a browser stores none of this response | Write 'credentials: include' here too."
            ),
            (
                ", credentials: include", "",
                "this sends '{{csrf}}' without the cookies that came with it | Write 'credentials: include' here too."
            ),
            (", credentials: include", ", credentials: include", nil), ("", "", nil),
        ])
    func tokensOfForms(first: String, second: String, message: String?) {
        let contract = """
            operations:
              go:
                steps:
                  - request: { method: GET, url: "{{base}}/csrf"\(first) }
                    outcomes: [{ status: 200, is: ok, keep: { csrf: /csrf } }]
                  - request: { method: POST, url: "{{base}}/go", headers: { X-CSRF: "{{csrf}}" }\(second) }
                    outcomes: [{ status: 200, is: ok }]
            """
        #expect(says(contract) == message)
    }

    @Test(
        "the last part of the base URL that one request repeats is told, at that request if it is a version",
        arguments: [
            (
                "https://b.test/v2", "{{base}}/v2/go",
                "'base' ends in '/v2' too | End 'base' before '/v2', since other requests are beside it; or write here \"{{base}}/go\"."
            ),
            ("https://b.test/v2", "{{base}}/go", nil), ("https://b.test/v2", "{{base}}/go/v2", nil),
            (
                "https://b.test/v2/password", "{{base}}/password/go",
                "the requests to '{{base}}/password/go' would have '/password' twice | Write https://b.test/v2"
            ),
            (
                "https://b.test/v2/password/new", "{{base}}/password/new",
                "'/password/new' is one of the backend's requests, and 'base' is what all of them begin with | Write https://b.test/v2"
            ),
        ])
    func repeatedParts(base: String, url: String, says: String?) {
        let contract =
            Self.operation(request: "method: POST, url: \"\(url)\"")
            + Self.operation("other").replacing("operations:\n", with: "")
        #expect(said(app: Self.app("backend: { base: \"\(base)\" }"), contract: contract) == says)
    }

    private static let unkept =
        "'change' needs '{{session}}', and no transition to the state 'password' keeps it | 'verify' keeps it with 'ok': lead to 'password' from there, or keep it in the contract with the outcome that leads here."

    @Test(
        "a value that the page keeps, and on no transition to the state whose operation needs it, is told",
        arguments: [
            Row("ok: password, link-*: sent", nil), Row("ok: sent, code-invalid: password, link-*: sent", unkept),
        ])
    func unkeptValues(_ row: Row) { #expect(unkept(row.text) == row.says) }

    @Test("a value that only the operation which needs it keeps is told of the rule that leads to it")
    func valueOfOwn() {
        #expect(
            unkept("ok: password, link-*: sent", kept: "", again: ", keep: { session: header x-session }")
                == "'change' needs '{{session}}', and nothing supplies it | Add to the rule for 'ok' of 'verify' in the contract 'backend.yml': keep: { session: header x-session }"
        )
    }

    @Test(
        "a text with a value that is kept later only is told",
        arguments: [
            Row(
                "code",
                "'code' keeps '{{session}}', so that this text is never shown | Leave it out, or write it in the state 'password'."
            ),
            Row("password", nil), Row("sent", nil),
        ])
    func unshownValues(_ row: Row) {
        let says = unkept("ok: password, link-*: sent", words: [row.text: "For {{session}}."])
        #expect(says == row.says.map { "nothing on the way to the state \($0)" })
    }

    private func unkept(
        _ moves: String, kept: String = ", keep: { session: /session }", again: String = "",
        words: [String: String] = [:]
    ) -> String? {
        let contract = """
            operations:
              verify:
                request: { method: POST, url: "{{base}}/verify", json: { code: "{{code}}" } }
                outcomes: [{ status: 200, is: ok\(kept) }, { status: 400, is: code-invalid }]
              change:
                request: { method: POST, url: "{{base}}/change", json: { session: "{{session}}", p: "{{p}}" } }
                outcomes: [{ status: 200, is: ok\(again) }]
            """
        let page = """
            ---
            title: T
            start: code
            states:
              code:
                fields: [{ name: code, rule: text, label: Code }]
                verify: { \(moves) }
              password:
                needs: session
                fields: [{ name: p, rule: current-password, label: Password }]
                change: { ok: sent, link-*: sent }
            ---
            # code
            \(words["code"] ?? "")

            [Go](run:verify)

            # password
            \(words["password"] ?? "")

            [Go](run:change)

            # sent
            \(words["sent"] ?? "Words.")

            # messages
            - **code-invalid** No.
            """
        return says(contract, page: page)
    }

    @Test(
        "an optional value that nothing supplies is told, since it is never sent",
        arguments: [
            Row("LOCALE", "nothing supplies 'LOCALE', so that it is never sent | Did you mean 'locale'?"),
            Row(
                "page_language",
                "nothing supplies 'page_language', so that it is never sent | Did you mean 'page-language'?"),
            Row(
                "plan",
                "nothing supplies 'plan', so that it is never sent | Name a field or a setting so, or remove it."),
            Row("locale", nil), Row("page-language", nil),
        ])
    func unsuppliedValues(_ row: Row) {
        let request = "method: POST, url: \"{{base}}/go\", json: { a: \"{{\(row.text)?}}\" }"
        let contract = "settings: { locale: optional }\n" + Self.operation(request: request)
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { go: { ok: done } } }\n---\n# form\n[Go](run:go)\n\n# done\nDone.\n"
        #expect(says(contract, page: page) == row.says)
    }

    @Test("a setting that the requests use and the contract does not declare is told once")
    func undeclaredSettings() {
        let contract = Self.operation(
            request: "method: POST, url: \"{{base}}/go\", headers: { X-Client: \"{{client}}\" }")
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { go: { ok: done } } }\n---\n# form\n[Go](run:go)\n\n# done\nDone.\n"
        let app = Self.app("backend: { base: \"https://b.test\", settings: { client: web } }")
        #expect(
            said(app: app, page: page, contract: contract)
                == "the contract 'backend.yml' uses {{client}}, and does not declare it | Declare it there: settings: { client: required }"
        )
    }

    @Test(
        "a setting that was renamed in the contract alone is told once", arguments: ["clientId", "client_id", "client"])
    func renamedSettings(_ name: String) {
        let contract =
            "settings: { \(name): required }\n"
            + Self.operation(
                request: "method: POST, url: \"{{base}}/go\", headers: { X-Client: \"{{client-id}}\" }")
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { go: { ok: done } } }\n---\n# form\n[Go](run:go)\n\n# done\nDone.\n"
        let app = Self.app("backend: { base: \"https://b.test\", settings: { client-id: web } }")
        #expect(
            said(app: app, page: page, contract: contract)
                == "the contract 'backend.yml' uses {{client-id}}, and does not declare it | Write 'client-id' there in place of '\(name)', which no request has."
        )
    }

    @Test(
        "a key with another name, or one level too deep, is told once",
        arguments: [
            Row(
                "go: { request: { method: POST, url: \"{{base}}/go\" }, answers: [{ status: 200, is: ok }] }",
                "unknown key 'answers' | Did you mean 'outcomes'? The keys here are "),
            Row(
                "go: { call: { method: POST, url: \"{{base}}/go\" }, outcomes: [{ status: 200, is: ok }] }",
                "unknown key 'call' | Did you mean 'request'? The keys here are "),
            Row(
                "go: { request: { method: POST, url: \"{{base}}/go\", outcomes: [{ status: 200, is: ok }] } }",
                "unknown key 'outcomes' | Write it beside 'request:', and not under it."),
            Row(
                "go: { steps: [{ request: { method: POST, url: \"{{base}}/go\", outcomes: [{ status: 200, is: ok }] } }] }",
                "unknown key 'outcomes' | Write it beside 'request:', and not under it."),
        ])
    func misplacedKeys(_ row: Row) {
        let told = says("operations:\n  \(row.text)\n") ?? ""
        #expect(told.hasPrefix(row.says ?? "") && !told.contains("\n"), "\(told)")
    }

    private static func correct(_ name: String) -> String {
        "Correct its name in the contract 'backend.yml', or keep it there from the response of an earlier step; for a value of app.yml, declare it there: settings: { \(name): required }"
    }

    private static func meant(_ name: String) -> String { "Did you mean '{{\(name)}}' in the contract 'backend.yml'?" }

    @Test(
        "a field of another name is told at the field, and with the contract if that may be wrong",
        arguments: [
            Row(
                "email: mail, rule: email",
                "'go' needs '{{email}}', and this field is called 'mail' | Write 'name: email'."),
            Row(
                "email: adresse, rule: email",
                "'go' needs '{{email}}', and this field is called 'adresse' | Write 'name: email'."),
            Row(
                "comment: coment, rule: text",
                "'go' needs '{{comment}}', and nothing supplies it | Name the field 'comment', or write '{{coment}}' in the contract 'backend.yml'."
            ),
            Row(
                "emial: email, rule: email",
                "'go' needs '{{emial}}', and nothing supplies it | Did you mean '{{email}}' in the contract 'backend.yml'?"
            ),
        ])
    func fieldsOfAnotherName(_ row: Row) {
        let parts = row.text.split(separator: ": ", maxSplits: 1).map(String.init)
        let contract = Self.operation(
            request: "method: POST, url: \"{{base}}/go\", json: { a: \"{{\(parts[0])}}\" }")
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { fields: [{ name: \(parts[1]), label: L }], go: { ok: done } } }\n---\n# form\n[Go](run:go)\n\n# done\nDone.\n"
        #expect(says(contract, page: page) == row.says)
    }

    @Test(
        "an outcome in another system's words is told with the built-in one",
        arguments: [
            ("token-expired", "link-expired"), ("token_expired", "link-expired"), ("expired", "link-expired"),
            ("link-not-found", "link-invalid"), ("already-used", "link-used"), ("tokenInvalid", "link-invalid"),
            ("password-too-short", "weak-password"), ("too-many-requests", "rate-limited"),
            ("throttled", "rate-limited"), ("email-taken", "account-exists"), ("user-exists", "account-exists"),
            ("bad-credentials", "wrong-credentials"), ("user-disabled", "account-disabled"),
            ("inactive", "account-disabled"),
        ])
    func foreignOutcomes(name: String, outcome: String) {
        let rules = "{ status: 200, is: ok }, { status: 410, is: \(name) }"
        #expect(
            says(Self.operation(rules: rules)) == "'\(name)' is not an outcome | Did you mean '\(outcome)'?")
    }

    @Test(
        "an outcome that is misspelt in its declaration is told there, and else where a rule has it",
        arguments: [
            Row("clas-full", misdeclared("clas-full")), Row("class_full", misdeclared("class_full")),
            Row("Class-Full", misdeclared("Class-Full")),
            Row(
                "classfull",
                "'class-full' is not an outcome | Write 'classfull', as 'outcomes:' declares it, or correct it there."),
        ])
    func misdeclaredOutcomes(_ row: Row) {
        let contract = """
            outcomes: { \(row.text): stays }
            operations:
              go:
                request: { method: POST, url: "{{base}}/go" }
                outcomes: [{ status: 200, is: ok }, { status: 409, where: { /code: CLASS_FULL }, is: class-full }]
            """
        #expect(says(contract) == row.says)
    }

    @Test(
        "a declared outcome is misspelt if the rest of the file has the other spelling of its word",
        arguments: [
            Row(
                "already-a-membr",
                "no rule results in 'already-a-membr', which is declared here, and 'already-a-member' is not declared | Write 'already-a-member'."
            ),
            Row(
                "already-member",
                "'already-a-member' is not an outcome | Write 'already-member', as 'outcomes:' declares it, or correct it there."
            ),
        ])
    func misdeclaredWords(_ row: Row) {
        let contract = """
            outcomes: { \(row.text): stays }
            operations:
              go:
                request: { method: POST, url: "{{base}}/members" }
                outcomes: [{ status: 200, is: ok }, { status: 409, is: already-a-member }]
            """
        #expect(says(contract) == row.says)
    }

    @Test(
        "a value that nothing supplies is told the only one that no request takes",
        arguments: [
            Row(
                "t: \"{{resetToken}}\"",
                "{{key}}' in the contract 'backend.yml': 'go' does not send that value of the link."),
            Row(
                "t: \"{{key}}\", a: \"{{token}}\"",
                "{{session}}' in the contract 'backend.yml': nothing sends that kept value."),
            Row("t: \"{{key}}\", a: \"{{token}}\", s: \"{{session}}\"", nil),
        ])
    func untakenValues(_ row: Row) {
        let isKept = row.text.contains("key") ? ", keep: { session: /id }" : ""
        let contract = """
            operations:
              go:
                consumes: link
                steps:
                  - request: { method: POST, url: "{{base}}/a" }
                    outcomes: [{ status: 200, is: ok\(isKept) }]
                  - request: { method: PUT, url: "{{base}}/b", json: { \(row.text) } }
                    outcomes: [{ status: 200, is: ok }, { status: 410, is: link-invalid }]
            """
        let page =
            "---\ntitle: T\nlink: go\nstart: form\nstates: { form: { go: { ok: done, link-*: done } } }\n---\n# form\n[Go](run:go)\n\n# done\nDone.\n"
        let told = says(contract, page: page, link: "links: { go: { web: \"/page?key={key}\", page: page } }") ?? ""
        let meant = told.split(separator: "\n").first { $0.contains("nothing supplies it") }
        #expect(
            row.says.map { meant?.hasSuffix("| Write '\($0)") == true } ?? (meant?.contains("Name a field") == true),
            "\(told)")
        #expect(!told.contains("sends nothing of it"))
    }

    private static func misdeclared(_ name: String) -> String {
        "no rule results in '\(name)', which is declared here, and 'class-full' is not declared | Write 'class-full'."
    }

    @Test(
        "a value that nothing supplies is told the one with its words, and no field that cannot have its name",
        arguments: [
            Row("password_confirmation", meant("confirm-password")),
            Row("passwordConfirmation", meant("confirm-password")), Row("repeatPassword", meant("confirm-password")),
            Row("repeat_password", meant("confirm-password")), Row("newPassword", meant("new-password")),
            Row("new_password", meant("new-password")), Row("user_email", meant("email")),
            Row("userEmail", meant("email")), Row("mail", meant("email")), Row("sessionId", meant("session")),
            Row("sessionID", meant("session")), Row("session_token", meant("session")),
            Row("tenantId", meant("tenant")), Row("inviteCode", correct("inviteCode")),
            Row("new_email", correct("new_email")),
            Row(
                "nickname",
                "Name a field 'nickname', or a parameter of the link; or keep it from the response of an earlier step of the contract 'backend.yml', or correct its name there; for a value of app.yml, declare it there: settings: { nickname: required }"
            ),
        ])
    func valuesOfAnotherName(_ row: Row) {
        let contract = """
            settings: { tenant: required }
            operations:
              go:
                steps:
                  - request: { method: POST, url: "{{base}}/a", headers: { X-T: "{{tenant}}" }, json: { e: "{{email}}" } }
                    outcomes: [{ status: 200, is: ok, keep: { session: /id } }]
                  - request: { method: PUT, url: "{{base}}/b", headers: { A: "{{session}}" }, json: { p: "{{new-password}}", x: "{{\(row.text)}}" } }
                    outcomes: [{ status: 200, is: ok }]
            """
        let page = """
            ---
            title: T
            start: form
            states:
              form:
                fields:
                  - { name: email, rule: email, label: E }
                  - { name: new-password, rule: password, label: P }
                  - { name: confirm-password, rule: same-as new-password, label: C }
                go: { ok: done }
            ---
            # form
            [Go](run:go)

            # done
            Done.

            """
        let app = Self.app("backend: { base: \"https://b.test\", settings: { tenant: t } }")
        let told = (said(app: app, page: page, contract: contract) ?? "").split(separator: "\n")
        #expect(
            told.filter { $0.contains("nothing supplies") } == [
                "'go' needs '{{\(row.text)}}', and nothing supplies it | \(row.says ?? "")"
            ], "\(told)")
    }

    @Test(
        "a visitor's address in a URL is told",
        arguments: [
            Row("method: GET, url: \"{{base}}/go\", query: { e: \"{{email}}\" }", "email"),
            Row("method: POST, url: \"{{base}}/go/{{new-email}}\"", "new-email"),
            Row("method: POST, url: \"{{base}}/go\", json: { e: \"{{email}}\" }", nil),
            Row("method: GET, url: \"{{base}}/go\", query: { t: \"{{token}}\" }", nil),
        ])
    func addressesInURLs(_ row: Row) {
        let method =
            row.text.contains("GET") ? ", with the method for which the backend reads a body, such as POST" : ""
        let says = row.says.map {
            "servers and proxies write URLs to their logs, and '{{\($0)}}' is the visitor's | Write it under 'json' or 'form'\(method), if the backend reads it there."
        }
        #expect(self.says(Self.operation(request: row.text)) == says)
    }

    @Test(
        "a credential that every page would contain is told",
        arguments: [
            Row(
                "api-token, Authorization: \"Bearer {{api-token}}\"",
                "every page contains 'api-token', which the contract sends as 'Authorization' | Remove it, and let a server of your own add it; unless it may be published."
            ),
            Row("api-key, Authorization: \"Bearer {{api-key}}\"", nil),
            Row("public-token, Authorization: \"Bearer {{public-token}}\"", nil),
            Row("site-token, X-Site: \"{{site-token}}\"", nil),
        ])
    func secretSettings(_ row: Row) {
        let (name, header) = (row.text.prefix { $0 != "," }, row.text.drop { $0 != " " }.dropFirst())
        let contract =
            "settings: { \(name): required }\n"
            + Self.operation(request: "method: POST, url: \"{{base}}/go\", headers: { \(header) }")
        let app = Self.app("backend: { base: \"https://b.test\", settings: { \(name): 8f2a91c7 } }")
        #expect(said(app: app, contract: contract) == row.says)
    }

    @Test(
        "an operation that says that it sends an email, and not which, is told",
        arguments: [
            Row("send-link", "reset-password"), Row("resend-verification", "verify-email"),
            Row("forgot", "reset-password"), Row("send-magic-link", "sign-in"), Row("subscribe", nil),
        ])
    func unnamedEmails(_ row: Row) {
        let request = "method: POST, url: \"{{base}}/go\", json: { email: \"{{email}}\" }"
        let says = row.says.map {
            "'\(row.text)' probably sends an email, and the contract does not say which | Write 'sends: \($0)': the preview then has it in its inbox, and the button waits before it sends another."
        }
        #expect(self.says(Self.operation(row.text, request: request)) == says)
        #expect(self.says(Self.operation(row.text, "sends: invite, ", request: request)) == nil)
    }

    private static let link = "links: { reset: { web: \"/page?token={token}\", page: page } }\n"
    private static func page(_ operation: String, fields: String = "") -> String {
        "---\ntitle: T\nlink: reset\nstart: { reset: form, none: lost }\nstates: { form: { \(fields)\(operation): { ok: done, link-*: lost } } }\n---\n# form\n[Go](run:\(operation))\n\n# lost\nAsk again.\n\n# done\nDone.\n"
    }

    @Test(
        "an operation that uses up what the contract does not say is told",
        arguments: [
            Row(
                "",
                "'verify-email' sends the link's 'token', and the contract does not say that it uses the link up | Write 'consumes: link' in the operation, in the contract 'backend.yml'."
            ),
            Row(
                "consumes: code, ",
                "'verify-email' consumes a code in the contract, and sends the link's 'token' without one | Write 'consumes: link' in the operation, in the contract 'backend.yml'."
            ),
            Row("consumes: link, ", nil),
        ])
    func consumption(_ row: Row) {
        let request = "method: POST, url: \"{{base}}/go\", json: { token: \"{{token}}\" }"
        let contract = Self.operation("verify-email", row.text, request: request)
        #expect(says(contract, page: Self.page("verify-email"), link: Self.link) == row.says)
    }

    @Test(
        "the only operation that writes with a link's value is told, as it probably uses the link up",
        arguments: [
            ("confirm-email", "reset", "", true), ("verify-email-change", "reset", "", true),
            ("accept-invite", "reset", "", true), ("activate", "reset", "", true),
            ("finish", "verify-email", "", true), ("finish", "reset", "already-verified", true),
            ("finish", "reset", "", false), ("check-link", "verify-email", "", false),
            ("unsubscribe", "reset", "", false), ("join", "invite", "", false),
        ])
    func onlyUse(operation: String, link: String, outcome: String, isTold: Bool) {
        let request = "method: POST, url: \"{{base}}/go\", headers: { X-Key: \"{{token}}\" }"
        let rule = outcome.isEmpty ? "" : ", { status: 409, is: \(outcome) }"
        let contract = Self.operation(operation, request: request, rules: "{ status: 200, is: ok }\(rule)")
        let page = Self.page(operation).replacing("link: reset", with: "link: \(link)")
            .replacing("start: { reset:", with: "start: { \(link):")
        let told = says(contract, page: page, link: Self.link.replacing("reset:", with: "\(link):")) ?? ""
        #expect(told.contains("does not say that it uses the link up") == isTold, "\(told)")
    }

    @Test(
        "a GET that uses a link up is told by what it does besides reading, run by a button or on load",
        arguments: [
            Row("verify-email", ""), Row("reset-password", "already-verified"), Row("delete-account", "link-used"),
            Row("invite", nil), Row("check-link", nil),
        ])
    func consumingGet(_ row: Row) {
        let rule = row.says.flatMap { $0.isEmpty ? nil : ", { status: 410, is: \($0) }" } ?? ""
        let contract = Self.operation(
            row.text, request: "method: GET, url: \"{{base}}/go/{{token}}\"", rules: "{ status: 200, is: ok }\(rule)")
        let page = Self.page(row.text)
        let onLoad = page.replacing("form: { ", with: "form: { on-load: \(row.text), ")
            .replacing("[Go](run:\(row.text))", with: "Wait.")
        for (page, says) in [
            (page, "the contract does not say that it uses the link up"), (onLoad, "before the visitor has tapped"),
        ] {
            let told = self.says(contract, page: page, link: Self.link) ?? ""
            #expect(told.contains(says) == (row.says != nil), "\(told)")
        }
    }

    @Test(
        "a kept value that nothing uses is told if another rule keeps the same, or if a used name is near",
        arguments: [
            Row("access: /token", "nothing uses '{{access}}' | Did you mean 'session'?"),
            Row("sesion: /other", "nothing uses '{{sesion}}' | Did you mean 'session'?"),
            Row("mail: /mail", "nothing uses '{{mail}}' | Did you mean 'email'?"),
            Row(
                "token: /token",
                "'{{token}}' is used with links only, and what is at the same place is kept as 'session' elsewhere | Did you mean 'session'?"
            ), Row("token: /other", nil), Row("token: /token, session: /token", nil),
            Row("session: /other", nil), Row("refresh: /refresh", nil), Row("session: /token, access: /token", nil),
        ])
    func unusedValues(_ row: Row) {
        let contract = """
            operations:
              sign-up:
                request: { method: POST, url: "{{base}}/up" }
                outcomes: [{ status: 200, is: ok, keep: { session: /token } }]
              log-in:
                request: { method: POST, url: "{{base}}/in" }
                outcomes: [{ status: 200, is: ok, keep: &a { \(row.text) } }, { status: 201, is: ok, keep: *a }]
              reset:
                consumes: link
                request: { method: POST, url: "{{base}}/reset/{{token}}" }
                outcomes: [{ status: 200, is: ok }]
              read:
                request: { method: GET, url: "{{base}}/me", bearer: "{{session}}" }
                outcomes: [{ status: 200, is: ok }]
            """.replacing("bearer: \"{{session}}\"", with: "headers: { authorization: \"Bearer {{session}}\" }")
        let page = "---\ntitle: T\nstart: form\n---\n# form\nFor {{email}}.\n"
        let told = says(contract, page: page)?.split(separator: "\n").filter {
            $0.contains("uses '") || $0.contains("is used with links")
        }
        #expect((told ?? []).map(String.init) == [row.says].compactMap(\.self))
    }

    @Test(
        "an unknown operation is the one that requests it, or a near one of whose values the page has any",
        arguments: [
            Row("ask_reset", "Write 'send-link': it requests '{{base}}/users/ask_reset/'."),
            Row("reset-pasword", "Its operations are send-link, resend, reset-password."),
            Row("send-lnik", "Did you mean 'send-link'?"), Row("resend-verification", "Did you mean 'resend'?"),
        ])
    func unknownOperations(_ row: Row) {
        let contract = """
            operations:
              send-link:
                sends: reset-password
                request: { method: POST, url: "{{base}}/users/ask_reset/", json: { email: "{{email}}" } }
                outcomes: [{ status: 200, is: ok }]
              resend:
                sends: verify-email
                request: { method: POST, url: "{{base}}/again", json: { email: "{{email}}" } }
                outcomes: [{ status: 200, is: ok }]
              reset-password:
                consumes: link
                request: { method: POST, url: "{{base}}/reset", json: { token: "{{token}}" } }
                outcomes: [{ status: 200, is: ok }]
            """
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { fields: [{ name: email, rule: email, label: E }], \(row.text): { ok: done } } }\n---\n# form\n[Go](run:\(row.text))\n\n# done\nDone.\n"
        let told = says(contract, page: page) ?? ""
        #expect(told.hasSuffix(" | \(row.says ?? "")"), "\(told)")
    }

    @Test(
        "a session in the query of an address is told, and in a fragment not",
        arguments: [
            Row("https://app.boats.io/in?access={{session}}", "session"),
            Row("/in?a=1&access={{session}}#top", "session"), Row("https://app.boats.io/in#access={{session}}", nil),
            Row("/in?of={{email}}", nil),
        ])
    func sessionsInQueries(_ row: Row) {
        let contract = """
            operations:
              sign-in-by-code:
                request: { method: POST, url: "{{base}}/in", json: { code: "{{code}}" } }
                outcomes: [{ status: 200, is: ok, keep: { session: /token, email: /email } }]
            """
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { fields: [{ name: code, rule: code, label: C }], sign-in-by-code: { ok: done } } }\n---\n# form\n[Go](run:sign-in-by-code)\n\n# done\n[On](\(row.text))\n"
        let told = said(
            app: Self.app("elsewhere: [/in]\nbackend: { base: \"https://b.test\" }"), page: page, contract: contract)
        let lines = (told ?? "").split(separator: "\n").filter { $0.contains("to their logs") }
        #expect(
            lines.map(String.init)
                == [row.says].compactMap(\.self).map {
                    "servers and proxies write URLs to their logs, and '{{\($0)}}' is a session | Write '#' in place of '?': a fragment stays in the browser."
                })
    }

    @Test("a request for an email that consumes a link is told")
    func consumingRequest() {
        let request = "method: POST, url: \"{{base}}/go\", json: { email: \"{{email}}\" }"
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { fields: [{ name: email, rule: email, label: E }], ask: { ok: done } } }\n---\n# form\n[Go](run:ask)\n\n# done\nDone.\n"
        let contract = Self.operation("ask", "sends: sign-in, consumes: link, ", request: request)
        #expect(
            says(contract, page: page)
                == "'ask' consumes a link in the contract, and sends nothing of one | Remove 'consumes:' from the operation, in the contract 'backend.yml'."
        )
    }

    @Test("a value that only a later step keeps is an error")
    func laterStep() {
        let steps = [
            "{ request: { method: POST, url: \"{{base}}/a\", credentials: include, json: { c: \"{{csrf}}\" } }, outcomes: [{ status: 200, is: ok }] }",
            "{ request: { method: GET, url: \"{{base}}/b\", credentials: include }, outcomes: [{ status: 200, is: ok, keep: { csrf: /csrf } }] }",
        ]
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { go: { ok: done, link-*: form } } }\n---\n# form\n[Go](run:go)\n\n# done\nDone.\n"
        func contract(_ steps: [String]) -> String {
            "operations: { go: { steps: [\(steps.joined(separator: ", "))] } }\n"
        }
        #expect(
            says(contract(steps), page: page)
                == "'go' needs '{{csrf}}' before a response of its own supplies it | In the contract 'backend.yml', move the step that keeps 'csrf' above the one that uses it."
        )
        #expect(says(contract(steps.reversed()), page: page) == nil)
    }

    @Test("what the backend requires and a list of requirements lacks is told")
    func unlistedRequirements() {
        let rules = "requirements: { title: It needs, rules: [{ rule: at-least 8, words: Eight 8 }] }"
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { fields: [{ name: new-password, rule: password, label: P, \(rules) }], go: { ok: done } } }\n---\n# form\n[Go](run:go)\n\n# done\nDone.\n"
        let request = "method: POST, url: \"{{base}}/go\", json: { p: \"{{new-password}}\" }"
        #expect(
            says(
                "password: [at-least 8, digit, upper, at-most 72 bytes]\n" + Self.operation(request: request),
                page: page)
                == "the backend requires 'digit', 'upper' too, and the page does not list it | Add { rule: digit, words: … }."
        )
        #expect(
            says("password: [at-least 8, at-most 72 bytes]\n" + Self.operation(request: request), page: page) == nil)
    }

    // MARK: - Keys

    @Test(
        "another system's variable as a value is told",
        arguments: [
            "$API_KEY", "{{API_KEY}}", "{{ api_key }}", "%API_KEY%", "<API_KEY>",
            "$(API_KEY)",
            "#{API_KEY}", "@API_KEY@", "__API_KEY__", "$env:API_KEY",
        ])
    func variables(_ text: String) {
        let app = Self.app("backend: { contract: a, base: \"https://b.test\", settings: { key: '\(text)' } }")
        #expect(said(app: app) == "'\(text)' is how other systems write a variable | Write \"${API_KEY}\".")
    }

    @Test(
        "another system's variable in an address of app.yml is told with the address to write",
        arguments: [
            ("https://$APP_HOST/terms", "$APP_HOST"), ("https://%APP_HOST%/terms", "%APP_HOST%"),
            ("https://{{APP_HOST}}/terms", "{{APP_HOST}}"), ("https://<APP_HOST>/terms", "<APP_HOST>"),
        ])
    func variablesInAddresses(_ text: String, written: String) {
        #expect(
            said(app: Self.app("footer: { terms: \"\(text)\" }"))
                == "'\(written)' is how other systems write a variable | Write \"https://${APP_HOST}/terms\".")
    }

    @Test(
        "an address and a key of documents are told beside hosts of one's own",
        arguments: [
            Row(
                "base: \"https://api.harbour.example\"",
                "'https://api.harbour.example' is an address of an example | Write your own."),
            Row(
                "base: \"https://api.x.invalid\"",
                "'https://api.x.invalid' is an address of an example | Write your own."),
            Row(
                "base: \"https://example.com/api\"",
                "'https://example.com/api' is an address of an example | Write your own."),
            Row(
                "base: \"https://api.x.test\"",
                "'https://api.x.test' is an address for tests | Write your own, and this one in the file of an environment."
            ),
            Row(
                "base: \"https://project.supabase.co/auth/v1\"",
                "'https://project.supabase.co/auth/v1' is an address of an example | Write your backend's own value."),
            Row(
                "base: \"https://api.boats.com\", settings: { key: sb_publishable_example }",
                "'sb_publishable_example' is a placeholder | Write your backend's own value."),
            Row(
                "base: \"https://api.boats.com\", settings: { key: key-changeme }",
                "'key-changeme' is a placeholder | Write your backend's own value."),
            Row("base: \"https://api.boats.com\", settings: { key: k7 }", nil),
        ])
    func documents(_ row: Row) {
        #expect(said(app: "name: T\nhosts: [boats.com]\nbackend: { contract: a, \(row.text) }\n") == row.says)
        let example = row.text.contains("supabase") ? nil : said(app: Self.app("backend: { contract: a, \(row.text) }"))
        #expect(example == nil)
    }

    @Test(
        "a key of another form than its backend's is told beside hosts of one's own",
        arguments: [
            Row(
                "supabase, settings: { api-key: anon }",
                "this is no key of supabase | Copy the publishable key, sb_publishable_…, or the older anonymous key, which begins with eyJ."
            ),
            Row(
                "firebase, settings: { api-key: k }",
                "this is no key of firebase | Copy the Web API key from the project's settings, which begins with AIza."
            ),
            Row("supabase, settings: { api-key: sb_publishable_N7UND0UgjKTVKUODkm0Hgxg }", nil),
            Row("other, settings: { api-key: anon }", nil),
            // It is told as a secret, by the reader of all files.
            Row("supabase, settings: { api-key: sb_secret_N7UND0UgjKTVKUODkm0Hgxg01 }", nil),
        ])
    func forms(_ row: Row) {
        let backend = "backend: { base: \"https://api.boats.com/auth/v1\", contract: \(row.text) }\n"
        #expect(said(app: "name: T\nhosts: [boats.com]\n\(backend)") == row.says)
        #expect(said(app: "name: T\nhosts: [t.example]\n\(backend)") == nil)
    }

    @Test(
        "a lifetime that is longer than a vendor's own project lets a link live is told",
        arguments: [
            Row(
                "https://abcdefgh.supabase.co/auth/v1",
                "Supabase accepts the link of an email for a day at most | Write 24h or less, the same for all links that Supabase sends: 'otp_expiry' is one setting for all."
            ),
            Row("https://auth.boats.com/auth/v1", nil),
        ])
    func longLives(_ row: Row) {
        let contract = """
            base: "https://*.supabase.co/auth/v1"
            parameters: { token_hash: "{base64url:56-}" }
            operations:
              check:
                request: { method: POST, url: "{{base}}/verify", json: { token_hash: "{{token_hash}}" } }
                outcomes: [{ status: 200, is: ok }]
            """
        func said(_ parameter: String, _ lifetime: String) -> String? {
            let address = "a?\(parameter)={\(parameter)}"
            return self.said(
                app:
                    "name: T\nhosts: [boats.com]\nlogin: { app: \"t://login\" }\nbackend: { contract: supabase, base: \"\(row.text)\" }\nlinks: { a: { web: \"/\(address)\", app: \"t://\(address)\", lives: \(lifetime) } }\n",
                named: ["supabase": contract])
        }
        #expect(said("token_hash", "25h") == row.says)
        #expect(said("token_hash", "24h") == nil)
        #expect(said("other", "7d") == nil)
    }

    @Test("a key that has expired is told with its date", arguments: [1_599_999_999, 1_600_000_000, 1_600_000_001])
    func expiredKey(now: Int) throws {
        // {"exp":1600000000}
        let app = Self.app(
            "backend: { contract: a, base: \"https://b.test\", settings: { key: eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE2MDAwMDAwMDB9.c2ln } }"
        )
        var reader = AppReader(
            file: try AppFile(name: "test", source: SourceText(file: "app.yml", text: app)), now: now)
        _ = reader.read(pages: [])
        let expected = "this key has expired, on 2020-09-13 | Copy the key that the backend's console shows now."
        #expect(reader.diagnostics.map { "\($0.message) | \($0.fix ?? "")" } == (now > 1_600_000_000 ? [expected] : []))
    }
}
