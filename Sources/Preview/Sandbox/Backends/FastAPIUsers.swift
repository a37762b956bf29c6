internal import AuthContracts
internal import JSON
internal import TextEncoding

/// An imitation of FastAPI-Users, with its auth, register, reset-password and verify routers below `/auth`.
struct FastAPIUsers: Backend {
    var environment: Environment
    var accounts: Accounts
    var tokens = OneTimeTokens()
    private var sessions: Set<String> = []

    static let crossOrigin = FastAPI.crossOrigin

    init(_ environment: Environment) {
        self.environment = environment
        accounts = Accounts(&self.environment)
    }

    mutating func respond(to request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        let request = request.below("/auth") ?? request
        switch request.route {
        case "POST /forgot-password": return try forgotPassword(FastAPI.fields(["email"], of: request))
        case "POST /request-verify-token": return try requestVerification(FastAPI.fields(["email"], of: request))
        case "POST /reset-password": return try resetPassword(FastAPI.fields(["token", "password"], of: request))
        case "POST /verify": return try verify(FastAPI.fields(["token"], of: request))
        case "POST /register": return try register(FastAPI.fields(["email", "password"], of: request))
        case "POST /jwt/login", "POST /login": return try logIn(request)
        case "POST /jwt/logout", "POST /logout":
            guard let session = request.bearer, sessions.remove(session) != nil else {
                return FastAPI.detail(401, "Unauthorized")
            }
            return BackendResponse(204)
        default: return FastAPI.notFound
        }
    }

    private mutating func forgotPassword(_ fields: FastAPI.Fields) -> BackendResponse {
        if let account = accounts[email: fields["email"]], !account.isDisabled { send(.resetPassword, to: account) }
        return .json(202, nil)
    }

    private mutating func requestVerification(_ fields: FastAPI.Fields) -> BackendResponse {
        if let account = accounts[email: fields["email"]], !account.isDisabled, account.verified == nil {
            send(.verifyEmail, to: account)
        }
        return .json(202, nil)
    }

    private mutating func send(_ purpose: EmailPurpose, to account: Account) {
        let lifetime = environment.app.lifetime(of: purpose, else: 3_600)
        let claims: JSONValue = [
            "sub": .string(account.id), "exp": .number(JSONNumber(environment.seconds + lifetime)),
        ]
        // The key is discarded: a token is validated by looking it up.
        let token = JSONWebToken.sign(claims, key: environment.bytes(32))
        sendLink(purpose, to: account, token: token, lifetime: lifetime)
    }

    private mutating func resetPassword(_ fields: FastAPI.Fields) -> BackendResponse {
        // The real token contains a fingerprint of the old password, which makes it valid only once.
        guard let account = account(of: fields["token"], for: .resetPassword), !account.isDisabled else {
            return FastAPI.detail(400, "RESET_PASSWORD_BAD_TOKEN")
        }
        if let reason = Self.problem(with: fields["password"]) {
            return FastAPI.detail(400, ["code": "RESET_PASSWORD_INVALID_PASSWORD", "reason": .string(reason)])
        }
        setPassword(fields["password"], of: account)
        tokens.discard(of: account.id, .resetPassword)
        return .json(200, nil)
    }

    private mutating func verify(_ fields: FastAPI.Fields) -> BackendResponse {
        guard var account = account(of: fields["token"], for: .verifyEmail) else {
            return FastAPI.detail(400, "VERIFY_USER_BAD_TOKEN")
        }
        if account.verified != nil { return FastAPI.detail(400, "VERIFY_USER_ALREADY_VERIFIED") }
        account.verified = environment.now
        accounts.insert(account)
        return .json(200, Self.json(account))
    }

    private mutating func register(_ fields: FastAPI.Fields) -> BackendResponse {
        if let reason = Self.problem(with: fields["password"]) {
            return FastAPI.detail(400, ["code": "REGISTER_INVALID_PASSWORD", "reason": .string(reason)])
        }
        guard accounts[email: fields["email"]] == nil else {
            return FastAPI.detail(400, "REGISTER_USER_ALREADY_EXISTS")
        }
        return .json(201, Self.json(addAccount(fields["email"], password: fields["password"])))
    }

    /// Logs in with an OAuth2 form, in which the email address is called `username`.
    private mutating func logIn(_ request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        let form = FormItems(String(decoding: request.body, as: UTF8.self))
        guard let email = form["username"], let password = form["password"] else {
            throw FastAPI.invalid(["username", "password"].filter { form[$0] == nil }.map(FastAPI.missing))
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
