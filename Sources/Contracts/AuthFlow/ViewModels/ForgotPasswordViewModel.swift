public import AuthContracts
public import Observation

/// The view model for requesting an email with a reset link, and for requesting another one.
///
/// It follows the rules of the pages: `EmailRule.simple` validates an address, the message is the same whether an address has
/// an account or not, and within `resendAfter` of an email no other one to the same address is requested.
@available(iOS 17, *)
@MainActor @Observable
public final class ForgotPasswordViewModel {
    /// The address entered; a change clears the field's error.
    public var email: String {
        didSet { if email != oldValue { checkedEmail = nil } }
    }
    /// Whether a request is pending.
    public private(set) var isLoading = false
    /// Whether an email was requested; the same for all addresses, whether they have an account or not.
    public private(set) var showSuccess = false
    /// The address for which the last email was requested; empty if none was.
    public private(set) var submittedEmail = ""
    /// A message that follows the success message, such as `Email sent again`; nil if there is none.
    public private(set) var statusMessage: String?
    /// The message about the last request that failed; nil if there is none.
    public private(set) var errorMessage: String?

    /// The address that was last validated.
    private var checkedEmail: String?
    /// The time of the last request for an email, by address.
    private var times: [String: ContinuousClock.Instant] = [:]
    private let runner: any OperationRunner
    private let words: PasswordResetWords
    private let resendAfter: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates the view model.
    ///
    /// - Parameters:
    ///   - email: the address entered on the login screen.
    ///   - runner: runs `send-link`.
    ///   - words: the texts of messages.
    ///   - resendAfter: the time before another email to the same address may be requested; `resend-after` of the
    ///     pages.
    ///   - now: returns the current time.
    public init(
        email: String = "", runner: any OperationRunner, words: PasswordResetWords, resendAfter: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.email = email
        self.runner = runner
        self.words = words
        self.resendAfter = resendAfter
        self.now = now
    }

    /// Whether the address has the format of an email address, by `EmailRule.simple`, apart from white space around it.
    public var isValidEmail: Bool { FieldRule.simpleEmail.isMet(by: email) }

    /// Whether the address is being entered: not valid yet, and not validated since the last change.
    public var isValidating: Bool { !email.isEmpty && !isValidEmail && checkedEmail != email }

    /// The error beside the field, once `validateEmail()` has found one; nil if there is none.
    public var emailError: String? {
        checkedEmail == email && !email.isEmpty && !isValidEmail ? words.text(for: Outcome(.invalidEmail)) : nil
    }

    /// Whether the button is enabled.
    public var canSubmit: Bool { !email.isEmpty && isValidEmail && !isLoading }

    /// Whether an error is shown.
    public var showError: Bool { errorMessage != nil }

    /// The number of seconds until `resend()` can request another email; 0 if it can now.
    public var secondsUntilResend: Int { wait(for: submittedEmail) }

    /// Validates the address, for instance when the field loses focus.
    public func validateEmail() {
        checkedEmail = email
    }

    /// Requests the email; has no effect while a request is pending.
    ///
    /// Within `resendAfter` of an email to the same address none is requested, and the success message says so.
    /// Cancelling the task leaves the screen as it was before.
    public func requestPasswordReset() async {
        validateEmail()
        guard canSubmit else { return }
        await send(to: FieldRule.email.normalised(email), again: false)
    }

    /// Requests another email to `submittedEmail`; has no effect while `secondsUntilResend` is above 0.
    public func resend() async {
        guard showSuccess, !isLoading else { return }
        await send(to: submittedEmail, again: true)
    }

    /// Clears the error message.
    public func dismissError() {
        errorMessage = nil
    }

    /// Starts again, for another address.
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
