package import AuthContracts
internal import Calendar
internal import JSON
internal import SiteModel

extension EmailPurpose {
    /// Words that occur in the names of links for this purpose.
    var names: [String] {
        switch self {
        case .resetPassword: ["reset-password", "reset", "recover"]
        case .verifyEmail: ["verify-email", "verif", "confirm-email", "activat", "confirm"]
        case .changeEmail: ["change-email", "email-change", "new-email"]
        case .recoverEmail: ["recover-email"]
        case .signIn: ["sign-in", "magic", "login"]
        case .deleteAccount: ["delete-account", "delet"]
        case .invite: ["invite", "invit"]
        case .passwordChanged, .welcome: []
        }
    }

    /// The path to which the link of a notice leads; nil for an email with a token.
    var noticePath: String? {
        switch self {
        case .passwordChanged: "/forgot-password"
        case .welcome: "/login"
        case .resetPassword, .verifyEmail, .changeEmail, .recoverEmail, .signIn, .deleteAccount, .invite: nil
        }
    }

    fileprivate var words: (subject: WordKey, lead: WordKey, closing: WordKey) {
        switch self {
        case .resetPassword: (.sandboxResetSubject, .sandboxResetLead, .sandboxIgnore)
        case .verifyEmail: (.sandboxVerifySubject, .sandboxVerifyLead, .sandboxIgnore)
        case .changeEmail: (.sandboxChangeSubject, .sandboxChangeLead, .sandboxIgnore)
        case .recoverEmail: (.sandboxRecoverSubject, .sandboxRecoverLead, .sandboxNothingToDo)
        case .signIn: (.sandboxSignInSubject, .sandboxSignInLead, .sandboxIgnore)
        // The apps that have these write them.
        case .deleteAccount, .invite: (.sandboxSignInSubject, .sandboxSignInLead, .sandboxIgnore)
        case .passwordChanged: (.sandboxChangedSubject, .sandboxChangedLead, .sandboxNothingToDo)
        case .welcome: (.sandboxWelcomeSubject, .sandboxWelcomeLead, .sandboxIgnore)
        }
    }
}

/// An email to be sent by a backend, before it is rendered.
package struct EmailDraft: Hashable, Sendable {
    package let purpose: EmailPurpose
    /// The recipient's address, without a name.
    package let to: String
    package let link: String
    /// The code that can be entered instead of opening the link, or nil.
    package let code: String?
    /// The origin of the app's pages, without a trailing slash.
    package let origin: String
    /// The language that the backend knows; nil for the app's own.
    package var language: String?

    /// The default content, for an app without an email spec for the purpose.
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

package struct EmailContent: Hashable, Sendable {
    /// The subject, on one line.
    package let subject: String
    /// Plain text; lines end in LF.
    package let text: String
    /// The same content as an HTML document, or nil.
    package let html: String?
    /// The link that it has, where that is another than the draft's.
    package let link: String?

    package init(subject: String, text: String, html: String? = nil, link: String? = nil) {
        self.subject = subject
        self.text = text
        self.html = html
        self.link = link
    }
}

package struct SentEmail: Hashable, Sendable {
    package let app: String
    /// The purpose; nil for an email that was added by hand.
    package let purpose: EmailPurpose?
    /// The recipient's address, without a name.
    package let to: String
    /// The subject and the text; without HTML if the app has no email spec for the purpose.
    package let content: EmailContent
    package let link: String
    package let code: String?
    /// The time in milliseconds since 1970, by the sandbox's clock.
    package let sent: Int
    /// The sender's name: `Artitec`.
    package let sender: String
    /// The language that the backend knew; nil for the app's own.
    package var language: String?

    var json: JSONValue {
        var object: JSONObject = [
            "app": .string(app), "purpose": purpose.map { .string($0.rawValue) } ?? .null, "to": .string(to),
            "subject": .string(content.subject), "text": .string(content.text), "link": .string(link),
        ]
        if let html = content.html { object["html"] = .string(html) }
        if let code { object["code"] = .string(code) }
        if let language { object["language"] = .string(language) }
        object["sent"] = .string(CalendarTime.rfc3339(milliseconds: sent))
        return .object(object)
    }
}
