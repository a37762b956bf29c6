internal import JSON
internal import TextEncoding

extension Supabase {
    /// `PUT /user`: sets a new password, or starts a change of address that both addresses must confirm.
    mutating func update(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        let (known, session) = try user(of: request)
        var account = known
        let body = try body(of: request)
        if let password = body["password"]?.string {
            try checkStrength(password)
            if account.hasSecondFactor, session.assurance != "aal2" {
                throw SupabaseFailure(
                    401, "insufficient_aal",
                    "AAL2 session is required to update email or password when MFA is enabled.")
            }
            guard !account.hasPassword(password) else {
                throw SupabaseFailure(
                    422, "same_password", "New password should be different from the old password.")
            }
            account.password = password
            account.updated = environment.now
            tokens.discard(of: account.id)
            end(account.id) { $0 != session.id }
        }
        accounts.insert(account)
        if let email = body["email"]?.string, try address(email) != account.email {
            try changeEmail(of: account, to: try address(email), request)
        }
        return .json(200, json(account))
    }

    /// `POST /logout`
    mutating func signOut(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        let (account, session) = try user(of: request)
        switch request.query["scope"] ?? "global" {
        case "global": end(account.id) { _ in true }
        case "local": end(account.id) { $0 == session.id }
        case "others": end(account.id) { $0 != session.id }
        case let scope: throw .invalid("Unsupported logout scope \"\(scope)\"")
        }
        return BackendResponse(204)
    }

    /// Checks a password before anything else in a request, as GoTrue does.
    func checkStrength(_ password: String) throws(SupabaseFailure) {
        guard password.utf8.count <= Self.longestPassword else {
            throw .invalid("Password cannot be longer than \(Self.longestPassword) characters")
        }
        guard password.utf8.count >= Self.shortestPassword else {
            throw SupabaseFailure(
                422, "weak_password", "Password should be at least \(Self.shortestPassword) characters.",
                reasons: ["length"])
        }
    }

    private mutating func end(_ account: String, _ isEnding: (String) -> Bool) {
        let ending = sessions.values.filter { $0.account == account && isEnding($0.id) }.map(\.id)
        for id in ending { sessions[id] = nil }
        refreshTokens = refreshTokens.filter { sessions[$0.value] != nil }
    }
}
