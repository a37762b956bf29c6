internal import AuthContracts
internal import Hashing
internal import JSON
internal import TextEncoding

extension Supabase {
    /// `POST /verify`: redeems a hash, or a code together with the address to which it was sent.
    mutating func verify(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        let body = try body(of: request)
        guard let type = body["type"]?.string, !type.isEmpty else {
            throw .invalid("Verify requires a verification type")
        }
        let hash = body["token_hash"]?.string ?? ""
        let code = body["token"]?.string ?? ""
        guard hash.isEmpty != code.isEmpty else { throw .invalid("Verify requires either a token or a token hash") }
        let email = body["email"]?.string ?? ""
        let phone = body["phone"]?.string ?? ""
        let account: Account
        let purpose: EmailPurpose
        let pending: JSONValue = ["code": "200", "msg": .string(SupabaseEmailChange.halfConfirmed)]
        if !hash.isEmpty {
            guard email.isEmpty, phone.isEmpty, (body["redirect_to"]?.string ?? "").isEmpty else {
                throw .invalid("Only the token_hash and type should be provided")
            }
            guard let purposes = Self.purposes(of: type) else { throw .invalid("Invalid email verification type") }
            if confirmHalf(hash, for: purposes) { return .json(200, pending) }
            (account, purpose) = try redeem(hash, for: purposes, or: .expiredLink)
        } else {
            guard email.isEmpty != phone.isEmpty else {
                throw .invalid("Only an email address or phone number should be provided on verify")
            }
            guard let purposes = Self.purposes(of: type), phone.isEmpty else { throw .expiredCode }
            let plain = Base16.encode(Digest.sha224(Array((try address(email) + code).utf8)))
            if confirmHalf(plain, for: purposes) { return .json(200, pending) }
            let isExchange = tokens.grant(of: "pkce_" + plain, for: purposes, now: environment.now) != nil
            (account, purpose) = try redeem(
                (isExchange ? "pkce_" : "") + plain, for: purposes, or: .expiredCode)
        }
        // A code needs no PKCE exchange, so even a client that sent a challenge gets the session directly.
        return .json(200, begin(account, method: Self.method(of: purpose)).json)
    }

    /// `GET /verify`: redeems the hash in a link, in whichever browser, and redirects.
    mutating func verifyLink(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        guard let type = request.query["type"], !type.isEmpty else {
            throw .invalid("Verify requires a verification type")
        }
        guard let hash = request.query["token"] ?? request.query["token_hash"], !hash.isEmpty else {
            throw .invalid("Verify requires a token or a token hash")
        }
        let target = redirectTarget(request)
        let isExchange = hash.hasPrefix("pkce_")
        do throws(SupabaseFailure) {
            guard let purposes = Self.purposes(of: type) else { throw .invalid("Invalid email verification type") }
            if confirmHalf(hash, for: purposes) {
                let items = [("message", SupabaseEmailChange.halfConfirmed), ("sb", "")]
                return Self.redirect("\(target)#\(FormItems.encode(items))")
            }
            let (account, purpose) = try redeem(hash, for: purposes, or: .expiredLink)
            if isExchange, let challenge = challenges[Self.emailKey(account.id, purpose)] {
                let code = environment.uuid()
                codes[code] = challenge
                return Self.redirect(Self.address(target, adding: "code=\(code)"))
            }
            let items = begin(account, method: Self.method(of: purpose)).items + [("type", type)]
            // Appended even if the target already has a fragment, as GoTrue does.
            return Self.redirect("\(target)#\(FormItems.encode(items))")
        } catch {
            var items: [(String, String)] = error.redirectError.map { [("error", $0)] } ?? []
            items += [("error_code", error.code), ("error_description", error.message)]
            let query = FormItems.encode(items)
            // GoTrue assigns the encoded text as an unencoded fragment, so it is encoded twice.
            let fragment = FormItems.encode(items + [("sb", "")]).split(
                separator: "%", omittingEmptySubsequences: false
            )
            .joined(separator: "%25")
            var base = String(target.prefix { $0 != "#" })
            if isExchange { base = Self.address(base, adding: query) }
            return Self.redirect("\(base)#\(fragment)")
        }
    }

