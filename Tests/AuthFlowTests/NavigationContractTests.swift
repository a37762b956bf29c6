import AuthContracts
import AuthFlow
import Testing

/// The tests of the navigation contract, with the names from it.
@Suite @MainActor struct NavigationContractTests {
    struct AuthSession: Equatable { var user = "ada" }

    let viewModel = AuthViewModel<AuthSession>(requirements: [.atLeast(8), .same])

    // MARK: - Initial state

    @Test func testInitialStateIsChoice() {
        #expect(viewModel.navigationState == .choice)
    }

    // MARK: - 1. From the choice screen

    @Test func testNavigateFromChoiceToLogin() {
        viewModel.navigationState = .choice
        viewModel.email = "typed@before.example"
        viewModel.errorMessage = "from an attempt before"
        viewModel.navigateToLogin()
        #expect(viewModel.navigationState == .login)
        #expect(viewModel.email == "typed@before.example")
        #expect(viewModel.errorMessage == nil)
    }

    @Test func testNavigateFromChoiceToSignup() {
        viewModel.navigationState = .choice
        viewModel.email = "typed@before.example"
        viewModel.navigateToSignup()
        #expect(viewModel.navigationState == .signup(consentAccepted: false))
        #expect(viewModel.email == "typed@before.example")
    }

    // MARK: - 2. From the login screen

    @Test func testNavigateFromLoginToChoiceClearsState() {
        viewModel.navigationState = .login
        viewModel.email = "test@example.com"
        viewModel.password = "password123"
        viewModel.otpCode = "123456"
        viewModel.errorMessage = "Some error"
        viewModel.statusBanner = "Some news"
        viewModel.navigateToChoice()
        #expect(viewModel.navigationState == .choice)
        #expect(viewModel.email == "")
        #expect(viewModel.password == "")
        #expect(viewModel.otpCode == "")
        #expect(viewModel.errorMessage == nil)
        #expect(viewModel.statusBanner == nil)
    }

    @Test func testNavigateFromLoginToResetPreservesEmail() {
        viewModel.navigationState = .login
        viewModel.email = "test@example.com"
        viewModel.password = "password123"
        viewModel.errorMessage = "Some error"
        viewModel.navigateToResetRequest()
        #expect(viewModel.navigationState == .resetRequest)
        #expect(viewModel.email == "test@example.com")
        #expect(viewModel.password == "")
        #expect(viewModel.errorMessage == nil)
    }

    // MARK: - 3. From the signup screen

    @Test func testNavigateFromSignupToChoiceClearsState() {
        viewModel.navigationState = .signup(consentAccepted: true)
        viewModel.email = "test@example.com"
        viewModel.password = "password123"
        viewModel.confirmPassword = "password123"
        viewModel.navigateToChoice()
        #expect(viewModel.navigationState == .choice)
        #expect(viewModel.email == "")
        #expect(viewModel.password == "")
        #expect(viewModel.confirmPassword == "")
        viewModel.navigateToSignup()
        #expect(viewModel.navigationState == .signup(consentAccepted: false), "consent is asked for again")
    }

    // MARK: - 4. No way back from the choice

    @Test func testChoiceScreenPreventsBackNavigation() {
        #expect(viewModel.isBackButtonHidden)
        viewModel.email = "typed@before.example"
        viewModel.navigateToChoice()
        #expect(viewModel.email == "typed@before.example", "there was no way back to take")
        viewModel.navigateToLogin()
        #expect(!viewModel.isBackButtonHidden)
    }

    // MARK: - Consent

    @Test func testConsentToggleUpdatesState() {
        viewModel.navigationState = .signup(consentAccepted: false)
        viewModel.email = "test@example.com"
        viewModel.password = "password123"
        viewModel.confirmPassword = "password123"
        #expect(!viewModel.canSubmit)
        viewModel.updateConsent(true)
        #expect(viewModel.navigationState == .signup(consentAccepted: true))
        #expect(viewModel.email == "test@example.com")
        #expect(viewModel.canSubmit)
        viewModel.confirmPassword = "password124"
        #expect(!viewModel.canSubmit)
    }

