/// Where a person is in the authentication flow.
public enum AuthNavigationState: Hashable, Sendable {
    case choice
    case login
    /// Whether the terms were accepted; false again whenever signing up begins.
    case signup(consentAccepted: Bool)
    case resetRequest
    /// The address that the code was sent to.
    case resetVerify(pendingEmail: String)

    /// The screen that shows a state; every state has one of its own.
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

    /// Whether there is a way back: from everywhere but the entry.
    public var canGoBack: Bool { self != .choice }
}
