/// The outcome of an operation, with the values that a page's text needs.
///
/// No value is a backend's text, except the account's email: a wait is a number, a missing requirement one of
/// `PasswordRequirement.Name`. So no other part of a response, and no secret, can reach a page or a log through an
/// outcome.
public enum Outcome: Hashable, Sendable {
    /// Success; the email is the account's, if the backend stated it.
    case ok(email: String? = nil)
    case sent
    case linkInvalid
    case linkExpired
    case linkUsed
    case linkIncomplete
    case linkOtherDevice
    /// The requirements that the password does not meet; empty if the backend did not state them in words the contract
    /// knows.
    case weakPassword(missing: [PasswordRequirement.Name] = [])
    case samePassword
    case passwordTooLong
    case invalidEmail
    case emailRefused
    case emailUnverified
    case otherEmailPending
    /// Too many requests; the wait is in seconds, if the backend stated it.
    case rateLimited(wait: Int? = nil)
    case accountDisabled
    case needsSecondFactor
    case alreadyVerified
    case codeInvalid
    case wrongCredentials
    case accountExists
    case needsLogin
    case notAllowed
    case network
    case timeout
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
