import AuthContracts
import HTTPListener
import HTTPMessages
import JSON
import Testing
import TextEncoding

@testable import Sandbox

@Suite struct FetchNewsTests {
    private static let links = [
        "reset-password": "/reset-password?token={token}", "verify-email": "/verify-email?token={token}",
    ]

    @Test("A reset works once, and as long as app.yml says")
    func reset() throws {
        var bench = try Bench("fetchnews", links: Self.links, lives: 600)
        let asked = bench.send("POST", "/api/auth/forgot-password", ["email": "person@example.com"])
        #expect(
            asked.json == ["message": "If an account with that email exists, a password reset link has been sent"])
        let body: JSONValue = ["token": .string(bench.parameter("token")), "newPassword": "long-enough"]
        bench.time += 600_000
        let late = bench.send("POST", "/api/auth/reset-password", body)
        #expect(late.status == 400)
        #expect(late.json == ["error": "Reset token has expired"])
        bench.time -= 600_000
        #expect(
            bench.send("POST", "/api/auth/reset-password", body).json
                == ["message": "Password has been reset successfully"])
        #expect(bench.email?.purpose == .passwordChanged)
        #expect(bench.email?.to == "person@example.com")
        #expect(bench.send("POST", "/api/auth/reset-password", body).status == 400)
        let login: JSONValue = ["email": "person@example.com", "password": "long-enough"]
        #expect(bench.send("POST", "/api/auth/login", login).json["user"]?["emailVerified"] == true)
    }

    @Test("signing up sends a link, which may be sent again to somebody signed in")
    func verification() throws {
        var bench = try Bench("fetchnews", links: Self.links)
        let account = bench.send(
            "POST", "/api/auth/register", ["email": "new@example.com", "password": "long-enough"])
        #expect(account.status == 201)
        let first = bench.parameter("token")
        #expect(bench.send("POST", "/api/auth/resend-verification").json == ["error": "Unauthorized"])
        let signed: HTTPHeaders = ["Authorization": "Bearer \(account.json["token"]?.string ?? "")"]
        #expect(
            bench.send("POST", "/api/auth/resend-verification", headers: signed).json
                == ["message": "Verification email sent"])
        #expect(bench.send("GET", "/api/auth/verify-email?token=\(PercentEncoding.encode(first))").status == 400)
        let path = "/api/auth/verify-email?token=\(PercentEncoding.encode(bench.parameter("token")))"
        #expect(bench.send("GET", path).json == ["message": "Email verified successfully"])
        #expect(bench.send("GET", path).json == ["error": "Email is already verified"])
        #expect(
            bench.send("POST", "/api/auth/resend-verification", headers: signed).json
                == ["error": "Email is already verified"])
    }

    @Test(
        "an error has a reason",
        arguments: [
            ("login", ##"{"email":"person@example.com","password":"x"}"##, 401, "Invalid email or password"),
            (
                "login", ##"{"email":"disabled@example.com","password":"Sandbox-Password-1"}"##, 403,
                "Account is disabled"
            ),
            (
                "register", ##"{"email":"person@example.com","password":"long-enough"}"##, 409,
                "Email is already registered"
            ),
            (
                "register", ##"{"email":"new@example.com","password":"short"}"##, 400,
                "Password must be at least 8 characters"
            ),
            ("forgot-password", ##"{"email":"bad"}"##, 400, "Invalid email address"),
        ])
    func refusals(path: String, body: String, status: Int, text: String) throws {
        var bench = try Bench("fetchnews", links: Self.links)
        let answer = bench.send("POST", "/api/auth/\(path)", text: body)
        #expect(answer.status == status)
        #expect(answer.json == ["error": .string(text)])
    }
}
