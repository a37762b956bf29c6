/// The state of navigation in the authentication flow.
public enum AuthNavigationState: Hashable, Sendable {
    /// Choosing between logging in and creating an account.
    case choice
    /// Logging in.
    case login
    /// Signing up; `consentAccepted` tells whether the terms were accepted, which is false on entry.
    case signup(consentAccepted: Bool)
    /// Requesting a code for a new password.
    case resetRequest
    /// Entering the code that was sent to `pendingEmail`.
    case resetVerify(pendingEmail: String)

    /// The screens; each belongs to one state.
    public enum Screen: String, Hashable, Sendable, CaseIterable {
        /// The choice between logging in and creating an account.
        case choice
        /// The login.
        case login
        /// The form for a new account.
        case signup
        /// The form that requests a code for a new password.
        case resetRequest = "reset-request"
        /// The form for the code and the new password.
        case resetVerify = "reset-verify"
    }

    /// The screen that shows this state.
    public var screen: Screen {
        switch self {
        case .choice: .choice
        case .login: .login
        case .signup: .signup
        case .resetRequest: .resetRequest
        case .resetVerify: .resetVerify
        }
    }

    /// Whether the back button is shown: on every screen except the first.
    public var canGoBack: Bool { self != .choice }
}
