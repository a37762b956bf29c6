/// The state of navigation in the authentication flow.
public enum AuthNavigationState: Hashable, Sendable {
    case choice
    case login
    /// Signing up; `consentAccepted` tells whether the terms were accepted, which is false on entry.
    case signup(consentAccepted: Bool)
    case resetRequest
    /// Entering the code that was sent to `pendingEmail`.
    case resetVerify(pendingEmail: String)

    /// The screens; each belongs to one state.
    public enum Screen: String, Hashable, Sendable, CaseIterable {
        case choice, login, signup
        case resetRequest = "reset-request"
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
