internal import JSON

/// The purpose of an email.
public enum EmailPurpose: String, Hashable, Sendable, CaseIterable {
    case resetPassword = "reset-password"
    case verifyEmail = "verify-email"
    case changeEmail = "change-email"
    /// To the address that an account had before.
    case recoverEmail = "recover-email"
    case signIn = "sign-in"
    /// A notice; its link leads to asking for another password.
    case passwordChanged = "password-changed"

    /// Names of links and operations for this purpose, or parts of them.
    var names: [String] {
        switch self {
        case .resetPassword: ["reset-password", "reset", "recover"]
        case .verifyEmail: ["verify-email", "verif", "confirm-email", "activat", "confirm"]
        case .changeEmail: ["change-email", "email-change", "new-email"]
        case .recoverEmail: ["recover-email"]
        case .signIn: ["sign-in", "magic", "login"]
        case .passwordChanged: []
        }
    }

    /// The purpose that an operation's name says, the longest word that it contains counting; nil where it says none.
    init?(operation name: String) {
        let words = Self.allCases.flatMap { purpose in purpose.names.map { (purpose: purpose, word: $0) } }
        guard let found = words.filter({ name.contains($0.word) }).max(by: { $0.word.count < $1.word.count }) else {
            return nil
        }
        self = found.purpose
    }

    fileprivate func subject(_ title: String) -> String {
        switch self {
        case .resetPassword: "Reset your \(title) password"
        case .verifyEmail: "Confirm your email address for \(title)"
        case .changeEmail: "Confirm your new email address for \(title)"
        case .recoverEmail: "Your email address for \(title) was changed"
        case .signIn: "Sign in to \(title)"
        case .passwordChanged: "Your \(title) password was changed"
        }
    }

    fileprivate var request: String {
        switch self {
        case .resetPassword: "Follow this link to choose a new password:"
        case .verifyEmail: "Follow this link to confirm your email address:"
        case .changeEmail: "Follow this link to confirm the change of your email address:"
        case .recoverEmail: "If that was not you, follow this link to take your old address back:"
        case .signIn: "Follow this link to sign in:"
        case .passwordChanged: "Your password was changed. If that was not you, choose a new one here:"
        }
    }

    fileprivate var closing: String {
        switch self {
        case .recoverEmail, .passwordChanged: "If it was you, there is nothing to do."
        case .resetPassword, .verifyEmail, .changeEmail, .signIn: "If you did not ask for this, you can ignore it."
        }
    }
}

/// An email that a backend is about to send, before it is rendered.
public struct EmailDraft: Hashable, Sendable {
    /// What the email is for.
    public let purpose: EmailPurpose
    /// The address alone.
    public let to: String
    /// The absolute URL that the email leads to.
    public let link: String
    /// What may be typed in place of the link, or nil.
    public let code: String?

    var plainText: String {
        "\(purpose.request)\n\n\(link)\n"
            + (code.map { "\nOr enter this code: \($0)\n" } ?? "")
            + "\n\(purpose.closing)\n"
    }
}

/// The rendered content of an email.
public struct EmailContent: Hashable, Sendable {
    /// One line.
    public let subject: String
    /// Plain text, lines ending in LF.
    public let text: String
    /// An HTML document.
    public let html: String?

    /// Creates a content of its parts.
    public init(subject: String, text: String, html: String? = nil) {
        self.subject = subject
        self.text = text
        self.html = html
    }
}

/// An email that an imitated backend sent.
public struct SentEmail: Hashable, Sendable {
    /// The name of the app whose backend sent it.
    public let app: String
    /// Nil for a mail that no backend sent.
    public let purpose: EmailPurpose?
    /// The address alone.
    public let to: String
    /// One line.
    public let subject: String
    /// Plain text, lines ending in LF.
    public let text: String
    /// The same as an HTML document; nil where the app has no email of its own for the purpose.
    public let html: String?
    /// The link in the text.
    public let link: String
    /// The code in the text, where there is one.
    public let code: String?
    /// In milliseconds since 1970, by the sandbox's clock.
    public let sent: Int
    /// Who it says it is from: `Artitec`.
    public let sender: String

    /// A mail in an app's own words, or in plain ones where it has none.
    init(_ draft: EmailDraft, app: String, title: String, sent: Int, words: EmailContent? = nil) {
        self.app = app
        purpose = draft.purpose
        to = draft.to
        link = draft.link
        code = draft.code
        self.sent = sent
        sender = title
        subject = words?.subject ?? draft.purpose.subject(title)
        text = words?.text ?? draft.plainText
        html = words?.html
    }

    /// Creates an email that was put into the inbox by hand.
    init(_ words: EmailContent, app: String, title: String, to: String, link: String, code: String?, sent: Int) {
        self.app = app
        purpose = nil
        self.to = to
        self.link = link
        self.code = code
        self.sent = sent
        sender = title
        subject = words.subject
        text = words.text
        html = words.html
    }

    /// The email as the inbox shows it.
    var json: JSONValue {
        var object: JSONObject = [
            "app": .string(app), "purpose": purpose.map { .string($0.rawValue) } ?? .null, "to": .string(to),
            "subject": .string(subject),
            "text": .string(text), "link": .string(link),
        ]
        if let html { object["html"] = .string(html) }
        if let code { object["code"] = .string(code) }
        object["sent"] = .string(Timestamp.text(sent))
        return .object(object)
    }
}
