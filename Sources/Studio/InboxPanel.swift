import JSON
import Sandbox

/// What the sandbox mailed, as the studio shows it: newest first.
struct InboxPanel {
    private let emails: [SentEmail]

    init(_ emails: [SentEmail]) { self.emails = emails }

    var json: JSONValue {
        ["emails": .array(emails.enumerated().reversed().map { value(of: $0.element, number: $0.offset) })]
    }

    private func value(of mail: SentEmail, number: Int) -> JSONValue {
        [
            "id": .string("\(number)-\(mail.sent)"), "number": .number(JSONNumber(number)),
            "hasHTML": .bool(mail.html != nil), "app": .string(mail.app), "sender": .string(mail.sender),
            "to": .string(mail.to), "subject": .string(mail.subject), "text": .string(mail.text),
            "link": .string(mail.link), "code": mail.code.map(JSONValue.string) ?? .null,
            "sent": .number(JSONNumber(mail.sent)),
        ]
    }
}
