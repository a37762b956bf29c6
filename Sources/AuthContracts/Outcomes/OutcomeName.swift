/// The names of what an operation can come to: a closed vocabulary, whatever the backend.
///
/// A page has words for a name, or a state that it leads to; a backend's own words are never shown.
public enum OutcomeName: String, Hashable, Sendable, CaseIterable {
    /// It worked.
    case ok
    /// It worked so far, and an email with the next step is on its way: an account that has to be confirmed first.
    case sent
    /// No such link. Many backends answer alike for a link that is wrong, used or expired, so its words had better say so.
    case linkInvalid = "link-invalid"
    /// Too late; used already, where a backend calls that expired.
    case linkExpired = "link-expired"
    case linkUsed = "link-used"
    /// A part of the link is missing, or is nothing that a link carries, so that there was nothing to ask the backend.
    case linkIncomplete = "link-incomplete"
    /// The link works only in the browser, or the app, that asked for it (RFC 7636).
    case linkOtherDevice = "link-other-device"
    /// The password lacks something; the value says what, as far as the backend does.
    case weakPassword = "weak-password"
    case samePassword = "same-password"
    case passwordTooLong = "password-too-long"
    /// What was typed is no email address.
    case invalidEmail = "invalid-email"
    /// An email address that the backend sends nothing to.
    case emailRefused = "email-refused"
    /// An account whose email address was never confirmed.
    case emailUnverified = "email-unverified"
    /// One of two emails was confirmed; the one to the other address waits.
    case otherEmailPending = "other-email-pending"
    /// Too many attempts; the value says for how long, as far as the backend does.
    case rateLimited = "rate-limited"
    case accountDisabled = "account-disabled"
    /// A link alone does not do for an account with a second factor.
    case needsSecondFactor = "needs-second-factor"
    case alreadyVerified = "already-verified"
    case codeInvalid = "code-invalid"
    case wrongCredentials = "wrong-credentials"
    case accountExists = "account-exists"
    /// The session is missing, or too old for what was asked.
    case needsLogin = "needs-login"
    /// The backend refuses the page, not the person: a key, an origin, a setting. Trying again does not help.
    case notAllowed = "not-allowed"
    /// No connection.
    case network
    /// No answer in time.
    case timeout
    /// The backend failed, or said something that the contract does not know.
    case server

    /// Whether it is the weather rather than a step of the flow: a page need not have words of its own for these.
    public var isTechnical: Bool {
        switch self {
        case .rateLimited, .notAllowed, .network, .timeout, .server: true
        default: false
        }
    }
}

/// An outcome, or a family of them: `link-*`.
public struct OutcomePattern: Hashable, Sendable {
    /// As it is written.
    public let text: String

    /// The outcomes that the pattern stands for, never none.
    public let outcomes: [OutcomeName]

    /// Reads an outcome or a beginning followed by `*`; nil where it stands for no outcome.
    public init?(_ text: String) {
        self.text = text
        if text.hasSuffix("*") {
            outcomes = OutcomeName.allCases.filter { $0.rawValue.hasPrefix(text.dropLast()) }
        } else {
            outcomes = OutcomeName(rawValue: text).map { [$0] } ?? []
        }
        if outcomes.isEmpty { return nil }
    }
}
