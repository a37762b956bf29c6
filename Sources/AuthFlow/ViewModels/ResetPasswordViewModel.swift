public import AuthContracts
public import Observation

/// Choosing a new password behind a reset link.
@available(iOS 17, *)
@MainActor @Observable
public final class ResetPasswordViewModel {
    /// The new password, as it was typed.
    public var newPassword = ""
    /// The repetition of the new password.
    public var confirmPassword = ""
    /// Whether the password is being set.
    public private(set) var isLoading = false
    /// Whether the link is still being checked; true from the start.
    public private(set) var isVerifyingToken = true
    /// Whether the password was set.
    public private(set) var showSuccess = false
    /// The message about the last request that failed; nil when there is none.
    public private(set) var errorMessage: String?
    /// Whose password it is, once the link was found good.
    public private(set) var accountEmail: String?

    private let token: String
    private let runner: any OperationRunner
    private let words: PasswordResetWords
    private let requirements: [(requirement: PasswordRequirement, text: String)]
    private var kept: [String: String] = [:]

    /// What is asked of a password unless an app says otherwise.
    public static let usualRequirements: [(requirement: PasswordRequirement, text: String)] = [
        (.atLeast(8), "At least 8 characters"), (.upper, "Contains uppercase letter"),
        (.lower, "Contains lowercase letter"), (.digit, "Contains number"), (.same, "Passwords match"),
    ]

    /// - Parameters:
    ///   - token: what the link brought.
    ///   - runner: runs `check-link` and `reset-password`.
    ///   - requirements: what is asked of the password, with the words for the list.
    ///   - words: what is said when it does not work.
    public init(
        token: String, runner: any OperationRunner,
        requirements: [(requirement: PasswordRequirement, text: String)] = usualRequirements,
        words: PasswordResetWords = PasswordResetWords()
    ) {
        self.token = token
        self.runner = runner
        self.requirements = requirements
        self.words = words
    }

    /// One line of the list that is shown while somebody types.
    public struct RequirementLine: Hashable, Sendable {
        /// The words of the requirement.
        public let text: String
        /// Whether the typed password meets it.
        public let isMet: Bool
    }

    /// The requirements in order, each with whether the typed password meets it.
    public var passwordValidation: [RequirementLine] {
        requirements.map { requirement, text in
            RequirementLine(text: text, isMet: requirement.isMet(by: newPassword, copy: confirmPassword))
        }
    }

    /// Whether the typed password meets every requirement.
    public var isPasswordValid: Bool { passwordValidation.allSatisfy(\.isMet) }

    /// Whether the button can be pressed.
    public var canSubmit: Bool { isPasswordValid && !isLoading }

    /// Looks whether the link is good; nothing is used up by it.
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

    /// Sets the password; what was typed is forgotten when it worked and stays when it did not.
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
