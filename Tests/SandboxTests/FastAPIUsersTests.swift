import HTTPListener
import JSON
import Testing

@testable import Sandbox

@Suite struct FastAPIUsersTests {
    private static let links = [
        "reset-password": "/reset?token={token}", "verify-email": "/verify?token={token}",
    ]

    @Test("Responses are those recorded from the real server")
    func transcript() throws {
        var bench = try Bench("fastapi-users", links: Self.links)
        func post(_ path: String, _ body: JSONValue) -> (Int, String) {
            let answer = bench.send("POST", "/auth\(path)", body)
            return (answer.status, answer.text)
        }
        #expect(post("/register", ["email": "a@example.com", "password": "longenough1"]).0 == 201)
        #expect(post("/forgot-password", ["email": "nobody@example.com"]) == (202, "null"))
        #expect(post("/forgot-password", ["email": "a@example.com"]) == (202, "null"))
        #expect(
            post("/forgot-password", ["email": "bad"]) == (
                422,
                #"{"detail":[{"type":"value_error","loc":["body","email"],"msg":"value is not a valid email address: "#
                    + #"An email address must have an @-sign.","input":"bad","#
                    + #""ctx":{"reason":"An email address must have an @-sign."}}]}"#
            ))
        let token = JSONValue.string(bench.parameter("token"))
        let bad = (400, #"{"detail":"RESET_PASSWORD_BAD_TOKEN"}"#)
        #expect(post("/reset-password", ["token": "junk", "password": "longenough2"]) == bad)
        #expect(
            post("/reset-password", ["token": token, "password": "short"]) == (
                400,
                #"{"detail":{"code":"RESET_PASSWORD_INVALID_PASSWORD","#
                    + #""reason":"Password should be at least 8 characters"}}"#
            ))
        #expect(post("/reset-password", ["token": token, "password": "longenough2"]) == (200, "null"))
        #expect(post("/reset-password", ["token": token, "password": "longenough3"]) == bad)
        #expect(post("/request-verify-token", ["email": "a@example.com"]) == (202, "null"))
        #expect(post("/verify", ["token": "junk"]) == (400, #"{"detail":"VERIFY_USER_BAD_TOKEN"}"#))
        let verify: JSONValue = ["token": .string(bench.parameter("token"))]
        #expect(post("/verify", verify).0 == 200)
        #expect(post("/verify", verify) == (400, #"{"detail":"VERIFY_USER_ALREADY_VERIFIED"}"#))
        let form = bench.send(
            "POST", "/auth/jwt/login", text: "grant_type=password&username=a%40example.com&password=longenough2")
        #expect(form.json["token_type"] == "bearer")
    }
}
