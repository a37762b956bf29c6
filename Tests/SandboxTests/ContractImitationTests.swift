import AuthContracts
import HTTPListener
import HTTPMessages
import JSON
import Testing

@testable import Sandbox

@Suite struct ContractImitationTests {
    /// A contract without a built-in imitation, with difficult features: values in the path, steps, errors with status
    /// 200.
    private static let contract = """
        {"password": ["at-least 8", "digit"], "operations": {
        "send-link": {"sends": "reset-password",
          "request": {"method": "POST", "url": "{{base}}/reset", "json": {"email": "{{email}}"}},
          "outcomes": [{"status": 204, "is": "ok"}, {"status": 422, "is": "invalid-email"}]},
        "check-link": {"request": {"method": "GET", "url": "{{base}}/reset/{{uid}}/{{token}}"},
          "outcomes": [{"status": 200, "where": {"/state": "good"}, "is": "ok", "keep": {"email": "/user/email"}},
            {"status": 200, "where": {"/state": "old"}, "is": "link-expired"},
            {"status": 200, "is": "link-invalid"}]},
        "reset-password": {"consumes": "link", "sends": "password-changed", "request": {"method": "POST",
            "url": "{{base}}/reset/{{uid}}/{{token}}",
            "json": {"pair": ["{{new-password}}", {"again": "{{new-password}}"}], "kind": "reset"}},
          "outcomes": [{"status": 200, "where": {"/status": "OK"}, "is": "ok"},
            {"status": 200, "where": {"/status": "WEAK"}, "is": "weak-password"},
            {"status": 410, "is": "link-used"}, {"status": 409, "is": "link-expired"},
            {"status": 404, "is": "link-invalid"}]},
        "sign-in": {"request": {"method": "POST", "url": "{{base}}/login",
            "form": {"user": "{{email}}", "secret": "{{password}}"}},
          "outcomes": [{"status": 200, "is": "ok", "keep": {"session": "/token"}},
            {"status": 401, "is": "wrong-credentials"}]}
        }}
        """

    private static func bench(_ contract: String = contract) throws -> Bench {
        let contract = try Contract(reading: JSONDocument(parsing: Array(contract.utf8)).value)
        return try Bench(
            "ours", basePath: "/api", definition: contract,
            links: ["reset-password": "/reset/{uid}/{token}?email={email}"])
    }

    /// Requests an email and returns the path of its link, relative to the backend's URL.
    private static func link(_ bench: inout Bench) -> String {
        bench.send("POST", "/api/reset", ["email": "person@example.com"])
        let link = bench.email?.link ?? ""
        return "/api" + link.dropFirst("https://app.example".count).prefix { $0 != "?" }
    }

    private static func change(_ password: String) -> JSONValue {
        ["pair": [.string(password), ["again": .string(password)]], "kind": "reset"]
    }

    @Test("Values are extracted byte by byte, so a text after one may begin with a combining mark")
    func combiningMark() throws {
        var bench = try Self.bench(Self.contract.replacing("\"{{email}}\"}", with: "\"{{email}}\u{301}!\"}"))
        #expect(bench.send("POST", "/api/reset", ["email": "person@example.com\u{301}!"]).status == 204)
        #expect(bench.email?.to == "person@example.com")
    }

    @Test("a contract alone supports a whole flow")
    func flow() throws {
        var bench = try Self.bench()
        let path = Self.link(&bench)
        #expect(bench.email?.link.hasSuffix("?email=person%40example.com") == true)
        let checked = bench.send("GET", path)
        #expect(checked.json["state"] == "good")
        #expect(checked.json["user"]?["email"] == "person@example.com")
        #expect(bench.send("POST", path, Self.change("short")).json["status"] == "WEAK")
        #expect(bench.send("POST", path, Self.change("long-enough-1")).json["status"] == "OK")
        #expect(bench.email?.purpose == .passwordChanged)
        #expect(bench.send("POST", path, Self.change("long-enough-1")).status == 410)
        let signIn = bench.send("POST", "/api/login", text: "user=person%40example.com&secret=long-enough-1")
        #expect(signIn.status == 200)
        #expect(bench.send("POST", "/api/login", text: "user=person%40example.com&secret=no").status == 401)
    }

