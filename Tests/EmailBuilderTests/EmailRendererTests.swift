import Diagnostics
import SiteBuilder
import SiteModel
import Testing

@testable import EmailBuilder

@Suite struct EmailRendererTests {
    private static let renderer = try? EmailRenderer(templates: .embedded)

    private static func render(
        _ body: String, subject: String = "A subject", app: String = Samples.file, words: EmailWords? = nil
    ) throws -> RenderedEmail {
        let (app, email) = try Samples.written(body, subject: subject, app: app)
        return try #require(renderer).render(email, of: app, words: words ?? .sample(for: email, of: app))
    }

    @Test("Artitec's mail says its words in both parts")
    func artitec() throws {
        let mail = try Samples.render("reset-password", of: "artitec")
        #expect(mail.subject == "Reset your Artitec password")
        #expect(mail.preheader == "Choose a new password. The link works once, for 1 hour.")
        let address = "https://artitec.com/reset-password?token=sample-token"
        #expect(mail.html.contains("<a href=\"\(address)\""))
        #expect(mail.html.contains(">\(address)</a>"))
        #expect(mail.text.contains("Reset Password:\n\(address)\n"))
        #expect(mail.text.contains("Hello Ada,"))
    }

    @Test("plain text has a form for every block")
    func plainText() throws {
        let mail = try Self.render(
            """
            # Headline
            Some **strong** and *slanted* words,
            over two lines\\
            and a third. See [help](https://t.example/help), [https://t.example](https://t.example) or
            [{{support}}](mailto:{{support}}).

            [Reset]({{link}})

            > A panel
            >
            > of two paragraphs

            1. first
            2. second

               with more

            ---

            `{{code}}`
            """)
        #expect(
            mail.text == """
                Headline

                Some strong and slanted words, over two lines
                and a third. See help (https://t.example/help), https://t.example or help@t.example.

                Reset:
                https://t.example/reset?token=sample-token

                  A panel

                  of two paragraphs

                1. first
                2. second
                   with more

                ----

                123456

                Sent to ada@example.com by T. Questions? help@t.example

                """)
    }

    @Test("a section goes where nothing stands for its word, in a line, over blocks and in the subject")
    func sections() throws {
        let body = """
            {{#name}}Hello {{name}},{{/name}}

            {{#code}}
            Or type this:

            `{{code}}`
            {{/code}}

            Then{{#email}} as {{email}}{{/email}} go on. [Reset]({{link}}) {{#link}}{{/link}}
            """
        let words = EmailWords([:], parameters: ["token": .text("t")])
        let mail = try Self.render(body, subject: "Reset{{#name}}, {{name}}{{/name}}", words: words)
        #expect(mail.subject == "Reset")
        #expect(
            mail.text == """
                Then go on. Reset (https://t.example/reset?token=t)

                Sent by T. Questions? help@t.example

                """)
        #expect(!mail.html.contains("Hello"))
        #expect(!mail.html.contains("Or type this"))
    }

    @Test("a word outside of a section that nothing stands for is a mistake at its place")
    func missingWord() throws {
        let report = #expect(throws: DiagnosticReport.self) {
            try Self.render(
                "Hello {{name}}. [Reset]({{link}})",
                words: EmailWords([:], parameters: [:], supplier: "kratos"))
        }
        #expect(
            report?.diagnostics.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" } == [
                "6:7 'kratos' has nothing for 'name'",
                "6:25 'kratos' has nothing for 'token', which the link 'reset' needs",
            ])
    }

    @Test("a dialect's words are pasted as they are, and whatever else stands there can be told from them")
    func dialect() throws {
        let mail = try Self.render(
            "Hello {{name}} & \\<friends>. [Reset]({{link}}) {{#code}}Code: {{code}}{{/code}} for {{app}}",
            app: Samples.file.replacing("name: T", with: "name: \"{{ .Token }} <T>\""),
            words: EmailWords(
                [
                    .name: .verbatim("{{ .Data.name }}"),
                    .code: .conditional(open: "{{ if .Token }}", word: "{{ .Token }}", close: "{{ end }}"),
                ], parameters: ["token": .verbatim("{{ .TokenHash | urlquery }}")]))
        let escaped = mail.escaping { text, _ in text.replacing("{{", with: "[[") }
        let href = "href=\"https://t.example/reset?token={{ .TokenHash | urlquery }}\""
        #expect(escaped.html.contains(href))
        #expect(escaped.html.contains("Hello {{ .Data.name }} &amp; &lt;friends&gt;."))
        #expect(escaped.html.contains("{{ if .Token }}Code: {{ .Token }}{{ end }} for [[ .Token }} &lt;T&gt;"))
        #expect(escaped.text.contains("Reset (https://t.example/reset?token={{ .TokenHash | urlquery }})"))
        #expect(escaped.text.contains("{{ if .Token }}Code: {{ .Token }}{{ end }} for [[ .Token }} <T>"))
    }

    @Test(
        "a lifetime is said in words",
        arguments: [
            (30, "30 seconds"), (60, "1 minute"), (600, "10 minutes"), (5_400, "90 minutes"), (3_600, "1 hour"),
            (86_400, "24 hours"), (172_800, "48 hours"), (604_800, "7 days"),
        ])
    func lifetimes(_ seconds: Int, _ words: String) {
        #expect(Wording.words(forSeconds: seconds) == words)
    }

    @Test("a layout is tables for show, 600 pixels wide, with a hidden preheader and both colour schemes")
    func layout() throws {
        let html = try Samples.render("reset-password", of: "artitec").html
        let markup = EmailMarkup(html)
        let tables = markup.elements.filter { $0.name == "table" }
        #expect(!tables.isEmpty)
        #expect(tables.allSatisfy { $0.attributes["role"] == "presentation" })
        #expect(html.contains("max-width: 600px"))
        #expect(html.contains("<meta name=\"color-scheme\" content=\"light dark\">"))
        #expect(html.contains("@media (prefers-color-scheme: dark)"))
        let body = try #require(html.split(separator: "<body").last)
        let hidden = try #require(body.split(separator: "<table").first)
        #expect(hidden.contains("display: none"))
        #expect(hidden.contains("Choose a new password. The link works once, for 1 hour."))
    }
}

extension String {
    fileprivate func replacing(_ part: String, with other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
