internal import AuthContracts
internal import JSON
internal import SiteModel
internal import TextEncoding

/// An imitation of FetchNews' REST backend, which responds with `{"message"}` on success and `{"error"}` on failure.
struct FetchNews: Backend {
    private var accounts: Accounts
    private var tokens = OneTimeTokens()
    private var sessions: [String: String] = [:]
    private var emailRate = RateLimit(maximum: 5, window: 900)

    /// The defaults of Express' `cors` middleware.
    static let crossOrigin = CrossOrigin(origin: .any, methods: "GET,HEAD,PUT,PATCH,POST,DELETE")

    init(_ environment: inout Environment) {
        accounts = Accounts(&environment)
    }

    mutating func answer(_ request: BackendRequest, _ environment: inout Environment) -> BackendAnswer {
        switch request.route {
        case "POST /api/auth/forgot-password": forgotPassword(request, &environment)
        case "POST /api/auth/reset-password": resetPassword(request, &environment)
        case "GET /api/auth/verify-email": verifyEmail(request, &environment)
        case "POST /api/auth/resend-verification": resendVerification(request, &environment)
        case "POST /api/auth/register", "POST /api/auth/signup": signUp(request, &environment)
        case "GET /api/auth/me": me(request)
        case "POST /api/auth/login", "POST /api/auth/signin": signIn(request, &environment)
        default: Self.error(404, "Not found")
        }
    }

    private mutating func forgotPassword(
        _ request: BackendRequest, _ environment: inout Environment
    ) -> BackendAnswer {
        guard let email = request.json?["email"]?.string, !email.isEmpty else {
            return Self.error(400, "Email is required")
        }
        guard EmailAddress.isValid(email) else { return Self.error(400, "Invalid email address") }
        if emailRate.wait("reset \(email.lowercased())", now: environment.now) != nil { return Self.tooMany }
        if let account = accounts[email: email], !account.isDisabled {
            send(.resetPassword, to: account, &environment)
        }
        return Self.message("If an account with that email exists, a password reset link has been sent")
    }

    private mutating func resetPassword(
        _ request: BackendRequest, _ environment: inout Environment
    ) -> BackendAnswer {
        guard let json = request.json, let token = json["token"]?.string, let password = json["newPassword"]?.string
        else { return Self.error(400, "Token and new password are required") }
        guard let grant = tokens.grant(of: token, for: [.resetPassword], now: environment.now),
            var account = accounts[id: grant.account], !account.isDisabled
        else { return Self.error(400, "Invalid or expired reset token") }
        guard PasswordRequirement.atLeast(8).isMet(by: password) else {
            return Self.error(400, "Password must be at least 8 characters")
        }
        account.password = PasswordHash(password, &environment)
        accounts.insert(account)
        tokens.use(token)
        sessions = sessions.filter { $0.value != account.id }
        environment.send(
            .passwordChanged, to: account.email, link: "\(environment.app.linkBase)/forgot-password")
        return Self.message("Password has been reset successfully")
    }

    private mutating func verifyEmail(_ request: BackendRequest, _ environment: inout Environment) -> BackendAnswer {
        guard let token = request.query["token"], !token.isEmpty else { return Self.error(400, "Token is required") }
        if case .used = tokens.status(of: token, now: environment.now) {
            return Self.error(400, "Email is already verified")
        }
        guard let grant = tokens.grant(of: token, for: [.verifyEmail], now: environment.now),
            var account = accounts[id: grant.account]
        else { return Self.error(400, "Invalid or expired verification token") }
        account.verified = environment.now
        accounts.insert(account)
        tokens.use(token)
        environment.send(.welcome, to: account.email, link: "\(environment.app.linkBase)/login")
        return Self.message("Email verified successfully")
    }

    private func me(_ request: BackendRequest) -> BackendAnswer {
        guard let account = request.bearer.flatMap({ sessions[$0] }).flatMap({ accounts[id: $0] }) else {
            return Self.error(401, "Unauthorized")
        }
        return .json(200, ["user": Self.json(of: account)])
    }

    private mutating func resendVerification(
        _ request: BackendRequest, _ environment: inout Environment
    ) -> BackendAnswer {
        guard let session = request.bearer, let account = sessions[session].flatMap({ accounts[id: $0] }) else {
            return Self.error(401, "Unauthorized")
        }
        guard account.verified == nil else { return Self.error(400, "Email is already verified") }
        if emailRate.wait("verify \(account.id)", now: environment.now) != nil { return Self.tooMany }
        send(.verifyEmail, to: account, &environment)
        return Self.message("Verification email sent")
    }

    private mutating func signUp(_ request: BackendRequest, _ environment: inout Environment) -> BackendAnswer {
        guard let json = request.json, let email = json["email"]?.string, let password = json["password"]?.string else {
            return Self.error(400, "Email and password are required")
        }
        guard EmailAddress.isValid(email) else { return Self.error(400, "Invalid email address") }
        guard PasswordRequirement.atLeast(8).isMet(by: password) else {
            return Self.error(400, "Password must be at least 8 characters")
        }
        guard accounts[email: email] == nil else { return Self.error(409, "Email is already registered") }
        let account = Account(
            id: environment.uuid(), email: email, password: PasswordHash(password, &environment),
            now: environment.now)
        accounts.insert(account)
        send(.verifyEmail, to: account, &environment)
        return begin(account, status: 201, &environment)
    }

    private mutating func signIn(_ request: BackendRequest, _ environment: inout Environment) -> BackendAnswer {
        guard let json = request.json, let email = json["email"]?.string, let password = json["password"]?.string else {
            return Self.error(400, "Email and password are required")
        }
        guard let account = accounts[email: email], account.password.matches(password) else {
            return Self.error(401, "Invalid email or password")
        }
        guard !account.isDisabled else { return Self.error(403, "Account is disabled") }
        return begin(account, status: 200, &environment)
    }

    private mutating func begin(
        _ account: Account, status: Int, _ environment: inout Environment
    ) -> BackendAnswer {
        let session = environment.token()
        sessions[session] = account.id
        return .json(status, ["token": .string(session), "user": Self.json(of: account)])
    }

    private static func json(of account: Account) -> JSONValue {
        [
            "id": .string(account.id), "email": .string(account.email),
            "emailVerified": .bool(account.verified != nil),
        ]
    }

    private mutating func send(_ purpose: EmailPurpose, to account: Account, _ environment: inout Environment) {
        let token = environment.token()
        tokens.discard(of: account.id, purpose)
        tokens.issue(
            token, for: account.id, purpose, lifetime: environment.app.lifetime(of: purpose, else: 600),
            now: environment.now)
        let link = environment.app.emailedAddress(
            for: purpose, values: ["token": token, "email": account.email], token: token)
        environment.send(purpose, to: account.email, link: link)
    }

    private static let tooMany = error(429, "Too many requests, please try again later")

    private static func message(_ text: String) -> BackendAnswer { .json(200, ["message": .string(text)]) }

    private static func error(_ status: Int, _ text: String) -> BackendAnswer {
        .json(status, ["error": .string(text)])
    }
}
