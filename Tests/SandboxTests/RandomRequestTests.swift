import HTTPListener
import HTTPMessages
import JSON
import Testing
import TextEncoding

@testable import Sandbox

@Suite struct RandomRequestTests {
    private static let routes: [String: [String]] = [
        "artitec": [
            "POST /v1/auth/forgot-password", "POST /v1/auth/verify-reset-token", "POST /v1/auth/reset-password",
        ],
        "fetchnews": [
            "POST /api/auth/forgot-password", "POST /api/auth/reset-password", "GET /api/auth/verify-email",
            "POST /api/auth/register", "POST /api/auth/login", "POST /api/auth/resend-verification",
        ],
        "fastapi-users": [
            "POST /auth/forgot-password", "POST /auth/reset-password", "POST /auth/verify", "POST /auth/register",
            "POST /auth/jwt/login", "POST /auth/request-verify-token",
        ],
        "firebase": [
            "POST /v1/accounts:sendOobCode", "POST /v1/accounts:resetPassword", "POST /v1/accounts:update",
            "POST /v1/accounts:lookup", "POST /v1/accounts:signUp", "POST /v1/accounts:signInWithPassword",
            "POST /securetoken.googleapis.com/v1/token",
        ],
        "supabase": [
            "POST /recover", "POST /resend", "POST /otp", "POST /signup", "GET /verify", "POST /verify", "POST /token",
            "GET /user", "PUT /user", "POST /logout",
        ],
    ]

    private static let words = [
        "email", "password", "new_password", "newPassword", "token", "token_hash", "type", "recovery", "signup",
        "oobCode", "requestType", "PASSWORD_RESET", "idToken", "continueUrl", "https://", "person@example.com",
        "a@b.example", "code_challenge", "code_challenge_method", "s256", "redirect_to", "grant_type", "pkce",
        "refresh_token", "", "\u{0}", "é\u{301}", "😀", "a.b.c", "e30.e30.", String(repeating: "x", count: 300),
    ]

    @Test("every request gets a response without a password in it", arguments: routes.keys.sorted())
    func answers(contract: String) throws {
        var bench = try Bench(contract)
        var random = CountingGenerator()
        let routes = try #require(Self.routes[contract])
        let secret = "Very-Secret-Password-9"
        for _ in 0..<2_000 {
            let route = (routes.randomElement(using: &random) ?? "").split(separator: " ").map(String.init)
            let query = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                "\(FormItems.encode(Self.word(&random)))=\(FormItems.encode(Self.word(&random)))"
            }
            var body = Self.value(3, &random).serialized()
            if Bool.random(using: &random) {
                body = JSONValue.object([
                    "email": "person@example.com", "password": .string(secret), "newPassword": .string(secret),
                    "new_password": .string(secret), Self.word(&random): Self.value(2, &random),
                ]).serialized()
            }
            if Int.random(in: 0..<8, using: &random) == 0 { body = String(body.dropLast()) }
            let answer = bench.send(
                route[0], "\(route[1])?key=k&" + query.joined(separator: "&"), text: body,
                headers: ["Authorization": "Bearer \(Self.word(&random))", "Origin": "https://app.example"])
            #expect((200..<500).contains(answer.status))
            #expect(!answer.text.contains(secret))
        }
    }

    private static func word(_ random: inout CountingGenerator) -> String {
        words.randomElement(using: &random) ?? ""
    }

    private static func value(_ depth: Int, _ random: inout CountingGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth == 0 ? 5 : 9), using: &random) {
        case 0: nil
        case 1: true
        case 2: .number(JSONNumber(Int.random(in: -9...9_999_999, using: &random)))
        case 3, 4: .string(word(&random))
        case 5: .array([value(depth - 1, &random)])
        default:
            .object(
                JSONObject(
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in (word(&random), value(depth - 1, &random)) })
            )
        }
    }
}