    @Test(
        "an operation sends the email that the contract states, whatever the operation's name is",
        arguments: [
            ("begin", EmailPurpose.signIn, ["reset-password", "sign-in"], "person@example.com"),
            ("send-link", .signIn, [], "person@example.com"),
            ("send-magic-link", .resetPassword, ["sign-in", "reset-password"], "person@example.com"),
            ("resend-verification", .verifyEmail, ["verify-email"], "unverified@example.com"),
            ("request-email-change", .changeEmail, ["change-email"], "next@example.com"),
            ("send-link", .welcome, ["reset-password"], "person@example.com"),
            ("send-link", nil, ["reset-password"], "person@example.com"),
        ])
    func purposes(operation: String, purpose: EmailPurpose?, links: [String], address: String) throws {
        let sends = purpose.map { "\"sends\": \"\($0.rawValue)\"," } ?? ""
        let contract = """
            {"operations": {"\(operation)": {\(sends)
              "request": {"method": "POST", "url": "{{base}}/send", "json": {"email": "{{email}}"}},
              "outcomes": [{"status": 200, "is": "ok"}]}}}
            """
        var bench = try Bench(
            "ours", definition: Contract(reading: JSONDocument(parsing: Array(contract.utf8)).value),
            links: Dictionary(uniqueKeysWithValues: links.map { ($0, "/\($0)?token={token}") }))
        #expect(bench.send("POST", "/send", ["email": .string(address)]).status == 200)
        #expect(bench.email?.purpose == purpose)
        guard let purpose else { return }
        #expect(bench.email?.to == address)
        if links.contains(purpose.rawValue) { #expect(bench.email?.link.contains("/\(purpose.rawValue)?") == true) }
    }

    @Test("each parameter of a link has a value of its own, which is good under its name alone")
    func exchanged() throws {
        var bench = try Self.bench()
        let segments = Self.link(&bench).split(separator: "/").map(String.init)
        #expect(segments.count == 4 && segments[2] != segments[3])
        #expect(segments[2...].allSatisfy { $0.contains("%2B") || $0.contains("+") })
        #expect(
            bench.send("POST", "/api/reset/\(segments[3])/\(segments[2])", Self.change("long-enough-1")).status == 404)
        #expect(
            bench.send("POST", "/api/reset/\(segments[2])/\(segments[2])", Self.change("long-enough-1")).status == 404)
        let path = "/api/reset/\(segments[2])/\(segments[3])"
        #expect(bench.send("POST", path, Self.change("long-enough-1")).json["status"] == "OK")
    }

    @Test("its links expire, and made-up ones are refused")
    func expiry() throws {
        var bench = try Self.bench()
        let path = Self.link(&bench)
        bench.time += 3_600_000
        #expect(bench.send("GET", path).json["state"] == "old")
        #expect(bench.send("POST", path, Self.change("long-enough-1")).status == 409)
        #expect(bench.send("POST", "/api/reset/a/b", Self.change("long-enough-1")).status == 404)
    }

    @Test("unknown addresses get the same response and no email, and invalid ones are reported")
    func addresses() throws {
        var bench = try Self.bench()
        #expect(bench.send("POST", "/api/reset", ["email": "nobody@example.com"]).status == 204)
        #expect(bench.core.inbox.isEmpty)
        #expect(bench.send("POST", "/api/reset", ["email": "bad"]).status == 422)
    }

    @Test(
        "a request that is not in the contract is not found",
        arguments: [
            ("GET", "/api/reset"), ("POST", "/api/reset/a"), ("POST", "/api/reset/a/b/c"), ("POST", "/api/resets"),
        ])
    func others(method: String, path: String) throws {
        var bench = try Self.bench()
        let answer = bench.send(method, path, ["email": "person@example.com"])
        #expect(answer.status == 404)
        #expect(answer.json == ["error": "the contract has no such request"])
    }

    @Test(
        "A request with another body than the operation's is answered with that body, and without a password",
        arguments: [
            ##"{"kind": "reset", "pair": ["Secret-Password-1"]}"##, ##"{"secret": "Secret-Password-1"}"##, "{", "",
        ])
    func otherBody(body: String) throws {
        var bench = try Bench("fastapi-users")
        let answer = bench.send("POST", "/auth/reset-password", text: body)
        #expect(answer.status == 422)
        #expect(
            answer.json == [
                "error":
                    ##"the request of 'reset-password' has {"token":"{{token}}","password":"{{new-password}}"}"##
            ])
    }

    @Test("A session is the account's that signed in, and nobody's that was made up")
    func sessions() throws {
        let contract = """
            {"operations": {
            "sign-in": {"request": {"method": "POST", "url": "{{base}}/login",
                "json": {"email": "{{email}}", "password": "{{password}}"}},
              "outcomes": [{"status": 200, "is": "ok", "keep": {"session": "header X-Session"}},
                {"status": 401, "is": "wrong-credentials"}]},
            "check-verification": {"request": {"method": "GET", "url": "{{base}}/me",
                "headers": {"Authorization": "Bearer {{session}}"}},
              "outcomes": [{"status": 200, "where": {"/verified": true}, "is": "ok", "keep": {"email": "/email"}},
                {"status": 200, "is": "email-unverified"}, {"status": 401, "is": "needs-login"}]}
            }}
            """
        var bench = try Bench("ours", definition: Contract(reading: JSONDocument(parsing: Array(contract.utf8)).value))
        func check(_ session: String?) -> Bench.Answer {
            bench.send("GET", "/me", headers: ["Authorization": "Bearer \(session ?? "")"])
        }
        func signIn(_ email: String) -> String? {
            bench.send(
                "POST", "/login", ["email": .string(email), "password": .string(Accounts.firstPassword)])["x-session"]
        }
        let (person, other) = (signIn("person@example.com"), signIn("unverified@example.com"))
        #expect(person != other)
        #expect(check(person).json == ["email": "person@example.com", "verified": true])
        #expect(check(other).json["verified"] != true)
        for session in ["example-session", "", nil] { #expect(check(session).status == 401) }
    }

    @Test("A recorded response is completed by the values that it supplies")
    func recorded() throws {
        let contract = """
            {"operations": {"sign-in": {"request": {"method": "POST", "url": "{{base}}/login",
                "json": {"email": "{{email}}", "password": "{{password}}"}},
              "outcomes": [{"status": [200, 201], "is": "ok", "keep": {"email": "/user/email"},
                  "example": {"status": 201, "json": {"user": {"email": "recorded@example.com", "id": 7}}}},
                {"status": 429, "is": "rate-limited"},
                {"status": 4xx, "is": "wrong-credentials", "example": {"status": 403, "json": {"error": "No."}}}]}}}
            """.replacing("4xx", with: "\"4xx\"")
        var bench = try Bench("ours", definition: Contract(reading: JSONDocument(parsing: Array(contract.utf8)).value))
        let login: JSONValue = ["email": "person@example.com", "password": .string(Accounts.firstPassword)]
        let answer = bench.send("POST", "/login", login)
        #expect(answer.status == 201)
        #expect(answer.json == ["user": ["email": "person@example.com", "id": 7]])
        let wrong = bench.send("POST", "/login", ["email": "person@example.com", "password": "wrong"])
        #expect(wrong.status == 403)
        #expect(wrong.json == ["error": "No."])
    }

    @Test(
        "a chosen outcome occurs once",
        arguments: [("link-used", 410), ("weak-password", 200), ("rate-limited", 429), ("server", 500)])
    func chosen(outcome: String, status: Int) throws {
        var bench = try Self.bench()
        let path = Self.link(&bench)
        let noted = bench.control("POST", "/next", ["operation": "reset-password", "outcome": .string(outcome)])
        #expect(noted.status == 200)
        // Another operation at the same URL is not affected.
        #expect(bench.send("GET", path).json["state"] == "good")
        let answer = bench.send(
            "POST", path, Self.change("long-enough-1"), headers: ["Origin": "https://app.example"])
        #expect(answer.status == status)
        #expect(answer["Access-Control-Allow-Origin"] == "https://app.example")
        #expect(bench.send("POST", path, Self.change("long-enough-1")).json["status"] == "OK")
    }

    /// Exchanges a link for a session, which a client keeps, and changes the password with it.
    private static let steps = """
        {"operations": {"reset-password": {"consumes": "link", "steps": [
          {"request": {"method": "POST", "url": "{{base}}/verify", "json": {"token": "{{token}}"}},
           "outcomes": [{"status": 200, "is": "ok", "keep": {"session": "/session"}}, {"status": 403, "is": "link-invalid"}]},
          {"request": {"method": "PUT", "url": "{{base}}/user", "headers": {"Authorization": "Bearer {{session}}"},
            "json": {"password": "{{new-password}}"}},
           "outcomes": [{"status": 200, "is": "ok"}, {"status": 422, "is": "weak-password"}]}]}}}
        """

    @Test(
        "a chosen outcome occurs at the first requested step that can have it, whichever steps were skipped",
        arguments: [("rate-limited", 429, 429), ("server", 500, 500), ("weak-password", nil, 422)])
    func skipped(outcome: String, first: Int?, second: Int) throws {
        let contract = try Contract(reading: JSONDocument(parsing: Array(Self.steps.utf8)).value)
        let choice: JSONValue = ["operation": "reset-password", "outcome": .string(outcome)]
        let password: JSONValue = ["password": "long-enough-1"]
        var bench = try Bench("ours", definition: contract)
        bench.control("POST", "/next", choice)
        #expect(bench.send("PUT", "/user", password).status == second)
        bench.control("POST", "/next", choice)
        let status = bench.send("POST", "/verify", ["token": "made-up"]).status
        #expect(first == nil ? status != second : status == first)
        #expect((bench.send("PUT", "/user", password).status == second) == (first == nil))
    }

    @Test(
        "a lost connection and a missing response can be chosen too",
        arguments: [("network", "noConnection"), ("timeout", "noResponse")])
    func weather(outcome: String, reply: String) throws {
        var bench = try Self.bench()
        bench.control("POST", "/next", ["operation": "send-link", "outcome": .string(outcome)])
        #expect(bench.send("POST", "/api/reset", ["email": "person@example.com"]).text == reply)
        #expect(bench.send("POST", "/api/reset", ["email": "person@example.com"]).status == 204)
    }

    @Test("an impossible choice is refused with the possible ones")
    func refused() throws {
        var bench = try Self.bench()
        let outcome = bench.control("POST", "/next", ["operation": "sign-in", "outcome": "link-used"])
        #expect(outcome.status == 400)
        #expect(
            outcome.text
                == "'link-used' is not an outcome of 'sign-in'. "
                + "Its outcomes are ok, rate-limited, wrong-credentials, network, timeout, server.\n")
        let operation = bench.control("POST", "/next", ["operation": "sing-in", "outcome": "ok"])
        #expect(
            operation.text
                == "there is no operation 'sing-in'. The operations are check-link, reset-password, send-link, sign-in.\n"
        )
        var other = try Bench("unknown")
        #expect(
            other.control("POST", "/next", ["operation": "send-link", "outcome": "ok"]).text
                == "there is no operation 'send-link'. Name the contract of the app's backend first.\n")
    }
}
