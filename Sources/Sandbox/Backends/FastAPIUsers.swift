internal import AuthContracts
internal import JSON
internal import TextEncoding

/// FastAPI-Users, with its auth, register, reset-password and verify routers below `/auth`.
struct FastAPIUsers: Backend {
    private var accounts: Accounts
    private var tokens = OneTimeTokens()
    private var sessions: Set<String> = []

    static let crossOrigin = FastAPI.crossOrigin

    init(_ surroundings: inout Surroundings) {
        accounts = Accounts(&surroundings)
    }

    mutating func answer(_ request: BackendRequest, _ surroundings: inout Surroundings) -> BackendAnswer {
        let request = request.below("/auth") ?? request
        let routes: [String: [String]] = [
            "POST /forgot-password": ["email"], "POST /request-verify-token": ["email"],
            "POST /reset-password": ["token", "password"], "POST /verify": ["token"],
            "POST /register": ["email", "password"],
        ]
        if request.route == "POST /jwt/login" || request.route == "POST /login" { return login(request, &surroundings) }
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
        case "/forgot-password": return forgotPassword(fields, &surroundings)
        case "/request-verify-token": return requestVerification(fields, &surroundings)
        case "/reset-password": return resetPassword(fields, &surroundings)
        case "/verify": return verify(fields, surroundings)
        default: return register(fields, &surroundings)
        }
    }

    private mutating func forgotPassword(
        _ fields: [String: String], _ surroundings: inout Surroundings
    ) -> BackendAnswer {
        if let account = accounts[email: fields["email", default: ""]], !account.isDisabled {
            send(.resetPassword, to: account, lifetime: 3_600, &surroundings)
        }
        return .json(202, nil)
    }

    private mutating func requestVerification(
        _ fields: [String: String], _ surroundings: inout Surroundings
    ) -> BackendAnswer {
        if let account = accounts[email: fields["email", default: ""]], !account.isDisabled, account.verified == nil {
            send(.verifyEmail, to: account, lifetime: 3_600, &surroundings)
        }
        return .json(202, nil)
    }

    private mutating func send(
        _ purpose: EmailPurpose, to account: Account, lifetime: Int, _ surroundings: inout Surroundings
    ) {
        let token = surroundings.token()
        tokens.issue(
            token, for: account.id, purpose, lifetime: surroundings.app.lifetime(of: purpose, else: lifetime),
            now: surroundings.now)
        let link =
            surroundings.app.address(for: purpose, values: ["token": token, "email": account.email], token: token)
            ?? "\(surroundings.app.linkBase)/\(purpose.rawValue)?token=\(token)"
        surroundings.send(purpose, to: account.email, link: link)
    }

    private mutating func resetPassword(
        _ fields: [String: String], _ surroundings: inout Surroundings
    ) -> BackendAnswer {
        let token = fields["token", default: ""]
        let password = fields["password", default: ""]
        // A token holds a fingerprint of the old password, which is how it is good only once.
        guard let grant = tokens.grant(of: token, for: [.resetPassword], now: surroundings.now),
            var account = accounts[id: grant.account], !account.isDisabled
        else { return FastAPI.detail(400, "RESET_PASSWORD_BAD_TOKEN") }
        if let reason = Self.problem(with: password) {
            return FastAPI.detail(400, ["code": "RESET_PASSWORD_INVALID_PASSWORD", "reason": .string(reason)])
        }
        account.password = PasswordHash(password, &surroundings)
        accounts.insert(account)
        tokens.discard(of: account.id, .resetPassword)
        return .json(200, nil)
    }

    private mutating func verify(_ fields: [String: String], _ surroundings: Surroundings) -> BackendAnswer {
        let standing = tokens.standing(of: fields["token", default: ""], now: surroundings.now)
        switch standing {
        case .good(let grant) where grant.purpose == .verifyEmail:
            guard var account = accounts[id: grant.account] else { break }
            if account.verified != nil { return FastAPI.detail(400, "VERIFY_USER_ALREADY_VERIFIED") }
            account.verified = surroundings.now
            accounts.insert(account)
            return .json(200, Self.json(account))
        default: break
        }
        return FastAPI.detail(400, "VERIFY_USER_BAD_TOKEN")
    }

    private mutating func register(_ fields: [String: String], _ surroundings: inout Surroundings) -> BackendAnswer {
        let email = fields["email", default: ""]
        let password = fields["password", default: ""]
        if let reason = Self.problem(with: password) {
            return FastAPI.detail(400, ["code": "REGISTER_INVALID_PASSWORD", "reason": .string(reason)])
        }
        guard accounts[email: email] == nil else { return FastAPI.detail(400, "REGISTER_USER_ALREADY_EXISTS") }
        let account = Account(
            id: surroundings.uuid(), email: email, password: PasswordHash(password, &surroundings),
            now: surroundings.now)
        accounts.insert(account)
        return .json(201, Self.json(account))
    }

    /// An OAuth2 form: the address is called `username`.
    private mutating func login(_ request: BackendRequest, _ surroundings: inout Surroundings) -> BackendAnswer {
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
        let session = surroundings.token()
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
