import AuthContracts
import HTTPListener
import HTTPMessages
import JSON
import Testing

@testable import Sandbox

@Suite struct FirebaseTests {
    private static let links = [
        "reset-password": "/auth/action?mode=resetPassword&oobCode={oobCode}",
        "verify-email": "/auth/action?mode=verifyEmail&oobCode={oobCode}",
    ]

    private static func call(
        _ bench: inout Bench, _ method: String, _ body: JSONValue, headers: HTTPHeaders = [:]
    ) -> Bench.Answer {
        bench.send("POST", "/v1/accounts:\(method)?key=k", body, headers: headers)
    }

    private static func code(_ bench: inout Bench, _ email: String = "person@example.com") -> JSONValue {
        _ = call(&bench, "sendOobCode", ["requestType": "PASSWORD_RESET", "email": .string(email)])
        return .string(bench.parameter("oobCode"))
    }

    private static func error(_ message: String, _ code: Int = 400) -> JSONValue {
        [
            "error": [
                "code": .number(JSONNumber(code)), "message": .string(message),
                "errors": [["message": .string(message), "domain": "global", "reason": "invalid"]],
            ]
        ]
    }

    @Test("a code can be checked often and redeemed once, and a weak password does not use it up")
    func flow() throws {
        var bench = try Bench("firebase", links: Self.links)
        let sent = Self.call(
            &bench, "sendOobCode",
            [
                "requestType": "PASSWORD_RESET", "email": "person@example.com",
                "continueUrl": "https://app.example/done?a=b",
            ], headers: ["X-Firebase-Locale": "fr"])
        #expect(
            sent.json == ["kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": "person@example.com"])
        let code = JSONValue.string(bench.parameter("oobCode"))
        #expect(
            bench.email?.link
                == "https://app.example/auth/action?mode=resetPassword&oobCode=\(bench.parameter("oobCode"))"
                + "&apiKey=k&continueUrl=https%3A%2F%2Fapp.example%2Fdone%3Fa%3Db&lang=fr")
        let looked: JSONValue = [
            "kind": "identitytoolkit#ResetPasswordResponse", "email": "person@example.com",
            "requestType": "PASSWORD_RESET",
        ]
        for _ in 1...2 { #expect(Self.call(&bench, "resetPassword", ["oobCode": code]).json == looked) }
        let weak = Self.call(&bench, "resetPassword", ["oobCode": code, "newPassword": "12345"])
        #expect(weak.status == 400)
        #expect(weak.json == Self.error("WEAK_PASSWORD : Password should be at least 6 characters"))
        let body: JSONValue = ["oobCode": code, "newPassword": "another-password"]
        #expect(Self.call(&bench, "resetPassword", body).json == looked)
        #expect(Self.call(&bench, "resetPassword", body).json == Self.error("INVALID_OOB_CODE"))
        let login: JSONValue = ["email": "person@example.com", "password": "another-password"]
        #expect(Self.call(&bench, "signInWithPassword", login).json["registered"] == true)
    }

    @Test("a code expires after an hour")
    func expiry() throws {
        var bench = try Bench("firebase", links: Self.links)
        let code = Self.code(&bench)
        bench.time += 3_600_000
        #expect(Self.call(&bench, "resetPassword", ["oobCode": code]).json == Self.error("EXPIRED_OOB_CODE"))
        #expect(Self.call(&bench, "update", ["oobCode": code]).json == Self.error("EXPIRED_OOB_CODE"))
    }

    @Test("a confirmation requires a session, and its code confirms at once")
    func verification() throws {
        var bench = try Bench("firebase", links: Self.links)
        #expect(
            Self.call(&bench, "sendOobCode", ["requestType": "VERIFY_EMAIL", "email": "person@example.com"]).json
                == Self.error("INVALID_ID_TOKEN"))
        let account = Self.call(&bench, "signUp", ["email": "new@example.com", "password": "password"]).json
        let token = account["idToken"] ?? .null
        #expect(Self.call(&bench, "sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": token]).status == 200)
        let code = JSONValue.string(bench.parameter("oobCode"))
        #expect(bench.parameter("mode") == "verifyEmail")
        #expect(Self.call(&bench, "resetPassword", ["oobCode": code]).json["requestType"] == "VERIFY_EMAIL")
        #expect(
            Self.call(&bench, "resetPassword", ["oobCode": code, "newPassword": "password-2"]).json
                == Self.error("INVALID_OOB_CODE"))
        #expect(Self.call(&bench, "update", ["oobCode": code]).json["emailVerified"] == true)
        #expect(Self.call(&bench, "update", ["oobCode": code]).json == Self.error("INVALID_OOB_CODE"))
        let user = Self.call(&bench, "lookup", ["idToken": token]).json["users"]?.array?.first
        #expect(user?["emailVerified"] == true)
    }

    @Test("a change of address must be confirmed by an email to the new one")
    func change() throws {
        var bench = try Bench("firebase", links: Self.links)
        let account = Self.call(&bench, "signUp", ["email": "new@example.com", "password": "password"]).json
        let token = account["idToken"] ?? .null
        func request(_ email: String) -> JSONValue {
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": token, "newEmail": .string(email)]
        }
        // The response for a taken address is the same.
        #expect(Self.call(&bench, "sendOobCode", request("person@example.com")).status == 200)
        #expect(bench.core.inbox.isEmpty)
        #expect(Self.call(&bench, "sendOobCode", request("newer@example.com")).status == 200)
        #expect(bench.email?.to == "newer@example.com")
        let code = JSONValue.string(bench.parameter("oobCode"))
        #expect(Self.call(&bench, "resetPassword", ["oobCode": code]).json["newEmail"] == "newer@example.com")
        #expect(Self.call(&bench, "update", ["oobCode": code]).json["email"] == "newer@example.com")
        #expect(Self.call(&bench, "lookup", ["idToken": token]).json == Self.error("TOKEN_EXPIRED"))
    }

    @Test("a sign-in link signs in once, with the address that it was sent to")
    func signInLink() throws {
        var bench = try Bench("firebase", links: ["sign-in": "/auth/action?mode=signIn&oobCode={oobCode}"])
        let wanted: JSONValue = [
            "requestType": "EMAIL_SIGNIN", "email": "person@example.com", "continueUrl": "http://localhost/login",
        ]
        #expect(Self.call(&bench, "sendOobCode", wanted).status == 200)
        let code = JSONValue.string(bench.parameter("oobCode"))
        #expect(Self.call(&bench, "resetPassword", ["oobCode": code]).json["requestType"] == "EMAIL_SIGNIN")
        func signIn(_ email: String) -> JSONValue {
            Self.call(&bench, "signInWithEmailLink", ["oobCode": code, "email": .string(email)]).json
        }
        #expect(signIn("unverified@example.com") == Self.error("INVALID_EMAIL"))
        #expect(signIn("Person@example.com")["idToken"]?.string != nil)
        #expect(signIn("person@example.com") == Self.error("INVALID_OOB_CODE"))
    }

    @Test("a changed address can be restored from its own mailbox, once")
    func recovery() throws {
        var bench = try Bench(
            "firebase",
            links: [
                "change-email": "/auth/action?mode=verifyAndChangeEmail&oobCode={oobCode}",
                "recover-email": "/auth/action?mode=recoverEmail&oobCode={oobCode}",
            ])
        let account = Self.call(&bench, "signUp", ["email": "new@example.com", "password": "password"]).json
        let change: JSONValue = [
            "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": account["idToken"] ?? .null,
            "newEmail": "newer@example.com",
        ]
        #expect(Self.call(&bench, "sendOobCode", change).status == 200)
        #expect(Self.call(&bench, "update", ["oobCode": .string(bench.parameter("oobCode"))]).status == 200)
        #expect(bench.email?.to == "new@example.com")
        #expect(bench.email?.purpose == .recoverEmail)
        #expect(bench.parameter("mode") == "recoverEmail")
        let code = JSONValue.string(bench.parameter("oobCode"))
        #expect(
            Self.call(&bench, "resetPassword", ["oobCode": code]).json == [
                "kind": "identitytoolkit#ResetPasswordResponse", "email": "new@example.com",
                "newEmail": "newer@example.com", "requestType": "RECOVER_EMAIL",
            ])
        #expect(Self.call(&bench, "update", ["oobCode": code]).json["email"] == "new@example.com")
        #expect(Self.call(&bench, "update", ["oobCode": code]).json == Self.error("INVALID_OOB_CODE"))
        let login: JSONValue = ["email": "new@example.com", "password": "password"]
        #expect(Self.call(&bench, "signInWithPassword", login).status == 200)
        #expect(
            Self.call(&bench, "sendOobCode", ["requestType": "RECOVER_EMAIL", "email": "new@example.com"]).json
                == Self.error("INVALID_REQ_TYPE : Unsupported request parameters."))
    }

    @Test("Responses for unknown and known addresses are alike")
    func enumeration() throws {
        var bench = try Bench("firebase", links: Self.links)
        let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": "nobody@example.com"]
        #expect(Self.call(&bench, "sendOobCode", body).json["email"] == "nobody@example.com")
        #expect(bench.core.inbox.isEmpty)
    }

    @Test(
        "missing members are reported as by Google",
        arguments: [
            ("sendOobCode", ##"{}"##, "MISSING_REQ_TYPE"),
            ("sendOobCode", ##"{"requestType":"HUH"}"##, "INVALID_REQ_TYPE : Unsupported request parameters."),
            ("sendOobCode", ##"{"requestType":"PASSWORD_RESET"}"##, "MISSING_EMAIL"),
            ("sendOobCode", ##"{"requestType":"PASSWORD_RESET","email":"bad"}"##, "INVALID_EMAIL"),
            (
                "sendOobCode", ##"{"requestType":"PASSWORD_RESET","email":"a@b.example","continueUrl":"x"}"##,
                "INVALID_CONTINUE_URI"
            ),
            (
                "sendOobCode",
                ##"{"requestType":"PASSWORD_RESET","email":"a@b.example","continueUrl":"https://evil.example"}"##,
                "UNAUTHORIZED_DOMAIN : Domain not whitelisted by project"
            ),
            ("resetPassword", ##"{}"##, "MISSING_OOB_CODE"),
            ("resetPassword", ##"{"oobCode":"x"}"##, "INVALID_OOB_CODE"),
            ("update", ##"{"oobCode":"x"}"##, "INVALID_OOB_CODE"),
            ("signUp", ##"{"email":"person@example.com","password":"password"}"##, "EMAIL_EXISTS"),
            (
                "signUp", ##"{"email":"new@example.com","password":"short"}"##,
                "WEAK_PASSWORD : Password should be at least 6 characters"
            ),
            ("signInWithPassword", ##"{"email":"a@b.example","password":"x"}"##, "INVALID_LOGIN_CREDENTIALS"),
            (
                "signInWithPassword", ##"{"email":"disabled@example.com","password":"Sandbox-Password-1"}"##,
                "USER_DISABLED"
            ),
        ])
    func refusals(method: String, body: String, message: String) throws {
        var bench = try Bench("firebase", links: Self.links)
        let answer = bench.send("POST", "/v1/accounts:\(method)?key=k", text: body)
        #expect(answer.status == 400)
        #expect(answer.json == Self.error(message))
    }

    @Test("a disabled account's code is refused, and a second factor is asked for")
    func fixtures() throws {
        var bench = try Bench("firebase", links: Self.links)
        let code = Self.code(&bench, "disabled@example.com")
        #expect(Self.call(&bench, "resetPassword", ["oobCode": code]).json == Self.error("USER_DISABLED"))
        let answer = Self.call(
            &bench, "signInWithPassword",
            ["email": "second-factor@example.com", "password": .string(Accounts.firstPassword)])
        #expect(answer.json["mfaPendingCredential"] != nil)
        #expect(answer.json["idToken"] == nil)
    }

    @Test("a key is required, and a restricted one requires a referrer")
    func keys() throws {
        var bench = try Bench("firebase")
        let none = bench.send("POST", "/v1/accounts:resetPassword", ["oobCode": "x"])
        #expect(none.status == 403)
        #expect(none.json["error"]?["message"] == "The request is missing a valid API key.")
        #expect(none.json["error"]?["status"] == "PERMISSION_DENIED")
        let path = "/v1/accounts:resetPassword?key=referrer-key"
        let blocked = bench.send("POST", path, ["oobCode": "x"])
        #expect(blocked.json["error"]?["message"] == "Requests from referer <empty> are blocked.")
        #expect(
            blocked.json["error"]?["details"]?.array?.first?["reason"] == "API_KEY_HTTP_REFERRER_BLOCKED")
        let allowed = bench.send("POST", path, ["oobCode": "x"], headers: ["Referer": "https://app.example/"])
        #expect(allowed.json == Self.error("INVALID_OOB_CODE"))
    }

    @Test("too many attempts are refused, for unknown addresses too")
    func limits() throws {
        var bench = try Bench("firebase", links: Self.links)
        for email in ["person@example.com", "nobody@example.com"] {
            let reset: JSONValue = ["requestType": "PASSWORD_RESET", "email": .string(email)]
            for _ in 1...10 { #expect(Self.call(&bench, "sendOobCode", reset).status == 200) }
            #expect(Self.call(&bench, "sendOobCode", reset).json == Self.error("RESET_PASSWORD_EXCEED_LIMIT"))
            let login: JSONValue = ["email": .string(email), "password": "wrong"]
            for _ in 1...5 { _ = Self.call(&bench, "signInWithPassword", login) }
            let message = Self.call(&bench, "signInWithPassword", login).json["error"]?["message"]?.string
            #expect(message?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER : ") == true)
        }
    }

    @Test("the admin library connects by host and port, and gets the link instead of an email")
    func administrator() throws {
        var bench = try Bench("firebase", links: Self.links)
        let path = "/identitytoolkit.googleapis.com/v1/projects/demo-x/accounts:sendOobCode"
        let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": "person@example.com", "returnOobLink": true]
        let answer = bench.sendAnywhere("POST", path, body, headers: ["Authorization": "Bearer owner"])
        #expect(answer.json["oobLink"]?.string?.hasPrefix("https://app.example/auth/action?mode=resetPassword") == true)
        #expect(bench.core.inbox.isEmpty)
        #expect(bench.sendAnywhere("POST", path + "?key=k", body).status == 403)
    }
}
