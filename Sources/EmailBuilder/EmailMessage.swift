public import MIME
public import SiteModel

extension RenderedEmail {
    /// The email as a message: from the app's first host, to one address.
    ///
    /// - Parameters:
    ///   - app: whose email it is.
    ///   - recipient: the address alone.
    ///   - date: in seconds since 1970.
    /// - Returns: nil where the recipient or the app's host cannot stand in an address.
    public func message(of app: App, to recipient: String, date: Int) -> EmailMessage? {
        guard let host = app.hosts.first, let from = Mailbox(app.title, address: "no-reply@\(host)"),
            let to = Mailbox(address: recipient)
        else { return nil }
        return EmailMessage(
            from: from, to: to, replyTo: app.replyTo.flatMap { Mailbox(address: $0) }, subject: subject, text: text,
            html: html, date: date)
    }
}
