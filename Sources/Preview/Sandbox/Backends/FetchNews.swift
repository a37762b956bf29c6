internal import AuthContracts
internal import JSON
internal import SiteModel
internal import TextEncoding

/// An imitation of FetchNews' REST backend, which responds with `{"message"}` on success and `{"error"}` on failure.
struct FetchNews: Backend {
    var environment: Environment
    var accounts: Accounts
    var tokens = OneTimeTokens()
    /// The account of each session.
    private var sessions: [String: String] = [:]
    private var emailRate = RateLimit(maximum: 5, window: 900)

    /// The defaults of Express' `cors` middleware.
    static let crossOrigin = CrossOrigin(reflectsOrigin: false, methods: "GET,HEAD,PUT,PATCH,POST,DELETE")

    init(_ environment: Environment) {
        self.environment = environment
        accounts = Accounts(&self.environment)
    }

    mutating func respond(to request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        switch request.route {
        case "POST /api/auth/forgot-password": try forgotPassword(request)
        case "POST /api/auth/reset-password": try resetPassword(request)
        case "GET /api/auth/verify-email": try verifyEmail(request)
        case "POST /api/auth/resend-verification": try resendVerification(request)
        case "POST /api/auth/register", "POST /api/auth/signup": try signUp(request)
        case "GET /api/auth/me": .json(200, ["user": Self.json(of: try user(of: request))])
        case "POST /api/auth/login", "POST /api/auth/signin": try signIn(request)
        default: Self.error(404, "Not found")
        }
    }

    private mutating func forgotPassword(_ request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        guard let email = request.json?["email"]?.string, !email.isEmpty else {
            throw Self.error(400, "Email is required")
        }
        guard EmailAddress.isValid(email) else { throw Self.error(400, "Invalid email address") }
        try countEmail("reset \(email.lowercased())")
        if let account = accounts[email: email], !account.isDisabled { send(.resetPassword, to: account) }
        return Self.message("If an account with that email exists, a password reset link has been sent")
    }

    private mutating func resetPassword(_ request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        guard let json = request.json, let token = json["token"]?.string, let password = json["newPassword"]?.string
        else { throw Self.error(400, "Token and new password are required") }
        guard let account = account(of: token, for: .resetPassword), !account.isDisabled else {
            throw Self.error(400, "Invalid or expired reset token")
        }
        try Self.check(password)
        setPassword(password, of: account)
        tokens.use(token)
        sessions = sessions.filter { $0.value != account.id }
        environment.send(
            .passwordChanged, to: account.email, link: "\(environment.app.linkBase)/forgot-password")
        return Self.message("Password has been reset successfully")
    }

    private mutating func verifyEmail(_ request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        guard let token = request.query["token"], !token.isEmpty else { throw Self.error(400, "Token is required") }
        if case .used = tokens.status(of: token, now: environment.now) { throw Self.verified }
        guard var account = account(of: token, for: .verifyEmail) else {
            throw Self.error(400, "Invalid or expired verification token")
        }
        account.verified = environment.now
        accounts.insert(account)
        tokens.use(token)
        environment.send(.welcome, to: account.email, link: "\(environment.app.linkBase)/login")
        return Self.message("Email verified successfully")
    }

    private mutating func resendVerification(_ request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        let account = try user(of: request)
        guard account.verified == nil else { throw Self.verified }
        try countEmail("verify \(account.id)")
        send(.verifyEmail, to: account)
        return Self.message("Verification email sent")
    }

    private mutating func signUp(_ request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        let (email, password) = try Self.credentials(in: request)
        guard EmailAddress.isValid(email) else { throw Self.error(400, "Invalid email address") }
        try Self.check(password)
        guard accounts[email: email] == nil else { throw Self.error(409, "Email is already registered") }
        let account = addAccount(email, password: password)
        send(.verifyEmail, to: account)
        return begin(account, status: 201)
    }

    private mutating func signIn(_ request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        let (email, password) = try Self.credentials(in: request)
        guard let account = accounts[email: email], account.password.matches(password) else {
            throw Self.error(401, "Invalid email or password")
        }
        guard !account.isDisabled else { throw Self.error(403, "Account is disabled") }
        return begin(account, status: 200)
    }

    private mutating func begin(_ account: Account, status: Int) -> BackendResponse {
        let session = environment.token()
        sessions[session] = account.id
        return .json(status, ["token": .string(session), "user": Self.json(of: account)])
    }

    /// The account of the session in a request.
    private func user(of request: BackendRequest) throws(BackendResponse) -> Account {
        guard let account = request.bearer.flatMap({ sessions[$0] }).flatMap({ accounts[id: $0] }) else {
            throw Self.error(401, "Unauthorized")
        }
        return account
    }

    private mutating func send(_ purpose: EmailPurpose, to account: Account) {
        tokens.discard(of: account.id, purpose)
        sendLink(purpose, to: account, token: environment.token(), lifetime: 600)
    }

    private mutating func countEmail(_ key: String) throws(BackendResponse) {
        if emailRate.wait(key, now: environment.now) != nil {
            throw Self.error(429, "Too many requests, please try again later")
        }
    }

    private static func credentials(
        in request: BackendRequest
    ) throws(BackendResponse) -> (email: String, password: String) {
        guard let json = request.json, let email = json["email"]?.string, let password = json["password"]?.string else {
            throw error(400, "Email and password are required")
        }
        return (email, password)
    }

    private static func check(_ password: String) throws(BackendResponse) {
        guard PasswordRequirement.atLeast(8).isMet(by: password) else {
            throw error(400, "Password must be at least 8 characters")
        }
    }

    private static func json(of account: Account) -> JSONValue {
        [
            "id": .string(account.id), "email": .string(account.email),
            "emailVerified": .bool(account.verified != nil),
        ]
    }

    private static let verified = error(400, "Email is already verified")

    private static func message(_ text: String) -> BackendResponse { .json(200, ["message": .string(text)]) }

    private static func error(_ status: Int, _ text: String) -> BackendResponse {
        .json(status, ["error": .string(text)])
    }
}
