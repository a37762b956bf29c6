/// The name of an outcome: a built-in name, or one that a contract declares.
///
/// A page has text for each name, or a state that it leads to; a backend's own text is never shown. Names are equal if
/// their texts are.
public struct OutcomeName: Sendable {
    /// The text in contracts and page specs, such as `link-expired`.
    public let rawValue: String
    /// The consequence of the outcome.
    public let meaning: Meaning

    /// The consequence of an outcome for the user and for the flow. The raw value is the text in a contract.
    public enum Meaning: String, Hashable, Sendable, CaseIterable {
        /// The operation did what it is for: its one-time credential is used up, its email is sent.
        case succeeds
        /// The user stays, and can continue after changing something, or elsewhere.
        case stays
        /// The link no longer works; matches `link-*` in a page spec.
        case linkDead = "link-dead"
        /// The same operation can be tried again after a wait, which the response may state.
        case waits
        /// The backend or the connection failed; the user did nothing wrong.
        case fails
    }

    private init(_ rawValue: String, _ meaning: Meaning) {
        self.rawValue = rawValue
        self.meaning = meaning
    }

    /// Creates a name that a contract declares: lower-case letters, digits and hyphens, none of the built-in ones.
    package init(declared name: String, meaning: Meaning) {
        self.init(name, meaning)
    }

    /// Whether a page need not have its own text for it, since it is about circumstances and not about a step of the
    /// flow.
    public var isTechnical: Bool { meaning == .waits || meaning == .fails }
}

extension OutcomeName {
    /// The operation succeeded.
    public static let ok = OutcomeName("ok", .succeeds)
    /// The operation succeeded so far, and an email with the next step is on its way, as for an account to be
    /// confirmed.
    public static let sent = OutcomeName("sent", .succeeds)
    /// The link is unknown. Many backends do not distinguish wrong, used and expired links, so its text should cover
    /// all.
    public static let linkInvalid = OutcomeName("link-invalid", .linkDead)
    /// The link is expired, or used if the backend calls that expired.
    public static let linkExpired = OutcomeName("link-expired", .linkDead)
    /// The link was used before.
    public static let linkUsed = OutcomeName("link-used", .linkDead)
    /// A part of the link is missing or cannot be sent, so no request was made.
    public static let linkIncomplete = OutcomeName("link-incomplete", .linkDead)
    /// The link works only in the browser or app that requested it (RFC 7636).
    public static let linkOtherDevice = OutcomeName("link-other-device", .linkDead)
    /// The password does not meet requirements; the outcome's value lists them, as far as the backend states them.
    public static let weakPassword = OutcomeName("weak-password", .stays)
    /// The new password equals the old one.
    public static let samePassword = OutcomeName("same-password", .stays)
    /// The password is longer than the backend accepts.
    public static let passwordTooLong = OutcomeName("password-too-long", .stays)
    /// The text entered is not an email address.
    public static let invalidEmail = OutcomeName("invalid-email", .stays)
    /// The backend does not send email to this address.
    public static let emailRefused = OutcomeName("email-refused", .stays)
    /// The account's email address is not confirmed.
    public static let emailUnverified = OutcomeName("email-unverified", .stays)
    /// One of two addresses was confirmed; the confirmation of the other one is pending.
    public static let otherEmailPending = OutcomeName("other-email-pending", .stays)
    /// Too many attempts; the outcome's value is the wait, if the backend states it.
    public static let rateLimited = OutcomeName("rate-limited", .waits)
    /// The account is disabled.
    public static let accountDisabled = OutcomeName("account-disabled", .stays)
    /// The account has a second factor, for which a link alone is not sufficient.
    public static let needsSecondFactor = OutcomeName("needs-second-factor", .stays)
    /// The address was confirmed earlier.
    public static let alreadyVerified = OutcomeName("already-verified", .stays)
    /// The code entered is wrong or expired.
    public static let codeInvalid = OutcomeName("code-invalid", .stays)
    /// Email address and password do not match.
    public static let wrongCredentials = OutcomeName("wrong-credentials", .stays)
    /// The address already has an account.
    public static let accountExists = OutcomeName("account-exists", .stays)
    /// There is no session, or it is too old for the operation.
    public static let needsLogin = OutcomeName("needs-login", .stays)
    /// The backend demands a captcha's answer, and the request had none, or one that is wrong, expired or used.
    public static let captchaFailed = OutcomeName("captcha-failed", .stays)
    /// The backend refuses the page because of a key, an origin or a setting. Trying again does not help.
    public static let notAllowed = OutcomeName("not-allowed", .fails)
    /// There is no connection.
    public static let network = OutcomeName("network", .fails)
    /// There was no response in time.
    public static let timeout = OutcomeName("timeout", .fails)
    /// The backend failed, or its response is not in the contract.
    public static let server = OutcomeName("server", .fails)
}

extension OutcomeName: CaseIterable, RawRepresentable, Hashable {
    /// The built-in names.
    public static let allCases: [OutcomeName] = [
        ok, sent, linkInvalid, linkExpired, linkUsed, linkIncomplete, linkOtherDevice, weakPassword, samePassword,
        passwordTooLong, invalidEmail, emailRefused, emailUnverified, otherEmailPending, rateLimited, accountDisabled,
        needsSecondFactor, alreadyVerified, codeInvalid, wrongCredentials, accountExists, needsLogin,
        captchaFailed, notAllowed, network, timeout, server,
    ]

    /// The built-in name with a text; nil if there is none.
    public init?(rawValue: String) {
        guard let name = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = name
    }

    /// Whether two names have the same text.
    public static func == (left: OutcomeName, right: OutcomeName) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
