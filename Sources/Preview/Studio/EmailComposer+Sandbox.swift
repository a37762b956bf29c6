import AuthContracts
package import EmailBuilder
package import Sandbox

extension EmailComposer {
    /// The content of an email that a sandbox sends.
    ///
    /// - Parameters:
    ///   - draft: the email; its purpose is the name of the app's email spec.
    ///   - app: the app's name.
    ///   - isPreviewed: whether it is shown where the app's pictures are available, and not sent.
    /// - Returns: nil if the app has no such email spec, or one that needs other variables.
    package func content(of draft: EmailDraft, app: String, isPreviewed: Bool = false) -> EmailContent? {
        compose(
            draft.purpose.rawValue, of: app, to: draft.to, link: draft.link, code: draft.code, origin: draft.origin
        )
        .map { email in
            EmailContent(
                subject: email.subject, text: email.text,
                html: email.html(isDark: nil, picturesHereOf: isPreviewed ? host(of: app) : nil))
        }
    }
}
