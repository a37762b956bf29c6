import AuthContracts
import AuthFlow

extension PasswordResetWords {
    /// The texts of an app.
    static let sample = PasswordResetWords(
        sentAgain: "Email sent again", alreadySent: "Already sent, check inbox",
        verificationSent: "Verification email sent", verified: "Email verified successfully!"
    ) { outcome in
        switch outcome.name {
        case .linkExpired: "This reset link has expired. Please request a new one."
        case .linkInvalid, .linkUsed, .linkIncomplete: "Invalid or expired reset token"
        case .weakPassword: "Please choose a password that is harder to guess."
        case .invalidEmail: "Please enter a valid email address"
        case .rateLimited:
            outcome.wait.map { "Too many attempts. Try again in \($0 == 1 ? "1 second" : "\($0) seconds")." }
                ?? "Something went wrong on our end. Please try again later."
        case .network: "No internet connection. Please check your network and try again."
        case .timeout: "This is taking too long. Please check your network and try again."
        default: "Something went wrong on our end. Please try again later."
        }
    }
}
