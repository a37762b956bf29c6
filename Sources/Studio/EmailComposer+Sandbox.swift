public import EmailBuilder
public import Sandbox

extension EmailComposer {
    /// The content of an email that a sandbox sends.
    ///
    /// - Parameters:
    ///   - draft: the email; its purpose names the app's email spec.
    ///   - app: the app's name.
    /// - Returns: nil where the app has no such email spec, or one that needs other variables.
    public func content(of draft: EmailDraft, app: String) -> EmailContent? {
        compose(draft.purpose.rawValue, of: app, to: draft.to, link: draft.link, code: draft.code)
            .map { EmailContent(subject: $0.subject, text: $0.text, html: $0.html) }
    }
}
