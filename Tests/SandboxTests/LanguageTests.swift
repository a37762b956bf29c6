import HTTPMessages
import JSON
import Testing

@testable import Sandbox

@Suite struct LanguageTests {
    @Test(
        "an email is in the language that its request names, as the contract says where",
        arguments: [
            (
                "firebase", "/v1/accounts:sendOobCode?key=k", "X-Firebase-Locale",
                ["requestType": "PASSWORD_RESET", "clientType": "CLIENT_TYPE_WEB"]
            ),
            ("djoser", "/users/reset_password/", "Accept-Language", [:]),
            ("dj-rest-auth", "/password/reset/", "Accept-Language", [:]),
            ("allauth", "/_allauth/app/v1/auth/password/request", "Accept-Language", [:]),
            ("appwrite", "/account/recovery", "X-Appwrite-Locale", ["url": "https://app.example/r"]),
            ("fetchnews", "/api/auth/forgot-password", "Accept-Language", [:]),
            ("artitec", "/v1/auth/forgot-password", "Accept-Language", [:]),
        ] as [(String, String, String, JSONObject)])
    func byHeader(contract: String, path: String, header: String, more: JSONObject) throws {
        var bench = try Bench(contract, links: ["reset-password": "/reset?token={token}"])
        var body = more
        body["email"] = "person@example.com"
        for language in ["fr", "pt-BR", nil] {
            let headers: HTTPHeaders = language.map { [header: $0] } ?? [:]
            #expect(bench.send("POST", path, .object(body), headers: headers).status < 300)
            #expect(bench.email?.language == language)
            bench.time += 3_600_000
        }
    }

    @Test("Supabase keeps the language of the sign-up, for all later emails")
    func ofAccount() throws {
        var bench = try Bench("supabase", links: ["verify-email": "/verify?token_hash={token_hash}"])
        let headers: HTTPHeaders = ["apikey": "anon", "Authorization": "Bearer anon"]
        let answer = bench.send(
            "POST", "/auth/v1/signup",
            [
                "email": "new@example.com", "password": "Sunflower-7", "data": ["lang": "fr"],
                "gotrue_meta_security": [:],
            ],
            headers: headers)
        #expect(answer.json["user_metadata"] == ["lang": "fr"])
        #expect(bench.email?.language == "fr")
        bench.time += 3_600_000
        bench.send("POST", "/auth/v1/recover", ["email": "new@example.com"], headers: headers)
        #expect(bench.email?.to == "new@example.com" && bench.email?.language == "fr")
        bench.send("POST", "/auth/v1/recover", ["email": "person@example.com"], headers: headers)
        #expect(bench.email?.to == "person@example.com" && bench.email?.language == nil)
    }
}
