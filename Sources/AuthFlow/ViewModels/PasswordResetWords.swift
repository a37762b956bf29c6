public import AuthContracts

/// The texts of the screens for password reset and verification: the app's own, never the backend's.
public struct PasswordResetWords: Sendable {
    /// Another email was requested.
    public var sentAgain = "Email sent again"
    /// No email was requested, since the last one was sent a moment ago.
    public var alreadySent = "Already sent, check inbox"
    /// Another email with a verification link was requested.
    public var verificationSent = "Verification email sent"
    /// The address is verified.
    public var verified = "Email verified successfully!"
    private let words: @Sendable (Outcome) -> String?

    /// Creates texts, some of which replace the defaults.
    ///
    /// - Parameter words: returns the text for an outcome; nil for the default.
    public init(_ words: @escaping @Sendable (Outcome) -> String? = { _ in nil }) {
        self.words = words
    }

    /// The text for an outcome.
    public func text(for outcome: Outcome) -> String {
        if let text = words(outcome) { return text }
        switch outcome {
        case .ok, .sent: return "Done."
        case .linkExpired: return "This reset link has expired. Please request a new one."
        case .linkInvalid, .linkUsed, .linkIncomplete, .linkOtherDevice: return "Invalid or expired reset token"
        case .weakPassword: return "Please choose a password that is harder to guess."
        case .samePassword: return "Please choose a password you haven't used here before."
        case .passwordTooLong: return "Please choose a shorter password."
        case .invalidEmail, .emailRefused: return "Please enter a valid email address"
        case .rateLimited(let wait?):
            return "Too many attempts. Try again in \(wait == 1 ? "1 second" : "\(wait) seconds")."
        case .rateLimited: return "Too many attempts. Please wait a moment and try again."
        case .network: return "No internet connection. Please check your network and try again."
        case .timeout: return "This is taking too long. Please check your network and try again."
        case .emailUnverified, .otherEmailPending, .accountDisabled, .needsSecondFactor, .alreadyVerified, .codeInvalid,
            .wrongCredentials, .accountExists, .needsLogin, .notAllowed, .server:
            return "Something went wrong on our end. Please try again later."
        // The text of the built-in outcome with the same meaning; only the app can be more specific.
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