    @Test(
        "a new password is judged as on the page", arguments: [("a", false), ("sunflow", false), ("sunflowe", true)])
    func passwordRule(password: String, isEnough: Bool) {
        viewModel.navigateToSignup()
        viewModel.updateConsent(true)
        viewModel.email = "test@example.com"
        viewModel.password = password
        viewModel.confirmPassword = password
        #expect(viewModel.canSubmit == isEnough)
        viewModel.navigationState = .resetVerify(pendingEmail: "test@example.com")
        viewModel.otpCode = "123456"
        #expect(viewModel.canSubmit == isEnough)
    }

    @Test func testConsentToggleOnlyWorksInSignupState() {
        viewModel.navigationState = .login
        viewModel.updateConsent(true)
        #expect(viewModel.navigationState == .login)
    }

    // MARK: - View rendering

    @Test func testChoiceViewRenderedForChoiceState() {
        viewModel.navigationState = .choice
        #expect(viewModel.navigationState.screen == .choice)
    }

    @Test func testLoginViewRenderedForLoginState() {
        viewModel.navigationState = .login
        #expect(viewModel.navigationState.screen == .login)
    }

    @Test("every state has a screen of its own")
    func screens() {
        let states: [AuthNavigationState] = [
            .choice, .login, .signup(consentAccepted: true), .resetRequest, .resetVerify(pendingEmail: "a@b.example"),
        ]
        #expect(states.map(\.screen) == AuthNavigationState.Screen.allCases)
    }

    // MARK: - Errors

    @Test func testErrorsClearedWhenNavigatingToChoice() {
        viewModel.navigationState = .login
        viewModel.errorMessage = "Invalid credentials"
        viewModel.navigateToChoice()
        #expect(viewModel.errorMessage == nil)
    }

    @Test func testErrorPersistsOnSameScreen() {
        viewModel.navigationState = .login
        viewModel.errorMessage = "Invalid credentials"
        viewModel.email = "somebody@else.example"
        #expect(viewModel.errorMessage == "Invalid credentials")
    }

    @Test("dismissing an error clears nothing else")
    func dismissError() {
        viewModel.navigationState = .login
        viewModel.email = "test@example.com"
        viewModel.statusBanner = "Some news"
        viewModel.errorMessage = "Invalid credentials"
        viewModel.dismissError()
        #expect(viewModel.errorMessage == nil)
        #expect(viewModel.email == "test@example.com")
        #expect(viewModel.statusBanner == "Some news")
        #expect(viewModel.navigationState == .login)
    }

    // MARK: - Scenarios

    @Test func testCompleteNavigationCycle() {
        #expect(viewModel.navigationState == .choice)
        viewModel.navigateToSignup()
        #expect(viewModel.navigationState == .signup(consentAccepted: false))
        viewModel.email = "test@example.com"
        viewModel.password = "password"
        viewModel.confirmPassword = "password"
        viewModel.navigateToChoice()
        #expect(viewModel.navigationState == .choice)
        #expect(viewModel.email == "")
        viewModel.navigateToLogin()
        #expect(viewModel.navigationState == .login)
    }

    @Test func testErrorHandlingAcrossNavigation() {
        viewModel.navigationState = .login
        viewModel.errorMessage = "Invalid credentials"
        viewModel.navigateToChoice()
        #expect(viewModel.errorMessage == nil)
        viewModel.navigateToSignup()
        #expect(viewModel.errorMessage == nil)
    }

    @Test func testStateClearingDoesNotAffectSession() {
        viewModel.session = AuthSession()
        viewModel.navigationState = .login
        viewModel.email = "test@example.com"
        viewModel.navigateToChoice()
        #expect(viewModel.email == "")
        #expect(viewModel.session == AuthSession())
    }

