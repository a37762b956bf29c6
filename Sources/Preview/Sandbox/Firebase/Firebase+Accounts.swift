internal import AuthContracts
internal import Calendar
internal import JSON
internal import SiteModel
internal import TextEncoding

extension Firebase {
    private static let lifetime = 3_600

    /// `accounts:signUp`
    mutating func signUp(_ body: JSONValue) throws(FirebaseFailure) -> JSONValue {
        let (email, password) = try Self.credentials(in: body)
        try Self.checkStrength(password)
        guard accounts[email: email] == nil else { throw FirebaseFailure("EMAIL_EXISTS") }
        let id = String(environment.token().filter { $0 != "-" && $0 != "_" }.prefix(28))
        let account = addAccount(email.lowercased(), password: password, id: id)
        var response: JSONObject = [
            "kind": "identitytoolkit#SignupNewUserResponse", "localId": .string(account.id),
            "email": .string(account.email),
        ]
        begin(account, in: &response)
        return .object(response)
    }

    private static func credentials(
        in body: JSONValue
    ) throws(FirebaseFailure) -> (email: String, password: String) {
        let email = try address("email", in: body)
        guard let password = body["password"]?.string, !password.isEmpty else {
            throw FirebaseFailure("MISSING_PASSWORD")
        }
        return (email, password)
    }

    static func checkStrength(_ password: String) throws(FirebaseFailure) {
        guard password.unicodeScalars.count >= 6 else {
            throw FirebaseFailure("WEAK_PASSWORD : Password should be at least 6 characters")
        }
    }

    /// The address in a member of a body, `email` or `newEmail`.
    static func address(_ name: String, in body: JSONValue) throws(FirebaseFailure) -> String {
        let code = name == "email" ? "EMAIL" : "NEW_EMAIL"
        guard let address = body[name]?.string, !address.isEmpty else { throw FirebaseFailure("MISSING_\(code)") }
        guard EmailAddress.isValid(address) else { throw FirebaseFailure("INVALID_\(code)") }
        return address
    }

    /// `accounts:signInWithPassword`
    mutating func signIn(_ body: JSONValue) throws(FirebaseFailure) -> JSONValue {
        let (email, password) = try Self.credentials(in: body)
        let account = accounts[email: email]
        guard var account, account.hasPassword(password) else {
            if failures.wait(email.lowercased(), now: environment.now) != nil {
                throw FirebaseFailure(
                    "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many "
                        + "failed login attempts. You can immediately restore it by resetting your password or you can "
                        + "try again later.")
            }
            throw FirebaseFailure("INVALID_LOGIN_CREDENTIALS")
        }
        guard !account.isDisabled else { throw FirebaseFailure("USER_DISABLED") }
        var response: JSONObject = [
            "kind": "identitytoolkit#VerifyPasswordResponse", "localId": .string(account.id),
            "email": .string(account.email), "displayName": "", "registered": true,
        ]
        if account.hasSecondFactor {
            response["mfaPendingCredential"] = .string(environment.token())
            response["mfaInfo"] = Self.secondFactor(of: account)
            return .object(response)
        }
        account.lastSignIn = environment.now
        accounts.insert(account)
        begin(account, in: &response)
        return .object(response)
    }

    /// `accounts:signInWithEmailLink`
    mutating func signInWithLink(_ body: JSONValue) throws(FirebaseFailure) -> JSONValue {
        let email = try Self.address("email", in: body)
        var (grant, account) = try grant(of: body)
        guard grant.purpose == .signIn, grant.detail == nil else { throw FirebaseFailure("INVALID_OOB_CODE") }
        guard account.email == email.lowercased() else { throw FirebaseFailure("INVALID_EMAIL") }
        tokens.use(body["oobCode"]?.string ?? "")
        var response: JSONObject = [
            "kind": "identitytoolkit#EmailLinkSigninResponse", "localId": .string(account.id),
            "email": .string(account.email), "isNewUser": false,
        ]
        if account.hasSecondFactor {
            response["mfaPendingCredential"] = .string(environment.token())
            response["mfaInfo"] = Self.secondFactor(of: account)
            return .object(response)
        }
        account.verified = account.verified ?? environment.now
        account.lastSignIn = environment.now
        accounts.insert(account)
        begin(account, in: &response)
        return .object(response)
    }

    /// `accounts:update`: redeems a code, or changes the signed-in account.
    mutating func update(_ body: JSONValue, _ request: BackendRequest) throws(FirebaseFailure) -> JSONValue {
        if body["oobCode"] != nil { return try redeem(body, request) }
        guard let token = body["idToken"]?.string else { throw FirebaseFailure("INVALID_ID_TOKEN") }
        var account = try account(ofToken: token)
        guard let password = body["password"]?.string else { return Self.accountInfo(account) }
        try Self.checkStrength(password)
        change(&account, password: password)
        var response = Self.accountInfo(account).object ?? [:]
        begin(account, in: &response)
        return .object(response)
    }

