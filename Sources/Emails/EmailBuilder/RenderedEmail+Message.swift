package import MIME
package import SiteModel

extension RenderedEmail {
    /// The email as a message from an address at the app's first host to one recipient.
    ///
    /// - Parameters:
    ///   - app: the app that sends it.
    ///   - recipient: the address without a display name.
    ///   - date: seconds since 1970.
    /// - Returns: nil if the recipient or the app's host is not valid in an address.
    package func message(of app: App, to recipient: String, date: Int) -> EmailMessage? {
        guard let host = app.hosts.first, let from = Mailbox(app.title, address: "no-reply@\(host)"),
            let to = Mailbox(address: recipient)
        else { return nil }
        return EmailMessage(
            from: from, to: to, replyTo: app.replyTo.flatMap { Mailbox(address: $0) }, subject: subject, text: text,
            html: html, date: date)
    }
}
