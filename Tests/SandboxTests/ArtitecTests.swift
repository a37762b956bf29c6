import HTTPListener
import JSON
import Testing

@testable import Sandbox

@Suite struct ArtitecTests {
    private static let links = ["reset-password": "/reset-password?token={token}"]
    private static let sent: JSONValue = [
        "message": "If an account exists for this email, a password reset link has been sent."
    ]

    @Test("a link resets the password once")
    func flow() throws {
        var bench = try Bench("artitec", links: Self.links)
        #expect(bench.send("POST", "/v1/auth/forgot-password", ["email": "Person@Example.com"]).json == Self.sent)
        let email = try #require(bench.email)
        #expect(email.to == "person@example.com")
        #expect(email.link.hasPrefix("https://app.example/reset-password?token="))
        #expect(email.content.text.contains(email.link))
        let token = JSONValue.string(bench.parameter("token"))
        let checked = bench.send("POST", "/v1/auth/verify-reset-token", ["token": token]).json
        #expect(checked["valid"] == true)
        #expect(checked["user_email"] == "person@example.com")
        let weak = bench.send("POST", "/v1/auth/reset-password", ["token": token, "new_password": "short"])
        #expect(weak.status == 400)
        #expect(weak.json == ["detail": "Password must be at least 8 characters long"])
        let reset: JSONValue = ["token": token, "new_password": "Password123"]
        let done = bench.send("POST", "/v1/auth/reset-password", reset)
        #expect(done.status == 200)
        #expect(done.json["message"] == "Password has been reset successfully")
        let again = bench.send("POST", "/v1/auth/reset-password", reset)
        #expect(again.status == 400)
        #expect(again.json == ["detail": "Reset token has already been used"])
        #expect(bench.send("POST", "/v1/auth/verify-reset-token", ["token": token]).status == 400)
    }

    @Test("A token expires after an hour, or after what app.yml says", arguments: [nil, 600])
    func expiry(lives: Int?) throws {
        var bench = try Bench("artitec", links: Self.links, lives: lives)
        bench.send("POST", "/v1/auth/forgot-password", ["email": "person@example.com"])
        let token = JSONValue.string(bench.parameter("token"))
        bench.time += (lives ?? 3_600) * 1_000 - 100
        #expect(bench.send("POST", "/v1/auth/verify-reset-token", ["token": token]).json["valid"] == true)
        bench.time += 100
        let checked = bench.send("POST", "/v1/auth/verify-reset-token", ["token": token])
        #expect(checked.status == 200)
        #expect(checked.json["valid"] == false)
        let reset = bench.send("POST", "/v1/auth/reset-password", ["token": token, "new_password": "Password123"])
        #expect(reset.json == ["detail": "Reset token has expired"])
    }

    @Test("a newer email invalidates the token of the older one")
    func replaced() throws {
        var bench = try Bench("artitec", links: Self.links)
        bench.send("POST", "/v1/auth/forgot-password", ["email": "person@example.com"])
        let old = JSONValue.string(bench.parameter("token"))
        bench.send("POST", "/v1/auth/forgot-password", ["email": "person@example.com"])
        #expect(bench.send("POST", "/v1/auth/verify-reset-token", ["token": old]).status == 400)
    }

    @Test(
        "Responses do not reveal whether an account exists",
        arguments: ["person@example.com", "nobody@example.com", "disabled@example.com"])
    func enumeration(email: String) throws {
        var bench = try Bench("artitec", links: Self.links)
        for _ in 1...2 {
            let answer = bench.send("POST", "/v1/auth/forgot-password", ["email": .string(email)])
            #expect(answer.status == 200)
            #expect(answer.json == Self.sent)
        }
        #expect(bench.core.inbox.count == (email.hasPrefix("person") ? 2 : 0))
    }

    @Test("An address without an @ has the status that FastAPI gives it")
    func address() throws {
        var bench = try Bench("artitec")
        #expect(bench.send("POST", "/v1/auth/forgot-password", ["email": "bad"]).status == 422)
    }

    @Test(
        "A password needs eight characters, both cases and a number",
        arguments: ["Pass1", "password123", "PASSWORD123", "PasswordOnly"])
    func passwords(password: String) throws {
        var bench = try Bench("artitec", links: Self.links)
        bench.send("POST", "/v1/auth/forgot-password", ["email": "person@example.com"])
        let answer = bench.send(
            "POST", "/v1/auth/reset-password",
            ["token": .string(bench.parameter("token")), "new_password": .string(password)])
        #expect(answer.status == 400)
        #expect(answer.json == ["detail": "Password must be at least 8 characters long"])
    }
}
