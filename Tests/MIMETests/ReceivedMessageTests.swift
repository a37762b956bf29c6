import Testing

@testable import MIME

@Suite struct ReceivedMessageTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let source: String
        var text: String?
        var html: String?

        var testDescription: String { name }
    }

    static let samples: [Sample] = [
        Sample(name: "no header", source: "\nWords.\n", text: "Words.\n"),
        Sample(name: "no type", source: "Subject: S\r\n\r\nWords.\r\n", text: "Words.\r\n"),
        Sample(name: "HTML alone", source: "content-TYPE: Text/HTML\n\n<p>", html: "<p>"),
        Sample(
            name: "a folded type and a quoted boundary",
            source: "Content-Type: multipart/alternative;\n\tboundary=\"b c\"\n\nbefore\n--b c\n\na\n--b c \n"
                + "Content-Type: text/html\n\nb\n--b c--\nafter\n",
            text: "a\n", html: "b\n"),
        Sample(
            name: "a quoted boundary with what separates parameters",
            source: "Content-Type: multipart/alternative; boundary=\"b;c=d\"; x=y\n\n--b;c=d\n\na\n--b;c=d--\n",
            text: "a\n"),
        Sample(
            name: "a boundary that begins as the outer one",
            source:
                "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/alternative; boundary=bb\n\n"
                + "--bb\n\na\n--bb\nContent-Type: text/html\n\nb\n--bb--\n--b--\n",
            text: "a\n", html: "b\n"),
        Sample(
            name: "an attachment",
            source:
                "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Disposition: attachment; filename=a.txt\n\nx\n"
                + "--b\n\na\n--b--\n",
            text: "a\n"),
        Sample(
            name: "a part without an end",
            source: "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\nb", html: "b"),
        Sample(
            name: "quoted-printable",
            source: "Content-Transfer-Encoding: Quoted-Printable\n\n=C3=A9 a=3Db =\nc= \r\nd =zz =",
            text: "é a=b cd =zz "),
        Sample(
            name: "base64 over lines, without padding",
            source: "Content-Transfer-Encoding: base64\n\nYS9i\r\nP2M+ZGU\r\n", text: "a/b?c>de"),
        Sample(
            name: "Latin-1",
            source:
                "Content-Type: text/plain; charset=\"ISO-8859-1\"\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9",
            text: "café"),
        Sample(name: "a picture", source: "Content-Type: image/png\n\nx"),
        Sample(name: "a multipart without a boundary", source: "Content-Type: multipart/mixed\n\n--\n\na"),
    ]

    @Test("the texts of an email are decoded", arguments: samples)
    func texts(_ sample: Sample) {
        let message = ReceivedMessage(Array(sample.source.utf8))
        #expect(message.text == sample.text)
        #expect(message.html == sample.html)
    }

    @Test("an email in UTF-16 or with a byte order mark is read", arguments: [false, true], [false, true])
    func editors(isMarked: Bool, isBig: Bool) {
        let source = "From: a@é.example\r\nContent-Type: text/html\r\n\r\n<a href=\"🔑\">"
        let units = ((isMarked ? "\u{FEFF}" : "") + source).utf16
        let bytes = units.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for saved in [bytes, bytes + [0x0A], [0xEF, 0xBB, 0xBF] + Array(source.utf8)] {
            let message = ReceivedMessage(saved)
            #expect(message.values(of: "from") == ["a@é.example"])
            #expect(message.html == "<a href=\"🔑\">")
        }
    }

    @Test("the first attached email is no text of the one that carries it")
    func attached() {
        let source =
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\na\n--b\nContent-Type: message/rfc822\n"
            + "Content-Disposition: attachment; filename=x.eml\n\nSubject: S\n\nb\n--b\nContent-Type: message/rfc822\n\nc\n"
        let message = ReceivedMessage(Array(source.utf8))
        #expect(message.text == "a\n")
        #expect(message.attached.map { ReceivedMessage($0).text } == "b\n")
    }

    @Test("fields are unfolded, and their names are in lower case")
    func fields() {
        let message = ReceivedMessage(Array("A: 1\r\nB:2\r\n\t3\r\na:\r\nno field\r\n\r\nA: 4\r\n".utf8))
        #expect(message.values(of: "a") == ["1", ""])
        #expect(message.values(of: "b") == ["2\t3"])
    }

    @Test("what is written is read")
    func agreement() throws {
        let text = "https://app.example/reset?token=a=b&c\n.\nFrom é 🔑\n" + String(repeating: "long ", count: 60)
        let sent = EmailMessage(
            from: try #require(Mailbox(address: "no-reply@app.example")), to: nil, subject: "S", text: text,
            html: "<p>\(text)</p>", date: 0)
        let received = ReceivedMessage(sent.bytes)
        #expect(received.text?.replacing("\r\n", with: "\n") == text + "\n")
        #expect(received.html?.replacing("\r\n", with: "\n") == "<p>\(text)</p>\n")
        #expect(received.values(of: "subject") == ["S"])
    }

    @Test("parts deeper than the limit, and more of them, are ignored")
    func limits() {
        func nested(_ depth: Int) -> String {
            (0..<depth).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }.joined() + "\na"
        }
        #expect(ReceivedMessage(Array(nested(8).utf8)).text == "a")
        #expect(ReceivedMessage(Array(nested(9).utf8)).text == nil)
        let many = { count in
            "Content-Type: multipart/mixed; boundary=b\n\n"
                + String(repeating: "--b\nContent-Type: image/png\n\nx\n", count: count) + "--b\n\na\n"
        }
        #expect(ReceivedMessage(Array(many(90).utf8)).text == "a\n")
        #expect(ReceivedMessage(Array(many(110).utf8)).text == nil)
    }
}
