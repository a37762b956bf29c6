import EmailBuilder
import Sandbox

extension EmailComposer {
    /// The words of a sandbox's mail; nil where the app has no email of the purpose's name.
    func words(of draft: EmailDraft, app: String) -> EmailContent? {
        let mail = compose(
            draft.purpose.rawValue, of: app, to: draft.to, link: draft.link, code: draft.code)
        return mail.map { EmailContent(subject: $0.subject, text: $0.text, html: $0.html) }
    }
}
