public import AuthContracts
public import Observation

/// Whether a signed-in person's email address is verified: the banner, its button and the link of the email.
@available(iOS 17, *)
@MainActor @Observable
public final class EmailVerificationViewModel {
    /// Whether the address is verified, as far as the backend has said.
    public private(set) var isVerified: Bool
    /// Whether another email is being asked for.
    public private(set) var isResending = false
    /// What an alert has to say; nil when there is nothing.
    public var alertMessage: String?

    private let kept: [String: String]
    private let runner: any OperationRunner
    private let words: PasswordResetWords
    private let resendAfter: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private var time: ContinuousClock.Instant?

    /// - Parameters:
    ///   - isVerified: what the backend said on signing in.
    ///   - kept: what signing in brought, such as the session.
    ///   - runner: runs `check-verification`, `resend-verification` and `verify-email`.
    ///   - words: what is said when it does not work.
    ///   - resendAfter: the time before another email may be asked for; `resend-after` of the pages.
    ///   - now: tells the time.
    public init(
        isVerified: Bool = false, kept: [String: String] = [:], runner: any OperationRunner,
        words: PasswordResetWords = PasswordResetWords(), resendAfter: Duration = .seconds(60),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.isVerified = isVerified
        self.kept = kept
        self.runner = runner
        self.words = words
        self.resendAfter = resendAfter
        self.now = now
    }

    /// Whether the banner that asks for the verification is shown.
    public var showBanner: Bool { !isVerified }

    /// Whether an alert is to be shown.
    public var showAlert: Bool { alertMessage != nil }

    /// Whether the button can be pressed.
    public var canResend: Bool { !isVerified && !isResending && !isWaiting }

    private var isWaiting: Bool { time.map { $0.duration(to: now()) < resendAfter } ?? false }

    /// Asks for another email; nothing is asked within `resendAfter` of the last one.
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
        } else if result.outcome == .alreadyVerified {
            isVerified = true
        } else {
            alertMessage = words.text(for: result.outcome)
        }
    }

    /// Redeems the link of an email that the app was opened with.
    ///
    /// - Parameter parameters: what the link brought, by name.
    public func verify(_ parameters: [String: String]) async {
        let result = await runner.run("verify-email", values: parameters)
        guard !Task.isCancelled else { return }
        if result.outcome.succeeds || result.outcome == .alreadyVerified {
            isVerified = true
            alertMessage = words.verified
        } else {
            alertMessage = words.text(for: result.outcome)
        }
    }

    /// Asks whether the address was verified elsewhere, as when the app comes to the front; a failure changes nothing.
    public func refresh() async {
        guard !isVerified else { return }
        let result = await runner.run("check-verification", values: kept)
        guard !Task.isCancelled, result.outcome.name == .ok else { return }
        isVerified = true
    }
}
