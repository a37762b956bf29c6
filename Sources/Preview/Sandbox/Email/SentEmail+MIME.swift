package import MIME

extension SentEmail {
    /// The sender's address of the sandbox's emails; `.invalid` is never delivered to (RFC 2606, section 2).
    package static let senderAddress = "no-reply@sandbox.invalid"

    /// The email as an SMTP message; nil if the sender's name is not valid in one.
    package var message: EmailMessage? {
        guard let from = Mailbox(sender, address: Self.senderAddress) else { return nil }
        return EmailMessage(
            from: from, to: Mailbox(address: to), subject: content.subject, text: content.text, html: content.html,
            date: sent / 1_000)
    }
}
