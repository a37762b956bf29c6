public import AuthContracts
public import Observation

/// The view model for setting a new password with a reset link.
@available(iOS 17, *)
@MainActor @Observable
public final class ResetPasswordViewModel {
    /// The new password entered.
    public var newPassword = ""
    /// The repeated password.
    public var confirmPassword = ""
    /// Whether the request to set the password is pending.
    public private(set) var isLoading = false
    /// Whether the link is still being checked; true initially.
    public private(set) var isVerifyingToken = true
    /// Whether the password was set.
    public private(set) var showSuccess = false
    /// The message about the last request that failed; nil if there is none.
    public private(set) var errorMessage: String?
    /// The account's email, once the link is checked; nil if the backend did not state it.
    public private(set) var accountEmail: String?

    private let token: String
    private let runner: any OperationRunner
    private let words: PasswordResetWords
    private let requirements: [(requirement: PasswordRequirement, text: String)]
    private var kept: [String: String] = [:]

    /// Creates the view model.
    ///
    /// - Parameters:
    ///   - token: the link's token.
    ///   - runner: runs `check-link` and `reset-password`.
    ///   - requirements: the requirements for the password, with their texts in the list.
    ///   - words: the texts of messages.
    public init(
        token: String, runner: any OperationRunner,
        requirements: [(requirement: PasswordRequirement, text: String)], words: PasswordResetWords
    ) {
        self.token = token
        self.runner = runner
        self.requirements = requirements
        self.words = words
    }

    /// A line of the list of requirements.
    public struct RequirementLine: Hashable, Sendable {
        /// The text of the requirement.
        public let text: String
        /// Whether the password entered meets it.
        public let isMet: Bool
    }

    /// The requirements in order, each with whether the password entered meets it.
    public var passwordValidation: [RequirementLine] {
        requirements.map { requirement, text in
            RequirementLine(text: text, isMet: requirement.isMet(by: newPassword, copy: confirmPassword))
        }
    }

    /// Whether the password entered meets all requirements.
    public var isPasswordValid: Bool { !newPassword.isEmpty && passwordValidation.allSatisfy(\.isMet) }

    /// Whether the button is enabled.
    public var canSubmit: Bool { isPasswordValid && !isLoading }

    /// Checks whether the link is valid, without using it up.
    public func verifyToken() async {
        isVerifyingToken = true
        errorMessage = nil
        let result = await runner.run("check-link", values: ["token": token])
        isVerifyingToken = false
        guard !Task.isCancelled else { return }
        kept.merge(result.kept) { $1 }
        if result.outcome.succeeds {
            accountEmail = result.outcome.email
        } else {
            errorMessage = words.text(for: result.outcome)
        }
    }

    /// Sets the password; clears the input on success and keeps it on failure.
    public func resetPassword() async {
        guard canSubmit else { return }
        isLoading = true
        errorMessage = nil
        let values = kept.merging(["token": token, "new-password": newPassword]) { $1 }
        let result = await runner.run("reset-password", values: values)
        isLoading = false
        guard !Task.isCancelled else { return }
        kept.merge(result.kept) { $1 }
        if result.outcome.succeeds {
            showSuccess = true
            newPassword = ""
            confirmPassword = ""
        } else {
            errorMessage = words.text(for: result.outcome)
        }
    }
}
