public import JSON

/// One way from one screen of the authentication flow to another.
public struct AuthTransition: Hashable, Sendable {
    /// What a person did, or what an operation came to.
    public enum Trigger: String, Hashable, Sendable, CaseIterable {
        case signIn = "sign-in"
        case createAccount = "create-account"
        case forgotPassword = "forgot-password"
        case codeSent = "code-sent"
        case back
    }

    /// What a transition forgets.
    public enum Clearing: String, Hashable, Sendable, CaseIterable {
        case email, password
        case confirmPassword = "confirm-password"
        case otpCode = "otp-code"
        case errorMessage = "error-message"
        case statusBanner = "status-banner"
    }

    /// The screen that it leaves.
    public let from: AuthNavigationState.Screen
    /// What causes it.
    public let trigger: Trigger
    /// The screen that it leads to.
    public let to: AuthNavigationState.Screen
    /// The values that it clears.
    public let clears: Set<Clearing>
}

/// The authentication flow as a table: every screen, every way between them, and what is forgotten on the way.
///
/// The session is nowhere in it: no way through these screens touches it.
public enum AuthTransitions {
    /// Where the flow begins.
    public static let start = AuthNavigationState.Screen.choice

    /// All ways there are; a trigger that a screen does not have leads nowhere.
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

    /// The way that a trigger leads from a screen.
    public static func transition(
        from screen: AuthNavigationState.Screen, on trigger: AuthTransition.Trigger
    ) -> AuthTransition? {
        all.first { $0.from == screen && $0.trigger == trigger }
    }

    /// The table for a page: `{"start": …, "transitions": [{"from", "on", "to", "clears"}]}`.
    public static var json: JSONValue {
        [
            "start": .string(start.rawValue),
            "transitions": .array(
                all.map { transition in
                    [
                        "from": .string(transition.from.rawValue),
                        "on": .string(transition.trigger.rawValue),
                        "to": .string(transition.to.rawValue),
                        "clears": .array(
                            AuthTransition.Clearing.allCases.filter(transition.clears.contains)
                                .map { .string($0.rawValue) }),
                    ]
                }),
        ]
    }
}
