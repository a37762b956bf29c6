public import AuthContracts
public import Observation

/// The authentication flow behind an app's screens: where a person is, what was typed, what is to be said.
///
/// The ways between the screens, and what each forgets, are those of `AuthTransitions`. The session belongs to the app and
/// is never touched here.
@available(iOS 17, *)
@MainActor @Observable
public final class AuthViewModel<Session: Equatable> {
    /// The state of the flow.
    public var navigationState = AuthNavigationState.choice
    /// The typed email address.
    public var email = ""
    /// The typed password.
    public var password = ""
    /// The repetition of the password.
    public var confirmPassword = ""
    /// The typed one-time code.
    public var otpCode = ""
    /// Stays until the screen is left, or it is dismissed.
    public var errorMessage: String?
    /// A message that is no error, such as that a code was sent; nil when there is none.
    public var statusBanner: String?
    /// Whether a request is under way; no button can be pressed then.
    public var isLoading = false
    /// Whoever is logged in.
    public var session: Session?

    /// What is asked of a new password, as on the page.
    private let requirements: [PasswordRequirement]

    /// The flow at its beginning.
    ///
    /// - Parameters:
    ///   - session: whoever is logged in.
    ///   - requirements: what is asked of a new password; by default what the navigation contract's page asks.
    public init(session: Session? = nil, requirements: [PasswordRequirement] = [.atLeast(8), .same]) {
        self.session = session
        self.requirements = requirements
    }

    /// From the choice to the login; what was typed stays, an old error does not.
    public func navigateToLogin() {
        follow(.signIn) { _ in .login }
    }

    /// From the choice to signing up, without consent.
    public func navigateToSignup() {
        follow(.createAccount) { _ in .signup(consentAccepted: false) }
    }

    /// From the login to asking for a code; the email stays, the password does not.
    public func navigateToResetRequest() {
        follow(.forgotPassword) { _ in .resetRequest }
    }

    /// From asking for a code to typing it; the address that it was sent to is kept with the state.
    public func navigateToResetVerify() {
        follow(.codeSent) { .resetVerify(pendingEmail: $0) }
    }

    /// Back, from wherever it is: everything that was typed or said is forgotten.
    public func navigateToChoice() {
        follow(.back) { _ in .choice }
    }

    /// Ticks or clears the box on the signup screen; elsewhere there is none.
    public func updateConsent(_ accepted: Bool) {
        guard case .signup = navigationState else { return }
        navigationState = .signup(consentAccepted: accepted)
    }

    /// Takes the error away, and nothing else.
    public func dismissError() {
        errorMessage = nil
    }

    /// Whether the choice screen's rule holds: no way back from it.
    public var isBackButtonHidden: Bool { !navigationState.canGoBack }

    /// Whether the screen's button can be pressed.
    public var canSubmit: Bool {
        guard !isLoading else { return false }
        let isPasswordValid = requirements.allSatisfy { $0.isMet(by: password, copy: confirmPassword) }
        switch navigationState {
        case .choice: return false
        case .login: return EmailRule.isMet(by: email) && !password.isEmpty
        case .signup(let consentAccepted): return consentAccepted && EmailRule.isMet(by: email) && isPasswordValid
        case .resetRequest: return EmailRule.isMet(by: email)
        case .resetVerify: return FieldRule.code.isMet(by: otpCode) && isPasswordValid
        }
    }

    private func follow(_ trigger: AuthTransition.Trigger, to state: (_ email: String) -> AuthNavigationState) {
        guard let transition = AuthTransitions.transition(from: navigationState.screen, on: trigger) else { return }
        let next = state(email)
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