    // MARK: - Transitions and invariants of the summary

    @Test(
        "the summary's transitions, and no others",
        arguments: [
            ("choice", ["login", "signup"]), ("login", ["choice", "reset-request"]), ("signup", ["choice"]),
            ("reset-request", ["choice", "reset-verify"]), ("reset-verify", ["choice"]),
        ])
    func transitions(from: String, to: [String]) {
        #expect(AuthTransitions.all.filter { $0.from.rawValue == from }.map(\.to.rawValue) == to)
    }

    @Test("asking for a code leads to typing it, and back to the choice")
    func resetVerify() {
        viewModel.navigateToLogin()
        viewModel.email = "test@example.com"
        viewModel.navigateToResetRequest()
        #expect(viewModel.canSubmit)
        viewModel.navigateToResetVerify()
        #expect(viewModel.navigationState == .resetVerify(pendingEmail: "test@example.com"))
        viewModel.otpCode = "123 456"
        viewModel.password = "Password1"
        viewModel.confirmPassword = "Password1"
        #expect(viewModel.canSubmit)
        viewModel.navigateToChoice()
        #expect(viewModel.navigationState == .choice)
        #expect(viewModel.otpCode == "")
    }

    @Test("a trigger changes a screen as the table says, and clears what it lists", arguments: screens, triggers)
    func clearing(state: AuthNavigationState, trigger: AuthTransition.Trigger) {
        let filled = AuthViewModel<AuthSession>(requirements: [.atLeast(8), .same])
        filled.navigationState = state
        filled.email = "ada@example.com"
        filled.password = "Password1"
        filled.confirmPassword = "Password1"
        filled.otpCode = "123456"
        filled.errorMessage = "Wrong"
        filled.statusBanner = "Sent"
        switch trigger {
        case .signIn: filled.navigateToLogin()
        case .createAccount: filled.navigateToSignup()
        case .forgotPassword: filled.navigateToResetRequest()
        case .codeSent: filled.navigateToResetVerify()
        case .back: filled.navigateToChoice()
        }
        let transition = AuthTransitions.transition(from: state.screen, on: trigger)
        #expect(filled.navigationState.screen == transition?.to ?? state.screen)
        let cleared: [AuthTransition.Clearing: Bool] = [
            .email: filled.email.isEmpty, .password: filled.password.isEmpty,
            .confirmPassword: filled.confirmPassword.isEmpty, .otpCode: filled.otpCode.isEmpty,
            .errorMessage: filled.errorMessage == nil, .statusBanner: filled.statusBanner == nil,
        ]
        #expect(Set(cleared.filter(\.value).keys) == transition?.clears ?? [])
        // Invariants 1 to 4: the entry, to which every screen leads back, empties everything.
        if trigger == .back, state != .choice {
            #expect(filled.navigationState == .choice && cleared.allSatisfy(\.value))
        }
    }

    private nonisolated static let screens: [AuthNavigationState] = [
        .choice, .login, .signup(consentAccepted: true), .resetRequest, .resetVerify(pendingEmail: "ada@example.com"),
    ]
    private nonisolated static let triggers = AuthTransition.Trigger.allCases

    @Test("invariant 5: entering the signup again asks for consent again")
    func consent() {
        viewModel.navigateToSignup()
        viewModel.updateConsent(true)
        viewModel.navigateToChoice()
        viewModel.navigateToSignup()
        #expect(viewModel.navigationState == .signup(consentAccepted: false))
    }

    @Test("a trigger without a transition has no effect")
    func noWay() {
        viewModel.navigateToResetRequest()
        #expect(viewModel.navigationState == .choice)
        viewModel.navigationState = .resetVerify(pendingEmail: "a@b.example")
        viewModel.navigateToLogin()
        #expect(viewModel.navigationState == .resetVerify(pendingEmail: "a@b.example"))
    }
}
