import AuthContracts
import AuthFlow
import Testing

/// Returns given results, and records the operations.
actor StubRunner: OperationRunner {
    private var results: [ContractResult]
    private(set) var asked: [(operation: String, values: [String: String])] = []

    init(_ outcomes: Outcome..., kept: [String: String] = [:]) {
        results = outcomes.map { ContractResult(outcome: $0, kept: kept) }
    }

    func run(_ operation: String, values: [String: String]) async -> ContractResult {
        asked.append((operation, values))
        return results.isEmpty ? ContractResult(outcome: Outcome(.server)) : results.removeFirst()
    }
}

/// A clock that advances only when a test sets it.
final class StoppedClock: @unchecked Sendable {
    // Read and set on the main actor only, by the tests and by what they test.
    var now = ContinuousClock.now
}

/// Artitec's unit tests for requesting a link, with the names from its guide.
@Suite @MainActor struct ForgotPasswordViewModelTests {
    @Test func testEmailValidation() {
        let viewModel = ForgotPasswordViewModel(runner: StubRunner(), words: .sample, resendAfter: .seconds(60))
        viewModel.email = "invalid"
        #expect(!viewModel.isValidEmail)
        viewModel.email = "valid@email.com"
        #expect(viewModel.isValidEmail)
    }

    @Test func testCanSubmitRequiresValidEmail() {
        let viewModel = ForgotPasswordViewModel(runner: StubRunner(), words: .sample, resendAfter: .seconds(60))
        viewModel.email = ""
        #expect(!viewModel.canSubmit)
        viewModel.email = "invalid"
        #expect(!viewModel.canSubmit)
        viewModel.email = "valid@email.com"
        #expect(viewModel.canSubmit)
    }

    @Test("a sent email is a success, and another address starts again")
    func success() async {
        let runner = StubRunner(Outcome(.ok))
        let viewModel = ForgotPasswordViewModel(
            email: "ada@example.com", runner: runner, words: .sample, resendAfter: .seconds(60))
        await viewModel.requestPasswordReset()
        #expect(viewModel.showSuccess && !viewModel.isLoading && viewModel.errorMessage == nil)
        let asked = await runner.asked
        #expect(asked.map(\.operation) == ["send-link"])
        #expect(asked.first?.values == ["email": "ada@example.com"])
        viewModel.reset()
        #expect(viewModel.email == "" && !viewModel.showSuccess)
    }

    @Test(
        "failures are reported in the app's words",
        arguments: [
            (Outcome(.network), "No internet connection. Please check your network and try again."),
            (Outcome(.timeout), "This is taking too long. Please check your network and try again."),
            (Outcome(.server), "Something went wrong on our end. Please try again later."),
            (Outcome(.rateLimited, wait: 59), "Too many attempts. Try again in 59 seconds."),
            (Outcome(.rateLimited, wait: 1), "Too many attempts. Try again in 1 second."),
            // The text fits whatever requirements the app has.
            (Outcome(.weakPassword), "Please choose a password that is harder to guess."),
            (Outcome(.invalidEmail), "Please enter a valid email address"),
        ])
    func failure(outcome: Outcome, words: String) async {
        let viewModel = ForgotPasswordViewModel(
            email: "ada@example.com", runner: StubRunner(outcome, Outcome(.ok)), words: .sample,
            resendAfter: .seconds(60))
        await viewModel.requestPasswordReset()
        #expect(viewModel.errorMessage == words && !viewModel.showSuccess)
        #expect(viewModel.email == "ada@example.com" && viewModel.canSubmit)
        await viewModel.requestPasswordReset()
        #expect(viewModel.errorMessage == nil && viewModel.showSuccess)
    }

    @Test("the submitted address is shown, and another email has to wait")
    func resend() async {
        let clock = StoppedClock()
        let runner = StubRunner(Outcome(.ok), Outcome(.ok))
        let viewModel = ForgotPasswordViewModel(
            email: "user+test@example.com", runner: runner, words: .sample, resendAfter: .seconds(60),
            now: { clock.now })
        await viewModel.requestPasswordReset()
        #expect(viewModel.submittedEmail == "user+test@example.com" && viewModel.statusMessage == nil)
        #expect(viewModel.secondsUntilResend == 60)
        clock.now += .milliseconds(58_500)
        #expect(viewModel.secondsUntilResend == 2)
        await viewModel.resend()
        #expect(await runner.asked.count == 1)
        #expect(viewModel.statusMessage == "Already sent, check inbox")
        clock.now += .milliseconds(1_500)
        #expect(viewModel.secondsUntilResend == 0)
        await viewModel.resend()
        #expect(await runner.asked.count == 2)
        #expect(viewModel.statusMessage == "Email sent again" && viewModel.secondsUntilResend == 60)
    }

    @Test("the same address a moment later is not sent another email, another address is")
    func alreadySent() async {
        let clock = StoppedClock()
        let runner = StubRunner(Outcome(.ok), Outcome(.ok), Outcome(.ok))
        let viewModel = ForgotPasswordViewModel(
            email: "ada@example.com", runner: runner, words: .sample, resendAfter: .seconds(60), now: { clock.now })
        await viewModel.requestPasswordReset()
        viewModel.reset()
        #expect(viewModel.submittedEmail == "")
        viewModel.email = "Ada@example.com"
        await viewModel.requestPasswordReset()
        #expect(viewModel.showSuccess && viewModel.statusMessage == "Already sent, check inbox")
        #expect(await runner.asked.count == 1)
        viewModel.reset()
        viewModel.email = "else@example.com"
        await viewModel.requestPasswordReset()
        #expect(viewModel.statusMessage == nil && viewModel.submittedEmail == "else@example.com")
        #expect(await runner.asked.map { $0.values["email"] } == ["ada@example.com", "else@example.com"])
    }

