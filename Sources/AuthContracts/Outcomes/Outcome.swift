/// The outcome of an operation, with the values that a page's text needs.
///
/// No value is a backend's text, except the account's email: a wait is a number, a missing requirement one of
/// `PasswordRequirement.Name`. So no other part of a response, and no secret, can reach a page or a log through an
/// outcome.
public enum Outcome: Hashable, Sendable {
    /// Success; the email is the account's, if the backend stated it.
    case ok(email: String? = nil)
    /// Success so far; an email has the next step.
    case sent
    /// The backend does not accept the link; backends that do not distinguish used and expired links report this.
    case linkInvalid
    /// The link is too old.
    case linkExpired
    /// The link was used before.
    case linkUsed
    /// A part of the link is missing; no request was sent.
    case linkIncomplete
    /// The link works only in the browser or app that requested it.
    case linkOtherDevice
    /// The requirements that the password does not meet; empty if the backend did not state them in words the contract
    /// knows.
    case weakPassword(missing: [PasswordRequirement.Name] = [])
    /// The new password is the old one.
    case samePassword
    /// The password is longer than the backend accepts.
    case passwordTooLong
    /// The text is not an email address.
    case invalidEmail
    /// The backend sends no email to this address.
    case emailRefused
    /// The account's email address was never confirmed.
    case emailUnverified
    /// One of two emails was confirmed; the one to the other address still has to be.
    case otherEmailPending
    /// Too many requests; the wait is in seconds, if the backend stated it.
    case rateLimited(wait: Int? = nil)
    /// The account is disabled.
    case accountDisabled
    /// The account has a second factor, which the pages do not support.
    case needsSecondFactor
    /// The email address was confirmed before.
    case alreadyVerified
    /// The typed code is wrong or expired.
    case codeInvalid
    /// Email address and password do not match.
    case wrongCredentials
    /// The email address has an account.
    case accountExists
    /// The session is missing or too old.
    case needsLogin
    /// The backend rejects the app or page itself: its key, origin or settings.
    case notAllowed
    /// No connection to the backend.
    case network
    /// No response in time.
    case timeout
    /// The backend failed, or its response is not described by the contract.
    case server
    /// An outcome that the contract declares; its name has a meaning. The wait is in seconds, if the backend stated it.
    case declared(OutcomeName, wait: Int? = nil)
}

extension Outcome {
    /// Creates the outcome with a name; values that do not belong to it are ignored.
    public init(
        _ name: OutcomeName, email: String? = nil, wait: Int? = nil, missing: [PasswordRequirement.Name] = []
    ) {
        self =
            switch name {
            case .ok: .ok(email: email)
            case .weakPassword: .weakPassword(missing: missing)
            case .rateLimited: .rateLimited(wait: wait)
            default: Self.plain[name] ?? .declared(name, wait: name.meaning == .waits ? wait : nil)
            }
    }

    /// The built-in outcomes without a value, by name.
    private static let plain: [OutcomeName: Outcome] = Dictionary(
        uniqueKeysWithValues: [
            .sent, .linkInvalid, .linkExpired, .linkUsed, .linkIncomplete, .linkOtherDevice, .samePassword,
            .passwordTooLong, .invalidEmail, .emailRefused, .emailUnverified, .otherEmailPending, .accountDisabled,
            .needsSecondFactor, .alreadyVerified, .codeInvalid, .wrongCredentials, .accountExists, .needsLogin,
            .notAllowed, .network, .timeout, .server,
        ].map { ($0.name, $0) })

    /// The name, without values.
    public var name: OutcomeName {
        switch self {
        case .ok: .ok
        case .sent: .sent
        case .linkInvalid: .linkInvalid
        case .linkExpired: .linkExpired
        case .linkUsed: .linkUsed
        case .linkIncomplete: .linkIncomplete
        case .linkOtherDevice: .linkOtherDevice
        case .weakPassword: .weakPassword
        case .samePassword: .samePassword
        case .passwordTooLong: .passwordTooLong
        case .invalidEmail: .invalidEmail
        case .emailRefused: .emailRefused
        case .emailUnverified: .emailUnverified
        case .otherEmailPending: .otherEmailPending
        case .rateLimited: .rateLimited
        case .accountDisabled: .accountDisabled
        case .needsSecondFactor: .needsSecondFactor
        case .alreadyVerified: .alreadyVerified
        case .codeInvalid: .codeInvalid
        case .wrongCredentials: .wrongCredentials
        case .accountExists: .accountExists
        case .needsLogin: .needsLogin
        case .notAllowed: .notAllowed
        case .network: .network
        case .timeout: .timeout
        case .server: .server
        case .declared(let name, _): name
        }
    }

    /// Whether the operation succeeded.
    public var succeeds: Bool { name.meaning == .succeeds }

    /// The account's email, if the operation succeeded and the backend stated it.
    public var email: String? {
        if case .ok(let email) = self { email } else { nil }
    }

    /// The wait before the next attempt, in seconds, if the backend stated it.
    public var wait: Int? {
        switch self {
        case .rateLimited(let wait), .declared(_, let wait): wait
        default: nil
        }
    }

    /// The requirements that the password does not meet, if the backend stated them.
    public var missing: [PasswordRequirement.Name] {
        if case .weakPassword(let missing) = self { missing } else { [] }
    }
}

extension Outcome: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name with its numbers and requirements: `rate-limited for 59 s`. The email is omitted.
    public var description: String {
        switch self {
        case .rateLimited(let wait?): "\(name.rawValue) for \(wait) s"
        case .weakPassword(let missing) where !missing.isEmpty:
            "\(name.rawValue), missing \(missing.map(\.rawValue).joined(separator: ", "))"
        default: name.rawValue
        }
    }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror, so that a dump of an outcome shows no value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
