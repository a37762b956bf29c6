internal import AuthContracts
internal import Calendar
internal import JSON

/// A session of a signed-in account.
struct SupabaseSession: Sendable {
    let id: String
    let account: String
    /// The authentication method: `otp`, `password`, `recovery`.
    let method: String
    let created: Int
    /// The assurance level: `aal1`, or `aal2` after a second factor.
    var assurance = "aal1"

    /// The lifetime of an access token, in seconds.
    static let lifetime = 3_600
}

extension Supabase {
    /// Starts a session: the response of `POST /token` and `POST /verify`, with tokens and the account.
    mutating func begin(_ account: Account, method: String) -> (json: JSONValue, items: [(String, String)]) {
        var account = account
        account.lastSignIn = environment.now
        accounts.insert(account)
        let session = SupabaseSession(
            id: environment.uuid(), account: account.id, method: method, created: environment.now)
        sessions[session.id] = session
        return issue(session, to: account)
    }

    /// Issues new tokens for a session.
    mutating func issue(
        _ session: SupabaseSession, to account: Account
    ) -> (json: JSONValue, items: [(String, String)]) {
        let expires = environment.seconds + SupabaseSession.lifetime
        let refresh = String(environment.token().filter { $0 != "-" && $0 != "_" }.prefix(12))
        refreshTokens[refresh] = session.id
        let access = JSONWebToken.text(
            [
                "iss": .string("\(environment.address)/auth/v1"), "sub": .string(account.id), "aud": "authenticated",
                "exp": .number(JSONNumber(expires)), "iat": .number(JSONNumber(environment.seconds)),
                "email": .string(account.email), "phone": "",
                "app_metadata": ["provider": "email", "providers": ["email"]],
                "user_metadata": account.metadata,
                "role": "authenticated", "aal": .string(session.assurance),
                "amr": [
                    [
                        "method": .string(session.method),
                        "timestamp": .number(JSONNumber(session.created / 1_000)),
                    ]
                ],
                "session_id": .string(session.id), "is_anonymous": false,
            ])
        let json: JSONValue = [
            "access_token": .string(access), "token_type": "bearer",
            "expires_in": .number(JSONNumber(SupabaseSession.lifetime)), "expires_at": .number(JSONNumber(expires)),
            "refresh_token": .string(refresh), "user": json(account),
        ]
        let items = [
            ("access_token", access), ("expires_at", String(expires)), ("expires_in", String(SupabaseSession.lifetime)),
            ("refresh_token", refresh), ("sb", ""), ("token_type", "bearer"),
        ]
        return (json, items)
    }

    func user(of request: BackendRequest) throws(SupabaseFailure) -> (account: Account, session: SupabaseSession) {
        guard let token = request.bearer, !token.isEmpty else {
            throw SupabaseFailure(401, "no_authorization", "This endpoint requires a valid Bearer token")
        }
        let unread = "invalid JWT: unable to parse or verify signature, "
        guard let claims = JSONWebToken.claims(token) else {
            throw SupabaseFailure(
                403, "bad_jwt", unread + "token is malformed: token contains an invalid number of segments")
        }
        // An anonymous key is signed with the project's own secret, which is unknown here, and has no `sub`.
        guard let subject = claims["sub"]?.string else {
            throw SupabaseFailure(403, "bad_jwt", "invalid claim: missing sub claim")
        }
        // Another project's, or one from before a reset.
        guard let account = accounts[id: subject] else {
            throw SupabaseFailure(403, "bad_jwt", unread + "token signature is invalid: signature is invalid")
        }
        guard let expires = claims["exp"]?.int, expires > environment.seconds else {
            throw SupabaseFailure(403, "bad_jwt", unread + "token has invalid claims: token is expired")
        }
        guard let session = claims["session_id"]?.string.flatMap({ sessions[$0] }) else {
            throw SupabaseFailure(
                403, "session_not_found", "Session from session_id claim in JWT does not exist")
        }
        return (account, session)
    }

    func json(_ account: Account, hidesIdentities: Bool = false) -> JSONValue {
        let created = JSONValue.string(CalendarTime.rfc3339(milliseconds: account.created))
        let updated = JSONValue.string(CalendarTime.rfc3339(milliseconds: account.updated))
        var user: JSONObject = [
            "id": .string(account.id), "aud": "authenticated", "role": "authenticated",
            "email": .string(account.email),
        ]
        user["email_confirmed_at"] = account.verified.map { .string(CalendarTime.rfc3339(milliseconds: $0)) }
        user["phone"] = ""
        user["confirmed_at"] = user["email_confirmed_at"]
        for (key, purpose) in [
            ("confirmation_sent_at", EmailPurpose.verifyEmail), ("recovery_sent_at", .resetPassword),
        ] {
            user[key] = sent[Self.emailKey(account.id, purpose)].map { .string(CalendarTime.rfc3339(milliseconds: $0)) }
        }
        if let change = emailChanges[account.id] {
            user["new_email"] = .string(change.email)
            user["email_change_sent_at"] = .string(CalendarTime.rfc3339(milliseconds: change.sent))
        }
        user["last_sign_in_at"] = account.lastSignIn.map { .string(CalendarTime.rfc3339(milliseconds: $0)) }
        user["app_metadata"] = ["provider": "email", "providers": ["email"]]
        user["user_metadata"] = account.metadata
        let identity: JSONValue = [
            "identity_id": .string(account.id), "id": .string(account.id), "user_id": .string(account.id),
            "identity_data": [
                "email": .string(account.email), "email_verified": .bool(account.verified != nil),
                "phone_verified": false, "sub": .string(account.id),
            ],
            "provider": "email", "last_sign_in_at": created, "created_at": created, "updated_at": updated,
            "email": .string(account.email),
        ]
        user["identities"] = .array(hidesIdentities ? [] : [identity])
        if account.hasSecondFactor {
            user["factors"] = [
                [
                    "id": .string(account.id), "created_at": created, "updated_at": created, "status": "verified",
                    "friendly_name": "Phone", "factor_type": "totp",
                ]
            ]
        }
        user["created_at"] = created
        user["updated_at"] = updated
        user["is_anonymous"] = false
        return .object(user)
    }
}

extension Account {
    /// The data that the sign-up gave, for people and templates to read.
    fileprivate var metadata: JSONValue { .object(JSONObject(language.map { [("lang", .string($0))] } ?? [])) }
}
