public import AuthContracts
public import Observation

/// The view model for the verification of a signed-in user's email address: the banner, its button and the email's
/// link.
@available(iOS 17, *)
@MainActor @Observable
public final class EmailVerificationViewModel {
    /// Whether the address is verified, as far as the backend has stated.
    public private(set) var isVerified: Bool
    /// Whether a request for another email is pending.
    public private(set) var isResending = false
    /// The message of the alert; nil if there is none.
    public var alertMessage: String?

    private let kept: [String: String]
    private let runner: any OperationRunner
    private let words: PasswordResetWords
    private let resendAfter: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private var time: ContinuousClock.Instant?

    /// Creates the view model.
    ///
    /// - Parameters:
    ///   - isVerified: the backend's statement on signing in.
    ///   - kept: the values that signing in kept, such as the session.
    ///   - runner: runs `check-verification`, `resend-verification` and `verify-email`.
    ///   - words: the texts of messages.
    ///   - resendAfter: the time before another email may be requested; `resend-after` of the pages.
    ///   - now: returns the current time.
    public init(
        isVerified: Bool = false, kept: [String: String] = [:], runner: any OperationRunner,
        words: PasswordResetWords, resendAfter: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.isVerified = isVerified
        self.kept = kept
        self.runner = runner
        self.words = words
        self.resendAfter = resendAfter
        self.now = now
    }

    /// Whether the banner that asks for verification is shown.
    public var showBanner: Bool { !isVerified }

    /// Whether the alert is shown.
    public var showAlert: Bool { alertMessage != nil }

    /// Whether the button is enabled.
    public var canResend: Bool { !isVerified && !isResending && !isWaiting }

    private var isWaiting: Bool { time.map { $0.duration(to: now()) < resendAfter } ?? false }

    /// Requests another email, unless the last one was requested less than `resendAfter` ago.
    public func resend() async {
        guard !isVerified, !isResending else { return }
        guard !isWaiting else {
            alertMessage = words.alreadySent
            return
        }
        isResending = true
        let result = await runner.run("resend-verification", values: kept)
        isResending = false
        guard !Task.isCancelled else { return }
        if result.outcome.succeeds {
            time = now()
            alertMessage = words.verificationSent
        } else if result.outcome.name == .alreadyVerified {
            isVerified = true
        } else {
            alertMessage = words.text(for: result.outcome)
        }
    }

    /// Verifies the address with the link with which the app was opened.
    ///
    /// - Parameter parameters: the link's parameters, by name.
    public func verify(_ parameters: [String: String]) async {
        let result = await runner.run("verify-email", values: parameters)
        guard !Task.isCancelled else { return }
        if result.outcome.succeeds || result.outcome.name == .alreadyVerified {
            isVerified = true
            alertMessage = words.verified
        } else {
            alertMessage = words.text(for: result.outcome)
        }
    }

    /// Checks whether the address was verified elsewhere, for instance when the app becomes active; ignores failures.
    public func refresh() async {
        guard !isVerified else { return }
        let result = await runner.run("check-verification", values: kept)
        guard !Task.isCancelled, result.outcome.name == .ok else { return }
        isVerified = true
    }
}
