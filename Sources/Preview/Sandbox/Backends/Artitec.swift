internal import AuthContracts
internal import JSON
internal import TextEncoding

/// An imitation of Artitec's REST backend, after the specification of its app.
struct Artitec: Backend {
    var environment: Environment
    var accounts: Accounts
    var tokens = OneTimeTokens()
    private var emailRate = RateLimit(maximum: 5, window: 900)

    static let crossOrigin = FastAPI.crossOrigin

    init(_ environment: Environment) {
        self.environment = environment
        accounts = Accounts(&self.environment)
    }

    mutating func respond(to request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        switch request.route {
        case "POST /v1/auth/forgot-password": try forgotPassword(FastAPI.fields(["email"], of: request))
        case "POST /v1/auth/verify-reset-token": try verifyResetToken(FastAPI.fields(["token"], of: request))
        case "POST /v1/auth/reset-password": try resetPassword(FastAPI.fields(["token", "new_password"], of: request))
        default: FastAPI.notFound
        }
    }

    private mutating func forgotPassword(_ fields: FastAPI.Fields) -> BackendResponse {
        let email = fields["email"]
        // Also for unknown addresses, so that the limit does not reveal which ones have accounts.
        if let wait = emailRate.wait(email.lowercased(), now: environment.now) {
            var response = FastAPI.detail(429, "Too many requests. Please try again later.")
            response.headers.append(HeaderField("Retry-After", String((wait + 999) / 1_000)))
            return response
        }
        if let account = accounts[email: email], !account.isDisabled {
            tokens.discard(of: account.id, .resetPassword)
            sendLink(.resetPassword, to: account, token: environment.token(), lifetime: 3_600)
        }
        return .json(
            200, ["message": "If an account exists for this email, a password reset link has been sent."])
    }

    private func verifyResetToken(_ fields: FastAPI.Fields) -> BackendResponse {
        switch tokens.status(of: fields["token"], now: environment.now) {
        case .good(let grant):
            .json(
                200,
                [
                    "valid": true, "message": "Token is valid", "expires_at": .string(Timestamp.text(grant.expires)),
                    "user_email": accounts[id: grant.account].map { .string($0.email) } ?? .null,
                ])
        case .expired:
            .json(200, ["valid": false, "message": "Token has expired", "expires_at": nil, "user_email": nil])
        case .used, .unknown: FastAPI.detail(400, "Invalid reset token")
        }
    }

    private mutating func resetPassword(_ fields: FastAPI.Fields) -> BackendResponse {
        let grant: OneTimeTokens.Grant
        switch tokens.status(of: fields["token"], now: environment.now) {
        case .good(let good): grant = good
        case .expired: return FastAPI.detail(400, "Reset token has expired")
        case .used: return FastAPI.detail(400, "Reset token has already been used")
        case .unknown: return FastAPI.detail(400, "Invalid reset token")
        }
        guard let account = accounts[id: grant.account], !account.isDisabled else {
            return FastAPI.detail(400, "Invalid reset token")
        }
        // A rejected password does not use up the token, so that another one can be tried.
        let password = fields["new_password"]
        if let (_, problem) = Self.rules.first(where: { !$0.rule.isMet(by: password) }) {
            return FastAPI.detail(400, .string(problem))
        }
        setPassword(password, of: account)
        tokens.use(fields["token"])
        return .json(200, ["message": "Password has been reset successfully", "user_id": .string(account.id)])
    }

    private static let rules: [(rule: PasswordRequirement, problem: String)] = [
        (.atLeast(8), "Password must be at least 8 characters long"),
        (.upper, "Password must contain at least one uppercase letter"),
        (.lower, "Password must contain at least one lowercase letter"),
        (.digit, "Password must contain at least one number"),
    ]
}
