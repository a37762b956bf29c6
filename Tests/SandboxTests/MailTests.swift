import Testing

@testable import Sandbox

@Suite struct MailTests {
    private static func mail(title: String, code: String? = nil) -> Mail {
        Mail(
            app: "app", title: title, purpose: .resetPassword, to: "person@example.com",
            link: "https://app.example/r?t=1", code: code, sent: 1_795_256_674_123)
    }

    @Test("a mail is a message that every client reads")
    func message() {
        let text = String(decoding: Self.mail(title: "App", code: "123456").message, as: UTF8.self)
        #expect(
            text == """
                From: "App" <no-reply@sandbox.invalid>\r
                To: person@example.com\r
                Subject: Reset your App password\r
                Date: Sat, 21 Nov 2026 10:24:34 +0000\r
                Message-ID: <1cbbe07d6ae4df0c8abef74e17e34848@sandbox.invalid>\r
                MIME-Version: 1.0\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Transfer-Encoding: 7bit\r
                Auto-Submitted: auto-generated\r
                \r
                Follow this link to choose a new password:\r
                \r
                https://app.example/r?t=1\r
                \r
                Or enter this code: 123456\r
                \r
                If you did not ask for this, you can ignore it.\r

                """)
    }

    @Test("a name that is not ASCII is encoded, and one with a line break adds no header")
    func names() {
        let text = String(decoding: Self.mail(title: "Café\r\nBcc: x@y.example").message, as: UTF8.self)
        #expect(text.hasPrefix("From: =?utf-8?B?Q2Fmw6kNCkJjYzogeEB5LmV4YW1wbGU=?= <no-reply@sandbox.invalid>\r\n"))
        #expect(!text.contains("\nBcc"))
    }
}
