import AuthContracts
import HTTPListener
import HTTPMessages
import JSON
import Testing
import TextEncoding

@testable import Sandbox

@Suite struct SupabaseTests {
    private static let recent: HTTPHeaders = [
        "apikey": "anon", "Authorization": "Bearer anon", "X-Supabase-Api-Version": "2024-01-01",
    ]
    private static let old: HTTPHeaders = ["apikey": "anon", "Authorization": "Bearer anon"]

    private static func recover(
        _ bench: inout Bench, _ email: String = "person@example.com", more: JSONObject = [:]
    ) -> Bench.Answer {
        var body = more
        body["email"] = .string(email)
        return bench.send("POST", "/auth/v1/recover", .object(body), headers: recent)
    }

    private static func bearer(_ session: JSONValue) -> HTTPHeaders {
        [
            "apikey": "anon", "Authorization": "Bearer \(session["access_token"]?.string ?? "")",
            "X-Supabase-Api-Version": "2024-01-01",
        ]
    }

    @Test("an invitation is sent again at once, accepted by its link, and not to an account")
    func invitation() throws {
        var bench = try Bench("supabase", links: ["invite": "/accept-invite?token_hash={token_hash}"])
        func invite(_ email: String, headers: HTTPHeaders = SupabaseTests.recent) -> Bench.Answer {
            bench.send("POST", "/auth/v1/invite", ["email": .string(email)], headers: headers)
        }
        #expect(invite("new@example.com", headers: [:]).status == 401)
        let known = invite("person@example.com")
        #expect(known.status == 422)
        #expect(known.json["code"] == "email_exists")
        #expect(invite("nobody").status == 400)
        #expect(bench.email == nil)
        for _ in 0..<2 {
            let answer = invite("new@example.com")
            #expect(answer.status == 200)
            #expect(answer.json["email"] == "new@example.com")
        }
        #expect(bench.email?.purpose == .invite)
        #expect(bench.email?.link.hasPrefix("https://app.example/accept-invite?token_hash=") == true)
        let body: JSONValue = ["type": "invite", "token_hash": .string(bench.parameter("token_hash"))]
        let session = bench.send("POST", "/auth/v1/verify", body, headers: Self.recent)
        #expect(session.status == 200)
        let user = bench.send(
            "PUT", "/auth/v1/user", ["password": "new-password-1"], headers: Self.bearer(session.json))
        #expect(user.status == 200)
        #expect(bench.send("POST", "/auth/v1/verify", body, headers: Self.recent).status == 403)
        #expect(bench.send("GET", "/auth/v1/invite", headers: Self.recent).status == 405)
    }

