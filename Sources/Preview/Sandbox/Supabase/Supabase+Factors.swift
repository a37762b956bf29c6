internal import JSON

extension Supabase {
    /// The routes below `/factors`: the challenge and the code of an authenticator app, and recovery codes.
    mutating func factors(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        var (account, session) = try user(of: request)
        let parts = request.path.split(separator: "/").map(String.init)
        guard request.method == "POST", parts.count == 3 else { return BackendResponse(405) }
        let body = try body(of: request)
        let verdict: SecondFactor.Verdict
        switch (parts[1], parts[2]) {
        case ("recovery-codes", "verify"):
            verdict = account.secondFactor.check(
                recoveryCode: body["code"]?.string ?? "", now: environment.now)
        case (account.id, "challenge") where account.hasSecondFactor:
            let id = environment.uuid()
            factorChallenges[id] = environment.now + 300_000
            return .json(
                200,
                [
                    "id": .string(id), "type": "totp",
                    "expires_at": .number(JSONNumber(environment.seconds + 300)),
                ])
        case (account.id, "verify") where account.hasSecondFactor:
            guard let end = factorChallenges[body["challenge_id"]?.string ?? ""], end > environment.now else {
                throw SupabaseFailure(
                    422, "mfa_challenge_expired", "MFA challenge has expired, verify against another challenge.")
            }
            verdict = account.secondFactor.check(code: body["code"]?.string ?? "", now: environment.now)
        default: throw SupabaseFailure(404, "mfa_factor_not_found", "MFA factor not found")
        }
        accounts.insert(account)
        switch verdict {
        case .tooMany: throw SupabaseFailure(429, "over_request_rate_limit", "Request rate limit reached")
        case .wrong: throw SupabaseFailure(422, "mfa_verification_failed", "Invalid TOTP code entered")
        case .right: break
        }
        factorChallenges[body["challenge_id"]?.string ?? ""] = nil
        session.assurance = "aal2"
        sessions[session.id] = session
        return .json(200, issue(session, to: account).json)
    }
}
