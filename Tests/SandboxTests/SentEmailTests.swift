import MIME
import Testing

@testable import Sandbox

@Suite struct SentEmailTests {
    private static let draft = EmailDraft(
        purpose: .resetPassword, to: "person@example.com", link: "https://app.example/r?t=1", code: "123456")

    @Test("without words of its app's a mail is plain")
    func plain() {
        let mail = SentEmail(Self.draft, app: "app", title: "App", sent: 0)
        #expect(mail.subject == "Reset your App password")
        #expect(
            mail.text == """
                Follow this link to choose a new password:

                https://app.example/r?t=1

                Or enter this code: 123456

                If you did not ask for this, you can ignore it.

                """)
        #expect(mail.html == nil)
    }

    @Test("an app's own words take the place of plain ones")
    func composed() {
        let words = EmailContent(subject: "S", text: "T", html: "<p>T</p>")
        let mail = SentEmail(Self.draft, app: "app", title: "App", sent: 1_795_256_674_123, words: words)
        #expect((mail.subject, mail.text, mail.html) == ("S", "T", "<p>T</p>"))
        #expect(mail.message?.date == 1_795_256_674)
        #expect(mail.message?.from.address == "no-reply@sandbox.invalid")
    }
}
