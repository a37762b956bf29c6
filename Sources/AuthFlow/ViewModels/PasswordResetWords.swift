public import AuthContracts

/// What the screens of a password reset and of a verification say: the app's words, never the backend's.
public struct PasswordResetWords: Sendable {
    /// Another email was asked for.
    public var sentAgain = "Email sent again"
    /// None was asked for, because the last one was sent a moment ago.
    public var alreadySent = "Already sent, check inbox"
    /// Another email with a verification link was asked for.
    public var verificationSent = "Verification email sent"
    /// The address is verified.
    public var verified = "Email verified successfully!"
    private let words: @Sendable (Outcome) -> String?

    /// Words of one's own, over those that are there already.
    ///
    /// - Parameter words: nil for an outcome whose words stay as they are.
    public init(_ words: @escaping @Sendable (Outcome) -> String? = { _ in nil }) {
        self.words = words
    }

    /// The words for an outcome.
    public func text(for outcome: Outcome) -> String {
        if let text = words(outcome) { return text }
        switch outcome {
        case .ok, .sent: return "Done."
        case .linkExpired: return "This reset link has expired. Please request a new one."
        case .linkInvalid, .linkUsed, .linkIncomplete, .linkOtherDevice: return "Invalid or expired reset token"
        case .weakPassword: return "Use at least 8 characters with upper case, lower case and a number."
        case .samePassword: return "Please choose a password that you have not used here before."
        case .passwordTooLong: return "Please choose a shorter password."
        case .invalidEmail, .emailRefused: return "Please enter a valid email address"
        case .rateLimited(let wait?): return "Too many attempts. Try again in \(wait) seconds."
        case .rateLimited: return "Too many attempts. Please wait a little and try again."
        case .network: return "No internet connection. Please check your network and try again."
        case .timeout: return "This is taking too long. Please check your network and try again."
        case .emailUnverified, .otherEmailPending, .accountDisabled, .needsSecondFactor, .alreadyVerified, .codeInvalid,
            .wrongCredentials, .accountExists, .needsLogin, .notAllowed, .server:
            return "Something went wrong on our end. Please try again later."
        // As the built-in outcome of the same meaning; what is particular about it only the app can say.
        case .declared(let name, let wait):
            switch name.meaning {
            case .succeeds: return text(for: .ok())
            case .linkDead: return text(for: .linkInvalid)
            case .waits: return text(for: .rateLimited(wait: wait))
            case .stays, .fails: return text(for: .server)
            }
        }
    }
}
