import AuthContracts
import AuthFlow
import Testing

/// FetchNews' banner, its button, and the link with which the app is opened.
@Suite @MainActor struct EmailVerificationViewModelTests {
    static let session = ["session": "kept-1"]

    @Test("the banner is there until the address is verified")
    func banner() {
        #expect(EmailVerificationViewModel(runner: StubRunner(), words: .sample, resendAfter: .seconds(60)).showBanner)
        #expect(
            !EmailVerificationViewModel(
                isVerified: true, runner: StubRunner(), words: .sample, resendAfter: .seconds(60)
            ).showBanner)
    }

    @Test("another email is sent with the session, and after a pause only")
    func resend() async {
        let clock = StoppedClock()
        let runner = StubRunner(Outcome(.ok), Outcome(.ok))
        let viewModel = EmailVerificationViewModel(
            kept: Self.session, runner: runner, words: .sample, resendAfter: .seconds(60), now: { clock.now })
        #expect(viewModel.canResend)
        await viewModel.resend()
        #expect(viewModel.alertMessage == "Verification email sent" && viewModel.showAlert)
        #expect(!viewModel.canResend && !viewModel.isResending)
        await viewModel.resend()
        #expect(viewModel.alertMessage == "Already sent, check inbox")
        clock.now += .seconds(60)
        #expect(viewModel.canResend)
        await viewModel.resend()
        let asked = await runner.asked
        #expect(asked.map(\.operation) == ["resend-verification", "resend-verification"])
        #expect(asked.allSatisfy { $0.values == Self.session })
    }

    @Test("a failed request for an email is reported, and can be repeated at once")
    func failure() async {
        let viewModel = EmailVerificationViewModel(
            runner: StubRunner(Outcome(.network)), words: .sample, resendAfter: .seconds(60))
        await viewModel.resend()
        #expect(viewModel.alertMessage == "No internet connection. Please check your network and try again.")
        #expect(viewModel.canResend && viewModel.showBanner)
    }

    @Test("the link of the email verifies, once or again", arguments: [OutcomeName.ok, .alreadyVerified])
    func verify(name: OutcomeName) async {
        let runner = StubRunner(Outcome(name))
        let viewModel = EmailVerificationViewModel(runner: runner, words: .sample, resendAfter: .seconds(60))
        await viewModel.verify(["token": "t-1"])
        #expect(!viewModel.showBanner && viewModel.alertMessage == "Email verified successfully!")
        let asked = await runner.asked
        #expect(asked.map(\.operation) == ["verify-email"] && asked.first?.values == ["token": "t-1"])
    }

    @Test("an invalid link leaves the banner")
    func badLink() async {
        let viewModel = EmailVerificationViewModel(
            runner: StubRunner(Outcome(.linkExpired)), words: .sample, resendAfter: .seconds(60))
        await viewModel.verify(["token": "t-1"])
        #expect(viewModel.showBanner && viewModel.showAlert)
    }

    @Test("a verification elsewhere is detected on return, and a failed check is not reported")
    func refresh() async {
        let runner = StubRunner(Outcome(.emailUnverified), Outcome(.network), Outcome(.ok))
        let viewModel = EmailVerificationViewModel(
            kept: Self.session, runner: runner, words: .sample, resendAfter: .seconds(60))
        for isShown in [true, true, false] {
            await viewModel.refresh()
            #expect(viewModel.showBanner == isShown && viewModel.alertMessage == nil)
        }
        await viewModel.refresh()
        #expect(await runner.asked.map(\.operation) == Array(repeating: "check-verification", count: 3))
    }
}
