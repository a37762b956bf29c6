public import AuthContracts
public import Observation

/// The view model of the authentication screens: navigation, input and messages.
///
/// Navigation follows `AuthTransitions`, including the values that each transition clears. The session belongs to the
/// app and is never changed here.
@available(iOS 17, *)
@MainActor @Observable
public final class AuthViewModel<Session: Equatable> {
    /// The navigation state.
    public var navigationState = AuthNavigationState.choice
    /// The email address entered.
    public var email = ""
    /// The password entered.
    public var password = ""
    /// The repeated password.
    public var confirmPassword = ""
    /// The one-time code entered.
    public var otpCode = ""
    /// The error message; nil if there is none. It remains until the screen is left or the message is dismissed.
    public var errorMessage: String?
    /// A message that is not an error, such as that a code was sent; nil if there is none.
    public var statusBanner: String?
    /// Whether a request is pending, which disables all buttons.
    public var isLoading = false
    /// The current session; nil if no user is logged in.
    public var session: Session?

    /// The requirements for a new password, as on the page.
    private let requirements: [PasswordRequirement]

    /// Creates the view model of a flow that begins.
    ///
    /// - Parameters:
    ///   - session: the current session.
    ///   - requirements: the requirements for a new password: the contract's `password`, and `same`.
    public init(session: Session? = nil, requirements: [PasswordRequirement]) {
        self.session = session
        self.requirements = requirements
    }

    /// Goes from the choice to the login; keeps the input and clears the error.
    public func navigateToLogin() {
        follow(.signIn) { _ in .login }
    }

    /// Goes from the choice to signing up, with consent not yet given.
    public func navigateToSignup() {
        follow(.createAccount) { _ in .signup(consentAccepted: false) }
    }

    /// Goes from the login to requesting a code; keeps the email and clears the password.
    public func navigateToResetRequest() {
        follow(.forgotPassword) { _ in .resetRequest }
    }

    /// Goes from requesting a code to entering it; the state keeps the address to which it was sent.
    public func navigateToResetVerify() {
        follow(.codeSent) { .resetVerify(pendingEmail: $0) }
    }

    /// Goes back to the choice from any screen; clears all input and messages.
    public func navigateToChoice() {
        follow(.back) { _ in .choice }
    }

    /// Sets the checkbox of the signup screen; has no effect on other screens.
    public func updateConsent(_ accepted: Bool) {
        guard case .signup = navigationState else { return }
        navigationState = .signup(consentAccepted: accepted)
    }

    /// Clears the error message.
    public func dismissError() {
        errorMessage = nil
    }

    /// Whether the back button is hidden, as on the choice screen.
    public var isBackButtonHidden: Bool { !navigationState.canGoBack }

    /// Whether the screen's button is enabled.
    public var canSubmit: Bool {
        guard !isLoading else { return false }
        let isPasswordValid =
            !password.isEmpty && requirements.allSatisfy { $0.isMet(by: password, copy: confirmPassword) }
        switch navigationState {
        case .choice: return false
        case .login: return EmailRule.login.isMet(by: FieldRule.email.normalised(email)) && !password.isEmpty
        case .signup(let consentAccepted): return consentAccepted && FieldRule.email.isMet(by: email) && isPasswordValid
        case .resetRequest: return FieldRule.email.isMet(by: email)
        case .resetVerify: return FieldRule.code.isMet(by: otpCode) && isPasswordValid
        }
    }

    private func follow(_ trigger: AuthTransition.Trigger, to state: (_ email: String) -> AuthNavigationState) {
        guard let transition = AuthTransitions.transition(from: navigationState.screen, on: trigger) else { return }
        let next = state(FieldRule.email.normalised(email))
        for clearing in transition.clears {
            switch clearing {
            case .email: email = ""
            case .password: password = ""
            case .confirmPassword: confirmPassword = ""
            case .otpCode: otpCode = ""
            case .errorMessage: errorMessage = nil
            case .statusBanner: statusBanner = nil
            }
        }
        navigationState = next
    }
}