    @Test("a hash gives a session, the session a new password, and both only once")
    func flow() throws {
        var bench = try Bench("supabase", links: ["reset-password": "/reset?token_hash={token_hash}&type=recovery"])
        let answer = Self.recover(&bench)
        #expect(answer.status == 200)
        #expect(answer.text == "{}")
        #expect(bench.email?.link.hasPrefix("https://app.example/reset?token_hash=") == true)
        let hash = bench.parameter("token_hash")
        #expect(hash.utf8.count == 56)
        let body: JSONValue = ["type": "recovery", "token_hash": .string(hash)]
        let session = bench.send("POST", "/auth/v1/verify", body, headers: Self.recent)
        #expect(session.status == 200)
        #expect(session.json["token_type"] == "bearer")
        #expect(session.json["user"]?["email"] == "person@example.com")
        let again = bench.send("POST", "/auth/v1/verify", body, headers: Self.recent)
        #expect(again.status == 403)
        #expect(again.json == ["code": "otp_expired", "message": "Email link is invalid or has expired"])
        let signed = Self.bearer(session.json)
        let user = bench.send("PUT", "/auth/v1/user", ["password": "new-password-1"], headers: signed)
        #expect(user.status == 200)
        #expect(user.json["email"] == "person@example.com")
        let same = bench.send("PUT", "/auth/v1/user", ["password": "new-password-1"], headers: signed)
        #expect(same.status == 422)
        #expect(
            same.json
                == ["code": "same_password", "message": "New password should be different from the old password."])
        #expect(bench.send("POST", "/auth/v1/logout?scope=local", headers: signed).status == 204)
        #expect(bench.send("GET", "/auth/v1/user", headers: signed).json["code"] == "session_not_found")
    }

    @Test("the code in the email works with its address, and only as long as the hash")
    func code() throws {
        var bench = try Bench("supabase", links: ["reset-password": "/reset?token={token}"])
        _ = Self.recover(&bench)
        let code = try #require(bench.email?.code)
        let wrong: JSONValue = ["type": "recovery", "email": "person@example.com", "token": "1"]
        #expect(
            bench.send("POST", "/auth/v1/verify", wrong, headers: Self.recent).json
                == ["code": "otp_expired", "message": "Token has expired or is invalid"])
        let body: JSONValue = ["type": "recovery", "email": "Person@example.com", "token": .string(code)]
        bench.time += 86_400_000
        #expect(bench.send("POST", "/auth/v1/verify", body, headers: Self.recent).status == 403)
        bench.time -= 86_400_000
        #expect(bench.send("POST", "/auth/v1/verify", body, headers: Self.recent).status == 200)
    }

    @Test("both formats of an error, and the header that goes with each")
    func formats() throws {
        var bench = try Bench("supabase")
        let body: JSONValue = ["type": "recovery", "token_hash": "nothing"]
        let old = bench.send("POST", "/auth/v1/verify", body, headers: Self.old)
        #expect(
            old.text == #"{"code":403,"error_code":"otp_expired","msg":"Email link is invalid or has expired"}"#)
        #expect(old["x-sb-error-code"] == "otp_expired")
        #expect(old["X-Supabase-Api-Version"] == nil)
        let recent = bench.send("POST", "/auth/v1/verify", body, headers: Self.recent)
        #expect(recent.text == #"{"code":"otp_expired","message":"Email link is invalid or has expired"}"#)
        #expect(recent["x-sb-error-code"] == "otp_expired")
        #expect(recent["X-Supabase-Api-Version"] == "2024-01-01")
        let weak: JSONValue = ["email": "new@example.com", "password": "short"]
        let oldWeak = bench.send("POST", "/auth/v1/signup", weak, headers: Self.old)
        #expect(oldWeak.status == 422)
        #expect(
            oldWeak.text
                == #"{"code":422,"error_code":"weak_password","msg":"Password should be at least 6 characters.","#
                + #""weak_password":{"reasons":["length"]}}"#)
        #expect(oldWeak["x-sb-error-code"] == "weak_password")
        let recentWeak = bench.send("POST", "/auth/v1/signup", weak, headers: Self.recent)
        #expect(
            recentWeak.text
                == #"{"code":"weak_password","message":"Password should be at least 6 characters.","#
                + #""weak_password":{"reasons":["length"]}}"#)
        #expect(recentWeak["x-sb-error-code"] == nil)
    }

    @Test("the second email within a minute is refused for known addresses, as by the real server")
    func tooSoon() throws {
        var bench = try Bench("supabase")
        _ = Self.recover(&bench)
        let answer = Self.recover(&bench)
        #expect(answer.status == 429)
        #expect(
            answer.json == [
                "code": "over_email_send_rate_limit",
                "message": "For security purposes, you can only request this after 59 seconds.",
            ])
        #expect(answer["Retry-After"] == nil)
        bench.time += 60_000
        #expect(Self.recover(&bench).status == 200)
        for _ in 1...2 { #expect(Self.recover(&bench, "nobody@example.com").text == "{}") }
    }

    @Test("too many requests and too many emails have different errors")
    func quotas() throws {
        var bench = try Bench("supabase")
        for _ in 1...30 { #expect(Self.recover(&bench, "nobody@example.com").status == 200) }
        #expect(Self.recover(&bench, "nobody@example.com").json["message"] == "Request rate limit reached")
        bench.time += 300_000
        for _ in 1...30 {
            bench.time += 61_000
            #expect(Self.recover(&bench).status == 200)
        }
        bench.time += 61_000
        #expect(Self.recover(&bench).json["message"] == "email rate limit exceeded")
    }

    @Test("the gateway requires a key except for links, and the server without gateway never does")
    func gateway() throws {
        var bench = try Bench("supabase")
        let refused = bench.send("POST", "/auth/v1/recover", ["email": "person@example.com"])
        #expect(refused.status == 401)
        #expect(
            refused.text
                == #"{"message":"No API key found in request","#
                + #""hint":"No `apikey` request header or url param was found."}"#)
        #expect(bench.send("POST", "/auth/v1/recover?apikey=a", ["email": "a@b.example"]).status == 200)
        #expect(bench.send("GET", "/auth/v1/verify?type=recovery&token=x").status == 303)
        #expect(bench.send("POST", "/recover", ["email": "a@b.example"]).status == 200)
    }

    @Test("a followed link results in a session in the fragment, and in an error the next time")
    func link() throws {
        var bench = try Bench(
            "supabase", links: ["reset-password": "/auth#access_token={access_token}&type=recovery"])
        _ = Self.recover(&bench)
        let email = try #require(bench.email)
        #expect(email.link.hasPrefix("http://127.0.0.1:4100/app/auth/v1/verify?token="))
        #expect(email.link.hasSuffix("&type=recovery&redirect_to=https://app.example/auth"))
        let target = String(email.link.dropFirst("http://127.0.0.1:4100/app".count))
        let followed = bench.send("GET", target)
        #expect(followed.status == 303)
        let location = try #require(followed["Location"])
        let parts = location.split(separator: "#", maxSplits: 1).map(String.init)
        #expect(parts[0] == "https://app.example/auth")
        #expect(
            FormItems(parts[1]).items.map(\.name) == [
                "access_token", "expires_at", "expires_in", "refresh_token", "sb", "token_type", "type",
            ])
        let again = bench.send("GET", target)
        #expect(
            again["Location"]
                == "https://app.example/auth#error=access_denied&error_code=otp_expired"
                + "&error_description=Email+link+is+invalid+or+has+expired&sb=")
        #expect(bench.send("HEAD", target).status == 405)
    }

    @Test(
        "a redirect target must be the site's, this machine's or the app's own",
        arguments: [
            ("https://app.example/here", true), ("http://localhost:3000/x", true), ("myapp://auth", true),
            ("https://evil.example/", false), ("https://app.example@evil.example/", false),
            ("javascript:alert(1)", false),
            ("https://app.example.evil.example/", false), ("http://10.0.0.1/", false),
        ])
    func redirects(target: String, isTaken: Bool) throws {
        var bench = try Bench("supabase", scheme: "myapp")
        let answer = bench.send(
            "GET", "/auth/v1/verify?type=recovery&token=x&redirect_to=\(FormItems.encode(target))")
        #expect(answer["Location"]?.hasPrefix((isTaken ? target : "https://app.example") + "#error=") == true)
    }

    @Test("an error with reserved characters in its text is encoded twice, as GoTrue does")
    func doubleEncoding() throws {
        var bench = try Bench("supabase")
        let answer = bench.send(
            "GET", "/auth/v1/verify?type=nonsense&token=pkce_x&redirect_to=https%3A%2F%2Fapp.example%2F%23%2Freset")
        #expect(
            answer["Location"]
                == "https://app.example/?error=invalid_request&error_code=validation_failed"
                + "&error_description=Invalid+email+verification+type#error=invalid_request"
                + "&error_code=validation_failed&error_description=Invalid+email+verification+type&sb=")
        let failure = FormItems.encode([("error_description", "a, b")])
        #expect(failure == "error_description=a%2C+b")
    }

    @Test("a client with a challenge gets a code that only it can exchange, for five minutes")
    func exchange() throws {
        var bench = try Bench("supabase")
        let verifier = String(repeating: "v", count: 43)
        let challenge: JSONObject = [
            "code_challenge": .string(verifier), "code_challenge_method": "plain",
        ]
        _ = Self.recover(&bench, more: challenge)
        let target = String((bench.email?.link ?? "").dropFirst("http://127.0.0.1:4100/app".count))
        #expect(target.hasPrefix("/auth/v1/verify?token=pkce_"))
        let location = bench.send("GET", target)["Location"] ?? ""
        #expect(location.hasPrefix("https://app.example?code="))
        let code = JSONValue.string(String(location.dropFirst("https://app.example?code=".count)))
        let path = "/auth/v1/token?grant_type=pkce"
        let wrong = bench.send(
            "POST", path, ["auth_code": code, "code_verifier": "wrong"], headers: Self.recent)
        #expect(wrong.json["code"] == "bad_code_verifier")
        let right: JSONValue = ["auth_code": code, "code_verifier": .string(verifier)]
        bench.time += 300_000
        #expect(bench.send("POST", path, right, headers: Self.recent).json["code"] == "flow_state_expired")
        bench.time -= 300_000
        #expect(bench.send("POST", path, right, headers: Self.recent).status == 200)
        #expect(bench.send("POST", path, right, headers: Self.recent).json["code"] == "flow_state_not_found")
    }

    @Test(
        "a malformed request is refused as by GoTrue",
        arguments: [
            ("/recover", ##"{"email":""}"##, 400, "Password recovery requires an email"),
            ("/recover", ##"{"email":"bad"}"##, 400, "Unable to validate email address: invalid format"),
            ("/recover", "", 400, "Could not parse request body as JSON: unexpected end of JSON input"),
            (
                "/recover", ##"{"email":"a@b.example","code_challenge":"x"}"##, 400,
                "PKCE flow requires code_challenge_method and code_challenge"
            ),
            (
                "/recover", ##"{"email":"a@b.example","code_challenge":"x","code_challenge_method":"s256"}"##, 400,
                "code challenge has to be between 43 and 128 characters"
            ),
            ("/verify", ##"{"token_hash":"x"}"##, 400, "Verify requires a verification type"),
            ("/verify", ##"{"type":"recovery"}"##, 400, "Verify requires either a token or a token hash"),
            (
                "/verify", ##"{"type":"recovery","token_hash":"x","email":"a@b.example"}"##, 400,
                "Only the token_hash and type should be provided"
            ),
            (
                "/verify", ##"{"type":"recovery","token":"x"}"##, 400,
                "Only an email address or phone number should be provided on verify"
            ),
            ("/verify", ##"{"type":"huh","token_hash":"x"}"##, 400, "Invalid email verification type"),
            (
                "/resend", ##"{"email":"a@b.example"}"##, 400,
                "Missing one of these types: signup, email_change, sms, phone_change"
            ),
            ("/resend", ##"{"type":"signup"}"##, 400, "Type provided requires an email address"),
            ("/otp", ##"{"email":"a@b.example","create_user":false}"##, 422, "Signups not allowed for otp"),
        ])
    func malformed(path: String, body: String, status: Int, message: String) throws {
        var bench = try Bench("supabase")
        let answer = bench.send("POST", "/auth/v1" + path, text: body, headers: Self.recent)
        #expect(answer.status == status)
        #expect(answer.json["message"] == .string(message))
    }

    @Test(
        "malformed, anonymous, foreign and expired tokens have different errors",
        arguments: [
            ("", 401, "This endpoint requires a valid Bearer token"),
            (
                "anon", 403,
                "invalid JWT: unable to parse or verify signature, "
                    + "token is malformed: token contains an invalid number of segments"
            ),
            ("e30.eyJyb2xlIjoiYW5vbiJ9.x", 403, "invalid claim: missing sub claim"),
            (
                "e30.eyJzdWIiOiJ4In0.x", 403,
                "invalid JWT: unable to parse or verify signature, token signature is invalid: signature is invalid"
            ),
        ])
    func bearers(token: String, status: Int, message: String) throws {
        var bench = try Bench("supabase")
        let answer = bench.send(
            "GET", "/auth/v1/user",
            headers: [
                "apikey": "anon", "Authorization": "Bearer \(token)", "X-Supabase-Api-Version": "2024-01-01",
            ])
        #expect(answer.status == status)
        #expect(answer.json["message"] == .string(message))
    }

    @Test("an access token is valid for an hour")
    func oldToken() throws {
        var bench = try Bench("supabase")
        let session = try Self.signIn(&bench)
        bench.time += 3_600_000
        let answer = bench.send("GET", "/auth/v1/user", headers: Self.bearer(session))
        #expect(
            answer.json["message"]
                == "invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired")
    }

    @Test("a new password ends every session but its own")
    func otherSessions() throws {
        var bench = try Bench("supabase")
        let first = try Self.signIn(&bench)
        let second = try Self.signIn(&bench)
        let body: JSONValue = ["password": "another-password-1"]
        #expect(bench.send("PUT", "/auth/v1/user", body, headers: Self.bearer(first)).status == 200)
        #expect(bench.send("GET", "/auth/v1/user", headers: Self.bearer(first)).status == 200)
        #expect(
            bench.send("GET", "/auth/v1/user", headers: Self.bearer(second)).json["code"] == "session_not_found")
        #expect(
            bench.send(
                "POST", "/auth/v1/token?grant_type=refresh_token",
                ["refresh_token": second["refresh_token"] ?? .null], headers: Self.recent
            ).json["code"] == "refresh_token_not_found")
    }

    private static func signIn(
        _ bench: inout Bench, _ email: String = "person@example.com", password: String = Accounts.firstPassword
    ) throws -> JSONValue {
        let answer = bench.send(
            "POST", "/auth/v1/token?grant_type=password",
            ["email": .string(email), "password": .string(password)], headers: recent)
        try #require(answer.status == 200)
        return answer.json
    }

    @Test("a password is counted in bytes, and has at most 72 of them")
    func longPassword() throws {
        var bench = try Bench("supabase")
        let session = try Self.signIn(&bench)
        for (count, status) in [(24, 200), (25, 400)] {
            let password = String(repeating: "€", count: count)
            let answer = bench.send(
                "PUT", "/auth/v1/user", ["password": .string(password)], headers: Self.bearer(session))
            #expect(answer.status == status)
        }
    }

    @Test(
        "banned, unconfirmed and second-factor accounts get the responses of the real server",
        arguments: [
            ("disabled@example.com", "user_banned"), ("unverified@example.com", "email_not_confirmed"),
            ("nobody@example.com", "invalid_credentials"),
        ])
    func fixtures(email: String, code: String) throws {
        var bench = try Bench("supabase")
        let answer = bench.send(
            "POST", "/auth/v1/token?grant_type=password",
            ["email": .string(email), "password": .string(Accounts.firstPassword)], headers: Self.recent)
        #expect(answer.status == 400)
        #expect(answer.json["code"] == .string(code))
    }

    @Test("a recovery link alone is insufficient for an account with a second factor")
    func secondFactor() throws {
        var bench = try Bench("supabase")
        let session = try Self.signIn(&bench, "second-factor@example.com")
        let answer = bench.send(
            "PUT", "/auth/v1/user", ["password": "another-password-1"], headers: Self.bearer(session))
        #expect(answer.status == 401)
        #expect(answer.json["code"] == "insufficient_aal")
    }

    @Test("signing up sends a link, does not reveal taken addresses, and ends with a confirmed account")
    func signUp() throws {
        var bench = try Bench("supabase", links: ["verify-email": "/verify?token_hash={token_hash}&type=email"])
        let body: JSONValue = ["email": "new@example.com", "password": "password-1"]
        let answer = bench.send("POST", "/auth/v1/signup", body, headers: Self.recent)
        #expect(answer.status == 200)
        #expect(answer.json["identities"]?.array?.count == 1)
        #expect(answer.json["email_confirmed_at"] == nil)
        #expect(bench.email?.purpose == .verifyEmail)
        let verified = bench.send(
            "POST", "/auth/v1/verify", ["type": "email", "token_hash": .string(bench.parameter("token_hash"))],
            headers: Self.recent)
        #expect(verified.status == 200)
        #expect(verified.json["user"]?["email_confirmed_at"] != nil)
        let count = bench.core.inbox.count
        let taken = bench.send("POST", "/auth/v1/signup", body, headers: Self.recent)
        #expect(taken.status == 200)
        #expect(taken.json["identities"] == [])
        #expect(taken.json["id"] != answer.json["id"])
        let resent = bench.send(
            "POST", "/auth/v1/resend", ["type": "signup", "email": "new@example.com"], headers: Self.recent)
        #expect(resent.text == "{}")
        #expect(bench.core.inbox.count == count)
    }

    @Test("a new address takes effect when both addresses have confirmed")
    func emailChange() throws {
        var bench = try Bench("supabase", links: ["change-email": "/change?token_hash={token_hash}&type=email_change"])
        let session = try Self.signIn(&bench)
        let asked = bench.send(
            "PUT", "/auth/v1/user", ["email": "New@example.com"], headers: Self.bearer(session))
        #expect(asked.json["new_email"] == "new@example.com")
        #expect(asked.json["email"] == "person@example.com")
        #expect(bench.core.inbox.map(\.to) == ["new@example.com", "person@example.com"])
        let hashes = bench.core.inbox.map { $0.link.split(separator: "=")[1].prefix { $0 != "&" } }
        func verify(_ hash: Substring) -> Bench.Answer {
            bench.send(
                "POST", "/auth/v1/verify", ["type": "email_change", "token_hash": .string(String(hash))],
                headers: Self.recent)
        }
        #expect(
            verify(hashes[0]).text
                == #"{"code":"200","msg":"Confirmation link accepted. "#
                + #"Please proceed to confirm link sent to the other email"}"#)
        #expect(verify(hashes[0]).json["code"] == "otp_expired")
        #expect(verify(hashes[1]).json["user"]?["email"] == "new@example.com")
        let taken = bench.send(
            "PUT", "/auth/v1/user", ["email": "disabled@example.com"], headers: Self.bearer(session))
        #expect(taken.json["code"] == "email_exists")
    }

    @Test("a body of more than a mebibyte is refused")
    func longBody() throws {
        var bench = try Bench("supabase")
        let answer = bench.send(
            "POST", "/auth/v1/recover", text: String(repeating: " ", count: (1 << 20) + 1), headers: Self.recent)
        #expect(answer.status == 413)
        #expect(answer.json["code"] == "request_entity_too_large")
    }
}
