/// A transition between two screens of the authentication flow.
public struct AuthTransition: Hashable, Sendable {
    /// The user's action, or the result of an operation, that causes a transition.
    public enum Trigger: String, Hashable, Sendable, CaseIterable {
        /// The user chooses to log in.
        case signIn = "sign-in"
        /// The user chooses to create an account.
        case createAccount = "create-account"
        /// The user has forgotten the password.
        case forgotPassword = "forgot-password"
        /// The backend has sent the code for a new password.
        case codeSent = "code-sent"
        /// The user goes back.
        case back
    }

    /// The values that a transition can clear.
    public enum Clearing: String, Hashable, Sendable, CaseIterable {
        /// The email address.
        case email
        /// The password.
        case password
        /// The repeated password.
        case confirmPassword = "confirm-password"
        /// The one-time code.
        case otpCode = "otp-code"
        /// The error message.
        case errorMessage = "error-message"
        /// The banner with the status of an operation.
        case statusBanner = "status-banner"
    }

    /// The screen on which it starts.
    public let from: AuthNavigationState.Screen
    /// The action that causes it.
    public let trigger: Trigger
    /// The screen on which it ends.
    public let to: AuthNavigationState.Screen
    /// The values that it clears.
    public let clears: Set<Clearing>
}

/// The authentication flow as a table of all screens, the transitions between them, and the values that those clear.
///
/// The session is not among them: no transition changes it.
public enum AuthTransitions {
    /// The first screen.
    public static let start = AuthNavigationState.Screen.choice

    /// All transitions; a trigger that is not listed for a screen has no effect there.
    public static let all: [AuthTransition] = {
        let all = Set(AuthTransition.Clearing.allCases)
        return [
            AuthTransition(from: .choice, trigger: .signIn, to: .login, clears: [.errorMessage]),
            AuthTransition(from: .choice, trigger: .createAccount, to: .signup, clears: [.errorMessage]),
            AuthTransition(from: .login, trigger: .back, to: .choice, clears: all),
            AuthTransition(
                from: .login, trigger: .forgotPassword, to: .resetRequest,
                clears: [.password, .errorMessage, .statusBanner]),
            AuthTransition(from: .signup, trigger: .back, to: .choice, clears: all),
            AuthTransition(from: .resetRequest, trigger: .back, to: .choice, clears: all),
            AuthTransition(from: .resetRequest, trigger: .codeSent, to: .resetVerify, clears: [.errorMessage]),
            AuthTransition(from: .resetVerify, trigger: .back, to: .choice, clears: all),
        ]
    }()

    /// The transition for a trigger on a screen; nil if there is none.
    public static func transition(
        from screen: AuthNavigationState.Screen, on trigger: AuthTransition.Trigger
    ) -> AuthTransition? {
        all.first { $0.from == screen && $0.trigger == trigger }
    }
}
