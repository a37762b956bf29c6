import AppLinks
internal import AuthContracts
internal import HTTPMessages
internal import Hashing
internal import JSON
internal import LinkDefinitions
internal import SiteModel
internal import TextEncoding

/// The PKCE challenge of a client that requests a code instead of a session (RFC 7636).
struct SupabaseChallenge: Sendable {
    let account: String
    let challenge: String
    let isHashed: Bool
    /// The time in milliseconds since 1970; the flow expires five minutes later.
    let created: Int
    /// The authentication method of the session that the code is exchanged for.
    let method: String

    static let lifetime = 300_000
}

extension Supabase {
    /// `POST /recover`
    mutating func recover(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        let body = try body(of: request)
        let (email, challenge) = try recipient(in: body, else: "Password recovery requires an email")
        guard let account = accounts[email: email] else { return .json(200, [:]) }
        try send(.resetPassword, to: account, challenge: challenge, request)
        return .json(200, [:])
    }

    /// `POST /resend`
    mutating func resend(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        let body = try body(of: request)
        let type = body["type"]?.string ?? ""
        guard ["signup", "email_change", "sms", "phone_change"].contains(type) else {
            throw .invalid("Missing one of these types: signup, email_change, sms, phone_change")
        }
        let missing = "Type provided requires an email address"
        guard type == "signup" || type == "email_change" else { throw .invalid(missing) }
        let (email, challenge) = try recipient(in: body, else: missing)
        guard type == "signup", let account = accounts[email: email], account.verified == nil else {
            return .json(200, [:])
        }
        try send(.verifyEmail, to: account, challenge: challenge, request)
        return .json(200, [:])
    }

    /// `POST /otp`
    mutating func sendCode(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        let body = try body(of: request)
        let (email, challenge) = try recipient(in: body, else: "One of email or phone must be set")
        if let account = accounts[email: email] {
            try send(
                account.verified == nil ? .verifyEmail : isDeletion(request) ? .deleteAccount : .signIn, to: account,
                challenge: challenge, request)
            return .json(200, [:])
        }
        guard body["create_user"]?.bool ?? true else {
            throw SupabaseFailure(422, "otp_disabled", "Signups not allowed for otp")
        }
        let account = addAccount(email, password: environment.token())
        try send(.verifyEmail, to: account, challenge: challenge, request)
        return .json(200, [:])
    }

    /// Whether the link of an email leads to the page that deletes accounts, as a template tells by `{{ .RedirectTo }}`.
    private func isDeletion(_ request: BackendRequest) -> Bool {
        guard let path = environment.app.link(for: .deleteAccount)?.web.first?.routePath else { return false }
        return URLParts(request.query["redirect_to"] ?? "")?.path == path
    }

    /// `POST /signup`
    mutating func signUp(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        let body = try body(of: request)
        let password = body["password"]?.string ?? ""
        guard !password.isEmpty else { throw .invalid("Signup requires a valid password") }
        try checkStrength(password)
        let email = try address(body["email"]?.string ?? "")
        let challenge = try challenge(in: body)
        if let account = accounts[email: email], account.verified != nil {
            // The response does not reveal that the address is taken: it shows a made-up account without identities.
            let fake = Account(
                id: environment.uuid(), email: account.email, password: account.password, now: environment.now)
            return .json(200, json(fake, hidesIdentities: true))
        }
        let account = accounts[email: email] ?? addAccount(email, password: password)
        try send(.verifyEmail, to: account, challenge: challenge, request)
        return .json(200, json(account))
    }

    /// `POST /invite`, for which the server demands the secret key, and the sandbox any.
    mutating func invite(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        let body = try body(of: request)
        let email = try address(body["email"]?.string ?? "")
        let known = accounts[email: email]
        if known?.verified != nil { throw .emailExists }
        let account = known ?? addAccount(email, password: environment.token())
        // Invitations are not limited by the time of the previous one.
        sent[Self.emailKey(account.id, .invite)] = nil
        try send(.invite, to: account, challenge: nil, request)
        return .json(200, json(account))
    }

    /// The hash of the code, since link and code are one token.
    func linkValue(_ name: String, code: String, email: String) -> String {
        Base16.encode(Digest.sha224(Array((email + code).utf8)))
    }

    /// Sends a link and a code, unless the previous email is too recent.
    private mutating func send(
        _ purpose: EmailPurpose, to account: Account, challenge: Challenge?, _ request: BackendRequest
    ) throws(SupabaseFailure) {
        let key = Self.emailKey(account.id, purpose)
        try countEmail(key)
        let code = environment.digits(6)
        let hash = (challenge == nil ? "" : "pkce_") + linkValue("token_hash", code: code, email: account.email)
        challenges[key] = challenge.map {
            SupabaseChallenge(
                account: account.id, challenge: $0.text, isHashed: $0.isHashed, created: environment.now,
                method: Self.method(of: purpose))
        }
        tokens.discard(of: account.id, purpose)
        issue(hash, for: purpose, to: account, lifetime: 86_400)
        environment.send(
            purpose, to: account.email,
            link: link(purpose, to: account.email, hash: hash, code: code, request), code: code,
            language: account.language)
    }