    /// `accounts:lookup`
    func lookUp(_ body: JSONValue, _ request: BackendRequest) throws(FirebaseFailure) -> JSONValue {
        var response: JSONObject = ["kind": "identitytoolkit#GetAccountInfoResponse"]
        var found: [Account] = []
        if let token = body["idToken"]?.string {
            found = [try account(ofToken: token)]
        } else if Self.isAdministrator(request) {
            let emails = body["email"]?.array?.compactMap(\.string) ?? []
            let ids = body["localId"]?.array?.compactMap(\.string) ?? []
            found = emails.compactMap { accounts[email: $0] } + ids.compactMap { accounts[id: $0] }
        } else {
            throw FirebaseFailure("MISSING_ID_TOKEN")
        }
        // Google omits an empty list.
        if !found.isEmpty { response["users"] = .array(found.map(Self.user)) }
        return .object(response)
    }

    /// `POST /v1/token` of the token service: exchanges a refresh token for a new ID token.
    func refresh(_ request: BackendRequest) throws(FirebaseFailure) -> JSONValue {
        let form = FormItems(String(decoding: request.body, as: UTF8.self))
        guard let refresh = form["refresh_token"] ?? request.json?["refresh_token"]?.string else {
            throw FirebaseFailure("MISSING_REFRESH_TOKEN")
        }
        guard let account = refreshTokens[refresh].flatMap({ accounts[id: $0] }) else {
            throw FirebaseFailure("INVALID_REFRESH_TOKEN")
        }
        let token = JSONValue.string(self.token(for: account))
        return [
            "access_token": token, "id_token": token, "expires_in": .string(String(Self.lifetime)),
            "token_type": "Bearer", "refresh_token": .string(refresh), "user_id": .string(account.id),
            "project_id": "0",
        ]
    }

    func account(ofToken token: String) throws(FirebaseFailure) -> Account {
        guard let claims = JSONWebToken.claims(token), let account = claims["sub"]?.string.flatMap({ accounts[id: $0] })
        else { throw FirebaseFailure("INVALID_ID_TOKEN") }
        guard !account.isDisabled else { throw FirebaseFailure("USER_DISABLED") }
        // A new password invalidates all earlier tokens.
        guard let expires = claims["exp"]?.int, expires > environment.seconds,
            let version = claims["ver"]?.int, version == account.updated
        else { throw FirebaseFailure("TOKEN_EXPIRED") }
        return account
    }

    mutating func change(_ account: inout Account, password: String) {
        account.password = password
        // Otherwise tokens issued between two changes in one millisecond would remain valid.
        account.updated = max(environment.now, account.updated + 1)
        accounts.insert(account)
    }

    /// `{"kind":"identitytoolkit#SetAccountInfoResponse",…}`
    static func accountInfo(_ account: Account) -> JSONValue {
        [
            "kind": "identitytoolkit#SetAccountInfoResponse", "localId": .string(account.id),
            "email": .string(account.email), "emailVerified": .bool(account.verified != nil),
            "providerUserInfo": [provider(of: account)],
        ]
    }

    private mutating func begin(_ account: Account, in response: inout JSONObject) {
        let refresh = environment.token()
        refreshTokens = refreshTokens.filter { $0.value != account.id }
        refreshTokens[refresh] = account.id
        response["idToken"] = .string(token(for: account))
        response["refreshToken"] = .string(refresh)
        response["expiresIn"] = .string(String(Self.lifetime))
    }

    private func token(for account: Account) -> String {
        let now = environment.seconds
        return JSONWebToken.text(
            [
                "iss": "https://securetoken.google.com/sandbox", "aud": "sandbox", "sub": .string(account.id),
                "user_id": .string(account.id), "iat": .number(JSONNumber(now)),
                "exp": .number(JSONNumber(now + Self.lifetime)), "email": .string(account.email),
                "email_verified": .bool(account.verified != nil), "ver": .number(JSONNumber(account.updated)),
                "firebase": ["identities": ["email": [.string(account.email)]], "sign_in_provider": "password"],
            ])
    }

    private static func user(_ account: Account) -> JSONValue {
        var user: JSONObject = [
            "localId": .string(account.id), "email": .string(account.email),
            "emailVerified": .bool(account.verified != nil), "providerUserInfo": [provider(of: account)],
            "validSince": .string(String(account.updated / 1_000)), "createdAt": .string(String(account.created)),
        ]
        user["lastLoginAt"] = account.lastSignIn.map { .string(String($0)) }
        if account.isDisabled { user["disabled"] = true }
        if account.hasSecondFactor { user["mfaInfo"] = secondFactor(of: account) }
        return .object(user)
    }

    private static func provider(of account: Account) -> JSONValue {
        [
            "providerId": "password", "email": .string(account.email), "federatedId": .string(account.email),
            "rawId": .string(account.email),
        ]
    }

    private static func secondFactor(of account: Account) -> JSONValue {
        [
            [
                "phoneInfo": "+*******0100", "mfaEnrollmentId": .string(account.id),
                "enrolledAt": .string(CalendarTime.rfc3339(milliseconds: account.created)),
            ]
        ]
    }
}
