package import AuthContracts
internal import JSON
internal import SiteModel

extension EmailPurpose {
    /// Names of links and operations for this purpose, or parts of them.
    var names: [String] {
        switch self {
        case .resetPassword: ["reset-password", "reset", "recover"]
        case .verifyEmail: ["verify-email", "verif", "confirm-email", "activat", "confirm"]
        case .changeEmail: ["change-email", "email-change", "new-email"]
        case .recoverEmail: ["recover-email"]
        case .signIn: ["sign-in", "magic", "login"]
        case .passwordChanged, .welcome: []
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

    fileprivate var words: (subject: WordKey, lead: WordKey, closing: WordKey) {
        switch self {
        case .resetPassword: (.sandboxResetSubject, .sandboxResetLead, .sandboxIgnore)
        case .verifyEmail: (.sandboxVerifySubject, .sandboxVerifyLead, .sandboxIgnore)
        case .changeEmail: (.sandboxChangeSubject, .sandboxChangeLead, .sandboxIgnore)
        case .recoverEmail: (.sandboxRecoverSubject, .sandboxRecoverLead, .sandboxNothingToDo)
        case .signIn: (.sandboxSignInSubject, .sandboxSignInLead, .sandboxIgnore)
        case .passwordChanged: (.sandboxChangedSubject, .sandboxChangedLead, .sandboxNothingToDo)
        case .welcome: (.sandboxWelcomeSubject, .sandboxWelcomeLead, .sandboxIgnore)
        }
    }
}

/// An email that a backend is about to send, before it is rendered.
public struct EmailDraft: Hashable, Sendable {
    /// What the email is for.
    package let purpose: EmailPurpose
    /// The address alone.
    public let to: String
    /// The absolute URL that the email leads to.
    public let link: String
    /// What may be typed in place of the link, or nil.
    public let code: String?
    /// What the URLs of the app's own pages begin with, without a trailing slash.
    public let origin: String

    /// Plain content for an app that has no email spec of the purpose's name.
    func defaultContent(for app: SandboxApp) -> EmailContent {
        let keys = purpose.words
        let paragraphs = [
            app.words.text(keys.lead) + "\n\n" + link, code.map { app.words.text(.sandboxCode, ["code": $0]) },
            app.words.text(keys.closing),
        ]
        return EmailContent(
            subject: app.words.text(keys.subject, ["app": app.title]),
            text: paragraphs.compactMap { $0 }.joined(separator: "\n\n") + "\n")
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
    /// Nil for an email that no backend sent.
    package let purpose: EmailPurpose?
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

    /// An email of an app's backend.
    init(_ draft: EmailDraft, content: EmailContent, app: SandboxApp, sent: Int) {
        self.app = app.name
        purpose = draft.purpose
        to = draft.to
        link = draft.link
        code = draft.code
        self.sent = sent
        sender = app.title
        subject = content.subject
        text = content.text
        html = content.html
    }

    /// Creates an email that was put into the inbox by hand.
    init(_ content: EmailContent, app: String, title: String, to: String, link: String, code: String?, sent: Int) {
        self.app = app
        purpose = nil
        self.to = to
        self.link = link
        self.code = code
        self.sent = sent
        sender = title
        subject = content.subject
        text = content.text
        html = content.html
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
