public import MIME

extension SentEmail {
    /// The address that the sandbox's emails come from; `.invalid` never reaches anybody (RFC 2606, section 2).
    public static let senderAddress = "no-reply@sandbox.invalid"

    /// The email as it goes over SMTP.
    public var message: EmailMessage? {
        guard let from = Mailbox(sender, address: Self.senderAddress) else { return nil }
        return EmailMessage(
            from: from, to: Mailbox(address: to), subject: subject, text: text, html: html, date: sent / 1_000)
    }
}