    /// Counts an email; throws if the previous one of its kind is too recent or the project has sent too many.
    mutating func countEmail(_ key: String) throws(SupabaseFailure) {
        if let last = sent[key], last + Self.emailInterval * 1_000 > environment.now {
            let seconds = (last + Self.emailInterval * 1_000 - environment.now) / 1_000
            throw SupabaseFailure(
                429, "over_email_send_rate_limit",
                "For security purposes, you can only request this after \(seconds) seconds.")
        }
        guard quota.wait("", now: environment.now) == nil else {
            throw SupabaseFailure(429, "over_email_send_rate_limit", "email rate limit exceeded")
        }
        sent[key] = environment.now
    }

    /// The app's own link if it needs only the hash, otherwise the URL of GoTrue's endpoint that verifies and
    /// redirects.
    func link(
        _ purpose: EmailPurpose, to email: String, hash: String, code: String, _ request: BackendRequest
    ) -> String {
        let app = environment.app
        let type = Self.type(of: purpose)
        let values = [
            "token_hash": hash, "token": hash, "hash": hash, "type": type, "email": email, "otp": code,
            "redirect_to": redirectTarget(request),
        ]
        if let link = app.address(for: purpose, values: values) { return link }
        var redirect = redirectTarget(request)
        // If the client requests no target, the link's own page is used instead of the site's start page.
        if redirect == app.linkBase, let template = app.link(for: purpose)?.web.first, template.scheme == nil {
            redirect += template.text.prefix { $0 != "?" && $0 != "#" }
        }
        let written = redirect.contains { "&=#".contains($0) } ? FormItems.encode(redirect) : redirect
        return "\(environment.address)/auth/v1/verify?token=\(hash)&type=\(type)&redirect_to=\(written)"
    }

    /// The redirect target that a client requests, if it is the site itself, this machine or the app's own scheme;
    /// otherwise the site.
    func redirectTarget(_ request: BackendRequest) -> String {
        let candidates = [request.query["redirect_to"] ?? request.headers["redirect_to"], request.headers["Referer"]]
        for case let candidate? in candidates where isAllowed(candidate, environment.app) { return candidate }
        return environment.app.linkBase
    }

    private func isAllowed(_ address: String, _ app: SandboxApp) -> Bool {
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let parts = URLParts(address) else { return false }
        if let own = app.linkSet.ios?.scheme, parts.scheme == own.lowercased() { return true }
        guard parts.isWeb, parts.userInfo == nil, let host = parts.host else { return false }
        return LoopbackHost.contains(host) || parts.origin == URLParts(app.linkBase)?.origin
            || parts.scheme == "https" && parts.port == nil && app.linkSet.hosts.contains(host)
            || app.continuations.contains { URLParts($0)?.origin == parts.origin }
    }

    /// Validates an address and converts it to lower case.
    func address(_ text: String) throws(SupabaseFailure) -> String {
        guard text.utf8.count <= 255 else { throw .invalid("An email address is too long") }
        guard EmailAddress.isValid(text) else { throw .invalid("Unable to validate email address: invalid format") }
        return text.lowercased()
    }

    /// The address in a body, with the PKCE challenge if there is one; throws a message if there is no address.
    private func recipient(
        in body: JSONValue, else message: String
    ) throws(SupabaseFailure) -> (email: String, challenge: Challenge?) {
        guard let text = body["email"]?.string, !text.isEmpty else { throw .invalid(message) }
        return (try address(text), try challenge(in: body))
    }

    private typealias Challenge = (text: String, isHashed: Bool)

    /// The PKCE challenge in a body; nil if there is none.
    private func challenge(in body: JSONValue) throws(SupabaseFailure) -> Challenge? {
        let text = body["code_challenge"]?.string ?? ""
        let method = (body["code_challenge_method"]?.string ?? "").lowercased()
        if text.isEmpty, method.isEmpty { return nil }
        guard !text.isEmpty, !method.isEmpty else {
            throw .invalid("PKCE flow requires code_challenge_method and code_challenge")
        }
        guard method == "plain" || method == "s256" else {
            throw .invalid("code challenge method not supported")
        }
        guard (43...128).contains(text.utf8.count) else {
            throw .invalid("code challenge has to be between 43 and 128 characters")
        }
        guard ASCIISet.unreserved.containsAll(of: text) else {
            throw .invalid(
                "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes")
        }
        return (text, method == "s256")
    }

    static func emailKey(_ account: String, _ purpose: EmailPurpose) -> String { "\(purpose.rawValue) \(account)" }

    /// GoTrue's name of an email's type.
    static func type(of purpose: EmailPurpose) -> String {
        switch purpose {
        case .resetPassword: "recovery"
        case .verifyEmail: "signup"
        case .changeEmail: "email_change"
        case .signIn, .deleteAccount: "magiclink"
        case .invite: "invite"
        case .recoverEmail, .passwordChanged, .welcome: purpose.rawValue  // not one of its emails
        }
    }

    /// The authentication method of a session that an email's link started.
    static func method(of purpose: EmailPurpose) -> String {
        purpose == .verifyEmail ? "email/signup" : type(of: purpose)
    }
}