    /// `POST /token`: exchanges a password, a refresh token or a code for a session.
    mutating func token(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        switch request.query["grant_type"] {
        case "password":
            let body = try body(of: request)
            guard let email = body["email"]?.string, let password = body["password"]?.string,
                let account = accounts[email: email], account.hasPassword(password)
            else { throw SupabaseFailure(400, "invalid_credentials", "Invalid login credentials") }
            if account.isDisabled { throw SupabaseFailure(400, "user_banned", "User is banned") }
            guard account.verified != nil else {
                throw SupabaseFailure(400, "email_not_confirmed", "Email not confirmed")
            }
            return .json(200, begin(account, method: "password").json)
        case "refresh_token":
            let body = try body(of: request)
            guard let refresh = body["refresh_token"]?.string,
                let session = refreshTokens[refresh].flatMap({ sessions[$0] }),
                let account = accounts[id: session.account]
            else {
                throw SupabaseFailure(
                    400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
            }
            refreshTokens[refresh] = nil
            return .json(200, issue(session, to: account).json)
        case "pkce": return try exchange(request)
        default:
            return .json(
                400, ["error": "unsupported_grant_type", "error_description": "unsupported_grant_type"])
        }
    }

    /// Exchanges a code for a session, for the client whose challenge the code belongs to.
    private mutating func exchange(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        let body = try body(of: request)
        guard let code = body["auth_code"]?.string, let verifier = body["code_verifier"]?.string, !code.isEmpty,
            !verifier.isEmpty
        else { throw .invalid("invalid request: both auth code and code verifier should be non-empty") }
        guard let flow = codes[code], let account = accounts[id: flow.account] else {
            throw SupabaseFailure(404, "flow_state_not_found", "invalid flow state, no valid flow state found")
        }
        guard environment.now < flow.created + SupabaseChallenge.lifetime else {
            throw SupabaseFailure(422, "flow_state_expired", "invalid flow state, flow state has expired")
        }
        let challenge = flow.isHashed ? Base64.encodeForURL(Digest.sha256(verifier)) : verifier
        guard Digest.isEqual(Array(challenge.utf8), Array(flow.challenge.utf8)) else {
            throw SupabaseFailure(
                400, "bad_code_verifier", "code challenge does not match previously saved code verifier")
        }
        codes[code] = nil
        return .json(200, begin(account, method: flow.method).json)
    }

    /// Uses up a token, and confirms the address to which it was sent.
    private mutating func redeem(
        _ hash: String, for purposes: Set<EmailPurpose>, or failure: SupabaseFailure
    ) throws(SupabaseFailure) -> (Account, EmailPurpose) {
        guard let grant = tokens.grant(of: hash, for: purposes, now: environment.now),
            var account = accounts[id: grant.account]
        else { throw failure }
        guard !account.isDisabled else { throw .banned }
        if grant.purpose == .changeEmail, let email = grant.detail {
            guard accounts[email: email] == nil else { throw .emailExists }
            account.email = email
            emailChanges[account.id] = nil
        }
        account.verified = account.verified ?? environment.now
        account.updated = environment.now
        accounts.insert(account)
        tokens.discard(of: account.id)
        return (account, grant.purpose)
    }

    /// The purposes that a verification type redeems; recovery and magic link share one token, and `email` accepts any.
    private static func purposes(of type: String) -> Set<EmailPurpose>? {
        switch type {
        case "signup": [.verifyEmail]
        case "invite": [.verifyEmail, .invite]
        case "recovery", "magiclink": [.resetPassword, .signIn, .deleteAccount]
        case "email": [.verifyEmail, .resetPassword, .signIn, .deleteAccount]
        case "email_change": [.changeEmail]
        default: nil
        }
    }

    private static func redirect(_ address: String) -> BackendResponse {
        BackendResponse(303, headers: [HeaderField("Location", address)])
    }

    private static func address(_ address: String, adding item: String) -> String {
        let fragment = address.drop { $0 != "#" }
        let base = address.dropLast(fragment.count)
        return base + (base.contains("?") ? "&" : "?") + item + fragment
    }
}
