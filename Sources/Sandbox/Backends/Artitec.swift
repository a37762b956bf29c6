internal import AuthContracts
internal import JSON
internal import TextEncoding

/// An imitation of Artitec's REST backend, after the specification of its app.
struct Artitec: Backend {
    private var accounts: Accounts
    private var tokens = OneTimeTokens()
    private var emailRate = RateLimit(maximum: 5, window: 900)

    static let crossOrigin = FastAPI.crossOrigin

    init(_ environment: inout Environment) {
        accounts = Accounts(&environment)
    }

    mutating func answer(_ request: BackendRequest, _ environment: inout Environment) -> BackendAnswer {
        switch request.route {
        case "POST /v1/auth/forgot-password": forgotPassword(request, &environment)
        case "POST /v1/auth/verify-reset-token": verifyResetToken(request, environment)
        case "POST /v1/auth/reset-password": resetPassword(request, &environment)
        default: FastAPI.notFound
        }
    }

    private mutating func forgotPassword(
        _ request: BackendRequest, _ environment: inout Environment
    ) -> BackendAnswer {
        let email: String
        switch FastAPI.fields(["email"], of: request) {
        case .success(let fields): email = fields["email", default: ""]
        case .failure(let error): return error.answer
        }
        // Also for unknown addresses, so that the limit does not reveal which ones have accounts.
        if let wait = emailRate.wait(email.lowercased(), now: environment.now) {
            var answer = FastAPI.detail(429, "Too many requests. Please try again later.")
            answer.headers.append(HeaderField("Retry-After", String((wait + 999) / 1_000)))
            return answer
        }
        if let account = accounts[email: email], !account.isDisabled {
            let token = environment.token()
            let lifetime = environment.app.lifetime(of: .resetPassword, else: 3_600)
            tokens.discard(of: account.id, .resetPassword)
            tokens.issue(token, for: account.id, .resetPassword, lifetime: lifetime, now: environment.now)
            let link = environment.app.emailedAddress(
                for: .resetPassword, values: ["token": token, "email": email], token: token)
            environment.send(.resetPassword, to: account.email, link: link)
        }
        return .json(
            200, ["message": "If an account exists for this email, a password reset link has been sent."])
    }

    private func verifyResetToken(_ request: BackendRequest, _ environment: Environment) -> BackendAnswer {
        let token: String
        switch FastAPI.fields(["token"], of: request) {
        case .success(let fields): token = fields["token", default: ""]
        case .failure(let error): return error.answer
        }
        switch tokens.status(of: token, now: environment.now) {
        case .good(let grant):
            return .json(
                200,
                [
                    "valid": true, "message": "Token is valid", "expires_at": .string(Timestamp.text(grant.expires)),
                    "user_email": accounts[id: grant.account].map { .string($0.email) } ?? .null,
                ])
        case .expired:
            return .json(
                200, ["valid": false, "message": "Token has expired", "expires_at": nil, "user_email": nil])
        case .used, .unknown: return FastAPI.detail(400, "Invalid reset token")
        }
    }

    private mutating func resetPassword(
        _ request: BackendRequest, _ environment: inout Environment
    ) -> BackendAnswer {
        let token: String
        let password: String
        switch FastAPI.fields(["token", "new_password"], of: request) {
        case .success(let fields):
            (token, password) = (fields["token", default: ""], fields["new_password", default: ""])
        case .failure(let error): return error.answer
        }
        let grant: OneTimeTokens.Grant
        switch tokens.status(of: token, now: environment.now) {
        case .good(let good): grant = good
        case .expired: return FastAPI.detail(400, "Reset token has expired")
        case .used: return FastAPI.detail(400, "Reset token has already been used")
        case .unknown: return FastAPI.detail(400, "Invalid reset token")
        }
        guard var account = accounts[id: grant.account], !account.isDisabled else {
            return FastAPI.detail(400, "Invalid reset token")
        }
        // A rejected password does not use up the token, so that another one can be tried.
        if let error = Self.problem(with: password) { return FastAPI.detail(400, .string(error)) }
        account.password = PasswordHash(password, &environment)
        accounts.insert(account)
        tokens.use(token)
        return .json(200, ["message": "Password has been reset successfully", "user_id": .string(account.id)])
    }

    private static func problem(with password: String) -> String? {
        if !PasswordRequirement.atLeast(8).isMet(by: password) { return "Password must be at least 8 characters long" }
        if !PasswordRequirement.upper.isMet(by: password) {
            return "Password must contain at least one uppercase letter"
        }
        if !PasswordRequirement.lower.isMet(by: password) {
            return "Password must contain at least one lowercase letter"
        }
        return PasswordRequirement.digit.isMet(by: password) ? nil : "Password must contain at least one number"
    }
}
