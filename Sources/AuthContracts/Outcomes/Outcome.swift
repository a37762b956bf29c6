/// What an operation came to, with what a page needs for its words.
///
/// None of the values is a backend's text: a wait is a number, a missing requirement is one of ours, and the email is the
/// account's. So nothing of an answer, and no secret, can reach a page or a log through an outcome.
public enum Outcome: Hashable, Sendable {
    /// It worked; the email is the account's, where the backend told.
    case ok(email: String? = nil)
    case sent
    case linkInvalid
    case linkExpired
    case linkUsed
    case linkIncomplete
    case linkOtherDevice
    /// What the password lacks; empty where the backend did not tell, or not in words that the contract knows.
    case weakPassword(missing: [PasswordRequirement.Name] = [])
    case samePassword
    case passwordTooLong
    case invalidEmail
    case emailRefused
    case emailUnverified
    case otherEmailPending
    /// The wait in seconds, where the backend told.
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
    /// One that the contract declares; its name says what it means. The wait is in seconds, where the backend told.
    case declared(OutcomeName, wait: Int? = nil)
}

extension Outcome {
    /// The outcome of a name, with those of the values that belong to it.
    public init(
        _ name: OutcomeName, email: String? = nil, wait: Int? = nil, missing: [PasswordRequirement.Name] = []
    ) {
        self =
            switch name {
            case .ok: .ok(email: email)
            case .sent: .sent
            case .linkInvalid: .linkInvalid
            case .linkExpired: .linkExpired
            case .linkUsed: .linkUsed
            case .linkIncomplete: .linkIncomplete
            case .linkOtherDevice: .linkOtherDevice
            case .weakPassword: .weakPassword(missing: missing)
            case .samePassword: .samePassword
            case .passwordTooLong: .passwordTooLong
            case .invalidEmail: .invalidEmail
            case .emailRefused: .emailRefused
            case .emailUnverified: .emailUnverified
            case .otherEmailPending: .otherEmailPending
            case .rateLimited: .rateLimited(wait: wait)
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
            default: .declared(name, wait: name.meaning == .waits ? wait : nil)
            }
    }

    /// The name, without the values.
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

    /// Whether the operation did what it was asked to.
    public var succeeds: Bool { name.meaning == .succeeds }

    /// The account's email, where it worked and the backend told.
    public var email: String? {
        if case .ok(let email) = self { email } else { nil }
    }

    /// How long to wait before the next attempt, in seconds, where the backend told.
    public var wait: Int? {
        switch self {
        case .rateLimited(let wait), .declared(_, let wait): wait
        default: nil
        }
    }

    /// What the password lacks, where the backend told.
    public var missing: [PasswordRequirement.Name] {
        if case .weakPassword(let missing) = self { missing } else { [] }
    }
}

extension Outcome: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name with its numbers and requirements: `rate-limited for 59 s`. An email is a backend's text and stays out.
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
    /// An empty mirror: a dump of an outcome shows no value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
