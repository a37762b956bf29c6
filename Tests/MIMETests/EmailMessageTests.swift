import JSON
import TestSupport
import Testing

@testable import MIME

@Suite struct EmailMessageTests {
    private static func text(_ subject: String, name: String? = "App", text: String = "Words.\n", html: String? = nil)
        throws -> String
    {
        let message = EmailMessage(
            from: try #require(Mailbox(name, address: "no-reply@app.example")),
            to: Mailbox(address: "ada@example.com"), subject: subject, text: text, html: html,
            date: 1_795_256_674)
        return String(decoding: message.bytes, as: UTF8.self)
    }

    @Test("an email in plain text only has one part")
    func plain() throws {
        #expect(
            try Self.text("Reset your App password", text: "a=b\n") == """
                From: "App" <no-reply@app.example>\r
                To: ada@example.com\r
                Subject: Reset your App password\r
                Date: Sat, 21 Nov 2026 10:24:34 +0000\r
                Message-ID: <231507be5afba903d6f3175cc8ce4a83@app.example>\r
                MIME-Version: 1.0\r
                Auto-Submitted: auto-generated\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Transfer-Encoding: quoted-printable\r
                \r
                a=3Db\r

                """)
    }

    @Test("the plain text precedes the HTML")
    func alternative() throws {
        let text = try Self.text("S", html: "<p>Words.</p>\n")
        let boundary = try #require(text.split(separator: "boundary=\"").last?.prefix { $0 != "\"" })
        #expect(boundary.hasPrefix("=_"))
        let parts = text.split(separator: "--\(boundary)")
        #expect(parts.count == 4)
        #expect(parts[1].contains("text/plain"))
        #expect(parts[2].contains("text/html"))
        #expect(parts[3] == "--\r\n")
    }

    @Test(
        "no subject and no name adds a header or passes for an encoded word",
        arguments: [
            "Café", "a\r\nBcc: x@y.example", "=?utf-8?B?QQ==?=", "\"quoted\" \\ \u{202E}backwards", " two  blanks ",
            String(repeating: "long ", count: 60), String(repeating: "x", count: 10_000), "", "🔑",
        ])
    func hostile(_ text: String) throws {
        let lines = try Self.text(text, name: text).split(separator: "\r\n", omittingEmptySubsequences: false)
        let head = lines.prefix { !$0.isEmpty }
        let names = head.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Auto-Submitted", "Content-Type",
                "Content-Transfer-Encoding",
            ])
        #expect(head.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
    }

    @Test("lines have at most 76 characters, and none begins with text that servers interpret")
    func quotedPrintable() {
        let text =
            "From me\n.\n" + String(repeating: "é", count: 60) + "\nends in a blank \n"
            + String(repeating: "a", count: 76)
        let lines = QuotedPrintable.encoded(text).split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        #expect(lines[0] == "=46rom me")
        #expect(lines[1] == "=2E")
        #expect(lines.contains("ends in a blank=20"))
        #expect(lines.last == Substring(String(repeating: "a", count: 76)))
    }

    @Test(
        "an address of another form than everybody has is none",
        arguments: [
            "", "a", "@b.example", "a@", "a b@c.example", "a@b.example\r\nBcc: x@y.example", "a@b@c.example",
            "<a@b.example>", "a..b@c.example", "\"a b\"@c.example", "a@[127.0.0.1]", "ä@b.example", "a,b@c.example",
            String(repeating: "a", count: 65) + "@b.example",
        ])
    func addresses(_ text: String) {
        #expect(Mailbox(address: text) == nil)
    }

    @Test("an email address is written into a header field", arguments: RuleTable.cases("emails"))
    func address(of value: JSONValue) {
        #expect((Mailbox(address: RuleTable.email(value)) != nil) == RuleTable.flag(value, "mailbox"))
    }
}
