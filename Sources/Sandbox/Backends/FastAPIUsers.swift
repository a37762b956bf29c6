internal import AuthContracts
internal import JSON
internal import TextEncoding

/// An imitation of FastAPI-Users, with its auth, register, reset-password and verify routers below `/auth`.
struct FastAPIUsers: Backend {
    private var accounts: Accounts
    private var tokens = OneTimeTokens()
    private var sessions: Set<String> = []

    static let crossOrigin = FastAPI.crossOrigin

    init(_ environment: inout Environment) {
        accounts = Accounts(&environment)
    }

    mutating func answer(_ request: BackendRequest, _ environment: inout Environment) -> BackendAnswer {
        let request = request.below("/auth") ?? request
        let routes: [String: [String]] = [
            "POST /forgot-password": ["email"], "POST /request-verify-token": ["email"],
            "POST /reset-password": ["token", "password"], "POST /verify": ["token"],
            "POST /register": ["email", "password"],
        ]
        if request.route == "POST /jwt/login" || request.route == "POST /login" { return login(request, &environment) }
        if request.route == "POST /jwt/logout" || request.route == "POST /logout" {
            guard let session = request.bearer, sessions.remove(session) != nil else {
                return FastAPI.detail(401, "Unauthorized")
            }
            return BackendAnswer(204)
        }
        guard let names = routes[request.route] else { return FastAPI.notFound }
        let fields: [String: String]
        switch FastAPI.fields(names, of: request) {
        case .success(let values): fields = values
        case .failure(let error): return error.answer
        }
        switch request.path {
        case "/forgot-password": return forgotPassword(fields, &environment)
        case "/request-verify-token": return requestVerification(fields, &environment)
        case "/reset-password": return resetPassword(fields, &environment)
        case "/verify": return verify(fields, environment)
        default: return register(fields, &environment)
        }
    }

    private mutating func forgotPassword(
        _ fields: [String: String], _ environment: inout Environment
    ) -> BackendAnswer {
        if let account = accounts[email: fields["email", default: ""]], !account.isDisabled {
            send(.resetPassword, to: account, lifetime: 3_600, &environment)
        }
        return .json(202, nil)
    }

    private mutating func requestVerification(
        _ fields: [String: String], _ environment: inout Environment
    ) -> BackendAnswer {
        if let account = accounts[email: fields["email", default: ""]], !account.isDisabled, account.verified == nil {
            send(.verifyEmail, to: account, lifetime: 3_600, &environment)
        }
        return .json(202, nil)
    }

    private mutating func send(
        _ purpose: EmailPurpose, to account: Account, lifetime: Int, _ environment: inout Environment
    ) {
        let lifetime = environment.app.lifetime(of: purpose, else: lifetime)
        let claims: JSONValue = [
            "sub": .string(account.id), "exp": .number(JSONNumber(environment.seconds + lifetime)),
        ]
        // The key is discarded: a token is validated by looking it up.
        let token = JSONWebToken.sign(claims, key: environment.bytes(32))
        tokens.issue(token, for: account.id, purpose, lifetime: lifetime, now: environment.now)
        let link = environment.app.emailedAddress(
            for: purpose, values: ["token": token, "email": account.email], token: token)
        environment.send(purpose, to: account.email, link: link)
    }

    private mutating func resetPassword(
        _ fields: [String: String], _ environment: inout Environment
    ) -> BackendAnswer {
        let token = fields["token", default: ""]
        let password = fields["password", default: ""]
        // The real token contains a fingerprint of the old password, which makes it valid only once.
        guard let grant = tokens.grant(of: token, for: [.resetPassword], now: environment.now),
            var account = accounts[id: grant.account], !account.isDisabled
        else { return FastAPI.detail(400, "RESET_PASSWORD_BAD_TOKEN") }
        if let reason = Self.problem(with: password) {
            return FastAPI.detail(400, ["code": "RESET_PASSWORD_INVALID_PASSWORD", "reason": .string(reason)])
        }
        account.password = PasswordHash(password, &environment)
        accounts.insert(account)
        tokens.discard(of: account.id, .resetPassword)
        return .json(200, nil)
    }

    private mutating func verify(_ fields: [String: String], _ environment: Environment) -> BackendAnswer {
        let status = tokens.status(of: fields["token", default: ""], now: environment.now)
        switch status {
        case .good(let grant) where grant.purpose == .verifyEmail:
            guard var account = accounts[id: grant.account] else { break }
            if account.verified != nil { return FastAPI.detail(400, "VERIFY_USER_ALREADY_VERIFIED") }
            account.verified = environment.now
            accounts.insert(account)
            return .json(200, Self.json(account))
        default: break
        }
        return FastAPI.detail(400, "VERIFY_USER_BAD_TOKEN")
    }

    private mutating func register(_ fields: [String: String], _ environment: inout Environment) -> BackendAnswer {
        let email = fields["email", default: ""]
        let password = fields["password", default: ""]
        if let reason = Self.problem(with: password) {
            return FastAPI.detail(400, ["code": "REGISTER_INVALID_PASSWORD", "reason": .string(reason)])
        }
        guard accounts[email: email] == nil else { return FastAPI.detail(400, "REGISTER_USER_ALREADY_EXISTS") }
        let account = Account(
            id: environment.uuid(), email: email, password: PasswordHash(password, &environment),
            now: environment.now)
        accounts.insert(account)
        return .json(201, Self.json(account))
    }

    /// Logs in with an OAuth2 form, in which the email address is called `username`.
    private mutating func login(_ request: BackendRequest, _ environment: inout Environment) -> BackendAnswer {
        let form = FormItems(String(decoding: request.body, as: UTF8.self))
        guard let email = form["username"], let password = form["password"] else {
            let missing = ["username", "password"].filter { form[$0] == nil }
            return FastAPI.ValidationError(
                missing.map {
                    ["type": "missing", "loc": ["body", .string($0)], "msg": "Field required", "input": nil]
                }
            ).answer
        }
        guard let account = accounts[email: email], account.password.matches(password), !account.isDisabled else {
            return FastAPI.detail(400, "LOGIN_BAD_CREDENTIALS")
        }
        let session = environment.token()
        sessions.insert(session)
        return .json(200, ["access_token": .string(session), "token_type": "bearer"])
    }

    private static func problem(with password: String) -> String? {
        PasswordRequirement.atLeast(8).isMet(by: password) ? nil : "Password should be at least 8 characters"
    }

    private static func json(_ account: Account) -> JSONValue {
        [
            "id": .string(account.id), "email": .string(account.email), "is_active": .bool(!account.isDisabled),
            "is_superuser": false, "is_verified": .bool(account.verified != nil),
        ]
    }
}
