import AuthContracts
package import EmailBuilder
package import Sandbox

extension EmailComposer {
    /// The content of an email that a sandbox sends, by the app's email spec that has the purpose as its name; nil if
    /// there is none, or one that needs other variables.
    ///
    /// With `isPreviewed` it is shown where the app's pictures are available, and not sent.
    package func content(of draft: EmailDraft, app: String, isPreviewed: Bool = false) -> EmailContent? {
        compose(
            draft.purpose.rawValue, of: app, to: draft.to, link: draft.link, code: draft.code, origin: draft.origin,
            language: draft.language
        )
        .map { email, link in
            EmailContent(
                subject: email.subject, text: email.text,
                html: email.html(isDark: nil, picturesHereOf: isPreviewed ? host(of: app) : nil), link: link)
        }
    }
}
