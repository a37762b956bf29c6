public import AuthContracts
public import Observation

/// Asking for an email with a reset link, and for another one.
///
/// The rules are those of the pages: an address is judged by `EmailRule`, known and unknown addresses are told the same, and
/// for a while after an email was sent, another one to the same address is not asked for.
@available(iOS 17, *)
@MainActor @Observable
public final class ForgotPasswordViewModel {
    /// The address in the field, as it was typed; typing takes the field's error away.
    public var email: String {
        didSet { if email != oldValue { judged = nil } }
    }
    /// Whether a request is under way.
    public private(set) var isLoading = false
    /// Whether the email was asked for; the same for every address, whether it has an account or not.
    public private(set) var showSuccess = false
    /// The address that the last email was asked for; empty before.
    public private(set) var submittedEmail = ""
    /// What is new since the success was shown, such as `Email sent again`; nil when there is nothing.
    public private(set) var statusMessage: String?
    /// The message about the last request that failed; nil when there is none.
    public private(set) var errorMessage: String?

    /// The address that was last held against the rule.
    private var judged: String?
    /// When an email was last asked for, by address.
    private var times: [String: ContinuousClock.Instant] = [:]
    private let runner: any OperationRunner
    private let words: PasswordResetWords
    private let resendAfter: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameters:
    ///   - email: what the login screen already holds.
    ///   - runner: runs `send-link`.
    ///   - words: what is said when it does not work.
    ///   - resendAfter: the time before the same address may be sent another email; `resend-after` of the pages.
    ///   - now: tells the time.
    public init(
        email: String = "", runner: any OperationRunner, words: PasswordResetWords = PasswordResetWords(),
        resendAfter: Duration = .seconds(60),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.email = email
        self.runner = runner
        self.words = words
        self.resendAfter = resendAfter
        self.now = now
    }

    /// Whether the address has the form of an email address, by `EmailRule`.
    public var isValidEmail: Bool { EmailRule.isMet(by: email) }

    /// Whether the address is still being typed: not valid yet, and not judged since the last key.
    public var isValidating: Bool { !email.isEmpty && !isValidEmail && judged != email }

    /// The error beside the field, once `validateEmail()` has found one; nil where there is none.
    public var emailError: String? {
        judged == email && !email.isEmpty && !isValidEmail ? words.text(for: .invalidEmail) : nil
    }

    /// Whether the button can be pressed.
    public var canSubmit: Bool { !email.isEmpty && isValidEmail && !isLoading }

    /// Whether an error is to be shown.
    public var showError: Bool { errorMessage != nil }

    /// The seconds until `resend()` asks for another email; 0 where it would now.
    public var secondsUntilResend: Int { wait(for: submittedEmail) }

    /// Judges the address, as when the field loses the focus.
    public func validateEmail() {
        judged = email
    }

    /// Asks for the email; a second press while the first is underway does nothing.
    ///
    /// Where the same address was sent one within `resendAfter`, none is asked for, and the success says so.
    /// Cancelling the task it runs in leaves the screen as it was before.
    public func requestPasswordReset() async {
        validateEmail()
        guard canSubmit else { return }
        await send(to: email, again: false)
    }

    /// Asks for another email to `submittedEmail`; nothing is asked while `secondsUntilResend` is above 0.
    public func resend() async {
        guard showSuccess, !isLoading else { return }
        await send(to: submittedEmail, again: true)
    }

    /// Takes the error away, and nothing else.
    public func dismissError() {
        errorMessage = nil
    }

    /// Begins again, for another address.
    public func reset() {
        email = ""
        showSuccess = false
        submittedEmail = ""
        statusMessage = nil
        errorMessage = nil
    }

    private func send(to address: String, again: Bool) async {
        errorMessage = nil
        statusMessage = nil
        if wait(for: address) > 0 {
            submittedEmail = address
            showSuccess = true
            statusMessage = words.alreadySent
            return
        }
        isLoading = true
        let result = await runner.run("send-link", values: ["email": address])
        isLoading = false
        guard !Task.isCancelled else { return }
        if result.outcome.succeeds {
            times[Self.key(address)] = now()
            submittedEmail = address
            showSuccess = true
            if again { statusMessage = words.sentAgain }
        } else {
            errorMessage = words.text(for: result.outcome)
        }
    }

    private func wait(for address: String) -> Int {
        guard let time = times[Self.key(address)] else { return 0 }
        let rest = resendAfter - time.duration(to: now())
        return rest > .zero ? Int(rest.components.seconds) + (rest.components.attoseconds > 0 ? 1 : 0) : 0
    }

    private static func key(_ address: String) -> String { address.lowercased() }
}
