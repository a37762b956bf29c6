/// What a backend sends an email for.
package enum EmailPurpose: String, Hashable, Sendable, CaseIterable {
    case resetPassword = "reset-password"
    case verifyEmail = "verify-email"
    case changeEmail = "change-email"
    /// To the address that an account had before.
    case recoverEmail = "recover-email"
    case signIn = "sign-in"
    /// A notice; its link leads to asking for another password.
    case passwordChanged = "password-changed"
    /// A greeting once the address is verified; its link leads to the login.
    case welcome
}
