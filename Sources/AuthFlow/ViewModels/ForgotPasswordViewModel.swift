public import AuthContracts
public import Observation

/// Asking for a mail with a reset link.
@available(iOS 17, *)
@MainActor @Observable
public final class ForgotPasswordViewModel {
    /// The address in the field, as it was typed.
    public var email: String
    /// Whether a request is under way.
    public private(set) var isLoading = false
    /// Whether the mail was asked for; the same for every address, whether it has an account or not.
    public private(set) var showSuccess = false
    /// The message about the last request that failed; nil when there is none.
    public private(set) var errorMessage: String?

    private let runner: any OperationRunner
    private let words: PasswordResetWords

    /// - Parameters:
    ///   - email: what the login screen already holds.
    ///   - runner: runs `send-link`.
    ///   - words: what is said when it does not work.
    public init(email: String = "", runner: any OperationRunner, words: PasswordResetWords = PasswordResetWords()) {
        self.email = email
        self.runner = runner
        self.words = words
    }

    /// Whether the address has the form of an email address, by `EmailRule`.
    public var isValidEmail: Bool { EmailRule.isMet(by: email) }

    /// Whether the button can be pressed.
    public var canSubmit: Bool { !email.isEmpty && isValidEmail && !isLoading }

    /// Asks for the mail; a second press while the first is underway does nothing.
    ///
    /// Cancelling the task it runs in leaves the screen as it was before.
    public func requestPasswordReset() async {
        guard canSubmit else { return }
        isLoading = true
        errorMessage = nil
        let result = await runner.run("send-link", values: ["email": email])
        isLoading = false
        guard !Task.isCancelled else { return }
        switch result.outcome {
        case .ok, .sent: showSuccess = true
        default: errorMessage = words.text(for: result.outcome)
        }
    }

    /// Begins again, for another address.
    public func reset() {
        email = ""
        showSuccess = false
        errorMessage = nil
    }
}
