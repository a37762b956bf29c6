/// What an operation can come to: a closed vocabulary, whatever the backend.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case ok
    case sent
    case linkInvalid = "link-invalid"
    case linkExpired = "link-expired"
    case linkUsed = "link-used"
    case linkIncomplete = "link-incomplete"
    case weakPassword = "weak-password"
    case samePassword = "same-password"
    case passwordTooLong = "password-too-long"
    case invalidEmail = "invalid-email"
    case emailRefused = "email-refused"
    case rateLimited = "rate-limited"
    case accountDisabled = "account-disabled"
    case needsSecondFactor = "needs-second-factor"
    case alreadyVerified = "already-verified"
    case codeInvalid = "code-invalid"
    case wrongCredentials = "wrong-credentials"
    case accountExists = "account-exists"
    case network
    case timeout
    case server
}

/// An outcome, or a family of them: `link-*`.
public struct OutcomePattern: Hashable, Sendable {
    /// As it is written.
    public let text: String

    /// The outcomes that the pattern stands for, never none.
    public let outcomes: [Outcome]

    /// Reads an outcome or a beginning followed by `*`; nil where it stands for no outcome.
    public init?(_ text: String) {
        self.text = text
        if text.hasSuffix("*") {
            outcomes = Outcome.allCases.filter { $0.rawValue.hasPrefix(text.dropLast()) }
        } else {
            outcomes = Outcome(rawValue: text).map { [$0] } ?? []
        }
        if outcomes.isEmpty { return nil }
    }
}