    @Test("an address is validated on leaving the field, and its error disappears on input")
    func validating() {
        let viewModel = ForgotPasswordViewModel(runner: StubRunner(), words: .sample, resendAfter: .seconds(60))
        #expect(!viewModel.isValidating && viewModel.emailError == nil)
        viewModel.email = "ada@"
        #expect(viewModel.isValidating && viewModel.emailError == nil)
        viewModel.validateEmail()
        #expect(!viewModel.isValidating && viewModel.emailError == "Please enter a valid email address")
        viewModel.email = "ada@example"
        #expect(viewModel.isValidating && viewModel.emailError == nil)
        viewModel.email = "ada@example.com"
        #expect(!viewModel.isValidating && viewModel.emailError == nil && viewModel.canSubmit)
    }

    @Test("an error is shown until it is dismissed or the next request begins")
    func dismissError() async {
        let viewModel = ForgotPasswordViewModel(
            email: "ada@example.com", runner: StubRunner(Outcome(.network)), words: .sample, resendAfter: .seconds(60))
        await viewModel.requestPasswordReset()
        #expect(viewModel.showError)
        viewModel.dismissError()
        #expect(!viewModel.showError && viewModel.email == "ada@example.com")
    }

    @Test("an invalid address causes no request")
    func invalid() async {
        let runner = StubRunner(Outcome(.ok))
        let viewModel = ForgotPasswordViewModel(email: "ada", runner: runner, words: .sample, resendAfter: .seconds(60))
        await viewModel.requestPasswordReset()
        #expect(await runner.asked.isEmpty)
        #expect(!viewModel.showSuccess)
    }

    @Test("a screen that was left gets no result")
    func cancelled() async {
        let viewModel = ForgotPasswordViewModel(
            email: "ada@example.com", runner: StubRunner(Outcome(.network)), words: .sample, resendAfter: .seconds(60))
        let task = Task { await viewModel.requestPasswordReset() }
        task.cancel()
        await task.value
        #expect(viewModel.errorMessage == nil && !viewModel.showSuccess && !viewModel.isLoading)
    }
}

private let artitecRequirements: [(requirement: PasswordRequirement, text: String)] = [
    (.atLeast(8), "At least 8 characters"), (.upper, "Contains uppercase letter"),
    (.lower, "Contains lowercase letter"), (.digit, "Contains number"), (.same, "Passwords match"),
]

/// Artitec's unit tests for setting a password, with the names from its guide.
@Suite @MainActor struct ResetPasswordViewModelTests {
    @Test func testPasswordValidation() {
        let viewModel = ResetPasswordViewModel(
            token: "test-token", runner: StubRunner(), requirements: artitecRequirements, words: .sample)
        for refused in ["Pass1", "password123", "PASSWORD123", "PasswordOnly", "Password123"] {
            viewModel.newPassword = refused
            #expect(!viewModel.isPasswordValid)
        }
        viewModel.newPassword = "Password123"
        viewModel.confirmPassword = "Password123"
        #expect(viewModel.isPasswordValid)
    }

    @Test("each requirement is met by itself")
    func validation() {
        let viewModel = ResetPasswordViewModel(
            token: "test-token", runner: StubRunner(), requirements: artitecRequirements, words: .sample)
        viewModel.newPassword = "passwort"
        #expect(
            viewModel.passwordValidation.map { "\($0.text): \($0.isMet)" } == [
                "At least 8 characters: true", "Contains uppercase letter: false", "Contains lowercase letter: true",
                "Contains number: false", "Passwords match: false",
            ])
    }

    @Test("a valid link shows the account's email")
    func goodLink() async {
        let runner = StubRunner(Outcome(.ok, email: "ada@example.com"))
        let viewModel = ResetPasswordViewModel(
            token: "test-token", runner: runner, requirements: artitecRequirements, words: .sample)
        #expect(viewModel.isVerifyingToken)
        await viewModel.verifyToken()
        #expect(!viewModel.isVerifyingToken && viewModel.accountEmail == "ada@example.com")
        #expect(await runner.asked.first?.values == ["token": "test-token"])
    }

    @Test(
        "an invalid link is reported",
        arguments: [
            (Outcome(.linkInvalid), "Invalid or expired reset token"),
            (Outcome(.linkExpired), "This reset link has expired. Please request a new one."),
        ])
    func badLink(outcome: Outcome, words: String) async {
        let viewModel = ResetPasswordViewModel(
            token: "test-token", runner: StubRunner(outcome), requirements: artitecRequirements, words: .sample)
        await viewModel.verifyToken()
        #expect(viewModel.errorMessage == words && viewModel.accountEmail == nil && !viewModel.isVerifyingToken)
    }

    @Test("a refused password stays in the field, an accepted one is cleared")
    func reset() async {
        let runner = StubRunner(Outcome(.weakPassword, missing: [.digit]), Outcome(.ok), kept: ["session": "kept-1"])
        let viewModel = ResetPasswordViewModel(
            token: "test-token", runner: runner, requirements: artitecRequirements, words: .sample)
        viewModel.newPassword = "Password123"
        viewModel.confirmPassword = "Password123"
        await viewModel.resetPassword()
        #expect(viewModel.newPassword == "Password123" && viewModel.errorMessage != nil && !viewModel.showSuccess)
        await viewModel.resetPassword()
        #expect(viewModel.newPassword == "" && viewModel.confirmPassword == "" && viewModel.showSuccess)
        #expect(viewModel.errorMessage == nil && !viewModel.isLoading)
        let asked = await runner.asked
        #expect(asked.map(\.operation) == ["reset-password", "reset-password"])
        #expect(asked[1].values == ["token": "test-token", "new-password": "Password123", "session": "kept-1"])
    }
}
