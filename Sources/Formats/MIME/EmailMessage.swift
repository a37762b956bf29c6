internal import Calendar
internal import Hashing

/// An email as it is sent over SMTP or written to an `.eml` file (RFC 5322, RFC 2045, RFC 2046).
///
/// Equal values serialise to equal bytes. No value can inject a header.
package struct EmailMessage: Hashable, Sendable {
    package var from: Mailbox
    /// Nil for undisclosed recipients.
    package var to: Mailbox?
    /// Nil for the sender.
    package var replyTo: Mailbox?
    package var subject: String
    /// Lines of both texts end in LF; the HTML is nil for an email in plain text only.
    package var text: String
    package var html: String?
    /// Seconds since 1970.
    package var date: Int

    package init(
        from: Mailbox, to: Mailbox?, replyTo: Mailbox? = nil, subject: String, text: String, html: String? = nil,
        date: Int
    ) {
        self.from = from
        self.to = to
        self.replyTo = replyTo
        self.subject = subject
        self.text = text
        self.html = html
        self.date = date
    }

    /// The serialised email, lines ending in CRLF and at most 76 characters long, except for longer addresses.
    package var bytes: [UInt8] {
        let identity = identity
        let headers =
            HeaderText.field("From", from.field) + HeaderText.field("To", to?.field ?? ["undisclosed-recipients:;"])
            + (replyTo.map { HeaderText.field("Reply-To", $0.field) } ?? "")
            + HeaderText.field("Subject", HeaderText.unstructured(subject, after: "Subject"))
            + HeaderText.field("Date", [CalendarTime(seconds: date).dateAndClock + " +0000"])
            + HeaderText.field("Message-ID", ["<\(identity)@\(from.domain)>"])
            + HeaderText.field("MIME-Version", ["1.0"])
            // Suppresses automatic replies (RFC 3834, section 5).
            + HeaderText.field("Auto-Submitted", ["auto-generated"])
        guard let html else { return Array((headers + part(text, type: "text/plain")).utf8) }
        // Quoted-printable text never contains `=_`, so no part can contain the boundary (RFC 2045, section 6.7).
        let boundary = "=_\(identity)"
        let parts = [("text/plain", text), ("text/html", html)].map { "--\(boundary)\r\n\(part($1, type: $0))" }
        return Array(
            (headers + HeaderText.field("Content-Type", ["multipart/alternative;", "boundary=\"\(boundary)\""]) + "\r\n"
                + parts.joined(separator: "\r\n") + "\r\n--\(boundary)--\r\n").utf8)
    }

    private func part(_ text: String, type: String) -> String {
        "Content-Type: \(type); charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
            + QuotedPrintable.encoded(text)
    }

    private var identity: String {
        let all = [from.address, to?.address ?? "", subject, text, html ?? "", String(date)]
        return Base16.encode(Digest.sha256(Array(all.joined(separator: "\0").utf8)).prefix(16))
    }
}
