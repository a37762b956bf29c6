/// The purpose of an email from a backend.
package enum EmailPurpose: String, Hashable, Sendable, CaseIterable {
    case resetPassword = "reset-password"
    case verifyEmail = "verify-email"
    case changeEmail = "change-email"
    /// A notice to the previous address of an account, with a link to restore it.
    case recoverEmail = "recover-email"
    case signIn = "sign-in"
    /// A link with which an account is deleted.
    case deleteAccount = "delete-account"
    /// An invitation to join; its link sets the first password.
    case invite
    /// A notice; its link leads to the page that requests another password reset.
    case passwordChanged = "password-changed"
    /// A greeting after the address is verified; its link leads to the login.
    case welcome

    /// The purpose that names of other systems say, such as `confirmation_instructions`; nil if they say none.
    package init?(namedIn names: [String]) {
        let parts: [(part: String, purpose: EmailPurpose)] = [
            ("verif", .verifyEmail), ("confirm", .verifyEmail), ("activat", .verifyEmail), ("sign-in", .signIn),
            ("login", .signIn), ("magic", .signIn), ("delet", .deleteAccount), ("invit", .invite),
            ("password-change", .passwordChanged), ("reset", .resetPassword), ("recovery", .resetPassword),
            ("forgot", .resetPassword), ("email-change", .changeEmail), ("welcome", .welcome),
        ]
        let names = names.map { Substring($0.lowercased().split(separator: "_").joined(separator: "-")) }
        guard let row = parts.first(where: { row in names.contains { $0.firstRange(of: row.part) != nil } }) else {
            return nil
        }
        self = row.purpose
    }

    /// Whether the email reports what has happened, so that nobody requests it.
    var isNotice: Bool { [.recoverEmail, .passwordChanged, .welcome].contains(self) }
}
