import JSON
import Sandbox

/// The studio's panel of the sandbox's inbox, newest email first.
struct InboxPanel {
    let emails: [SentEmail]

    var json: JSONValue {
        ["emails": .array(emails.enumerated().reversed().map { value(of: $0.element, number: $0.offset) })]
    }

    private func value(of email: SentEmail, number: Int) -> JSONValue {
        [
            "id": .string("\(number)-\(email.sent)"), "number": .number(JSONNumber(number)),
            "hasHTML": .bool(email.content.html != nil), "app": .string(email.app), "sender": .string(email.sender),
            "to": .string(email.to), "subject": .string(email.content.subject), "text": .string(email.content.text),
            "link": .string(email.link), "code": email.code.map(JSONValue.string) ?? .null,
            "sent": .number(JSONNumber(email.sent)),
        ]
    }
}
