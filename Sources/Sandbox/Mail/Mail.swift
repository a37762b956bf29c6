internal import JSON

/// What a mail is for.
public enum MailPurpose: String, Hashable, Sendable, CaseIterable {
    case resetPassword = "reset-password"
    case verifyEmail = "verify-email"
    case changeEmail = "change-email"
    /// To the address that an account had before.
    case recoverEmail = "recover-email"
    case signIn = "sign-in"

    /// What an app's link for this purpose is called, or has in its name.
    var names: [String] {
        switch self {
        case .resetPassword: ["reset-password", "reset", "recover"]
        case .verifyEmail: ["verify-email", "verif", "confirm-email", "activat", "confirm"]
        case .changeEmail: ["change-email", "email-change", "new-email"]
        case .recoverEmail: ["recover-email"]
        case .signIn: ["sign-in", "magic", "login"]
        }
    }

    fileprivate func subject(_ title: String) -> String {
        switch self {
        case .resetPassword: "Reset your \(title) password"
        case .verifyEmail: "Confirm your email address for \(title)"
        case .changeEmail: "Confirm your new email address for \(title)"
        case .recoverEmail: "Your email address for \(title) was changed"
        case .signIn: "Sign in to \(title)"
        }
    }

    fileprivate var request: String {
        switch self {
        case .resetPassword: "Follow this link to choose a new password:"
        case .verifyEmail: "Follow this link to confirm your email address:"
        case .changeEmail: "Follow this link to confirm the change of your email address:"
        case .recoverEmail: "If that was not you, follow this link to take your old address back:"
        case .signIn: "Follow this link to sign in:"
        }
    }
}

/// A mail that an imitated backend sent.
public struct Mail: Hashable, Sendable {
    /// The name of the app whose backend sent it.
    public let app: String
    public let purpose: MailPurpose
    /// The address alone.
    public let to: String
    public let subject: String
    /// Plain text, lines ending in LF.
    public let text: String
    /// The link in the text.
    public let link: String
    /// The code in the text, where there is one.
    public let code: String?
    /// In milliseconds since 1970, by the sandbox's clock.
    public let sent: Int
    /// Who it says it is from: `Artitec`.
    public let sender: String

    init(app: String, title: String, purpose: MailPurpose, to: String, link: String, code: String?, sent: Int) {
        self.app = app
        self.purpose = purpose
        self.to = to
        self.link = link
        self.code = code
        self.sent = sent
        sender = title
        subject = purpose.subject(title)
        text =
            "\(purpose.request)\n\n\(link)\n"
            + (code.map { "\nOr enter this code: \($0)\n" } ?? "")
            + "\nIf you did not ask for this, you can ignore it.\n"
    }

    /// The mail as the inbox shows it.
    var json: JSONValue {
        var object: JSONObject = [
            "app": .string(app), "purpose": .string(purpose.rawValue), "to": .string(to), "subject": .string(subject),
            "text": .string(text), "link": .string(link),
        ]
        if let code { object["code"] = .string(code) }
        object["sent"] = .string(Timestamp.text(sent))
        return .object(object)
    }
}
