public import AuthContracts

/// The texts of the screens for password reset and verification, in the app's words and language.
public struct PasswordResetWords: Sendable {
    /// Another email was requested.
    public let sentAgain: String
    /// No email was requested, since the last one was sent a moment ago.
    public let alreadySent: String
    /// Another email with a verification link was requested.
    public let verificationSent: String
    /// The address is verified.
    public let verified: String
    private let outcome: @Sendable (Outcome) -> String

    /// Creates texts.
    ///
    /// - Parameters:
    ///   - sentAgain: another email was requested.
    ///   - alreadySent: no email was requested, since the last one was sent a moment ago.
    ///   - verificationSent: another email with a verification link was requested.
    ///   - verified: the address is verified.
    ///   - outcome: returns the text for an outcome other than success, also for an address with an invalid format. The
    ///     consequence of a declared outcome is its name's `meaning`.
    public init(
        sentAgain: String, alreadySent: String, verificationSent: String, verified: String,
        outcome: @escaping @Sendable (Outcome) -> String
    ) {
        self.sentAgain = sentAgain
        self.alreadySent = alreadySent
        self.verificationSent = verificationSent
        self.verified = verified
        self.outcome = outcome
    }

    /// Returns the text for an outcome.
    public func text(for outcome: Outcome) -> String { self.outcome(outcome) }
}
