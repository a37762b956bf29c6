import CSS
import Diagnostics
import Files
import MIME
import SiteModel
import TemplateFiles
import TestSupport
import Testing

@testable import EmailBuilder

@Suite struct EmailRendererTests {
    private static let renderer = try? EmailRenderer(templates: .embedded)

    private static func render(
        _ body: String, subject: String = "A subject", app: String = Samples.file, values: TemplateValues? = nil
    ) throws -> RenderedEmail {
        let (app, email) = try Samples.written(body, subject: subject, app: app)
        return try #require(Self.renderer).render(email, of: app, values: values ?? .sample(for: email, of: app))
    }

    @Test("Artitec's email has its text in both parts")
    func artitec() throws {
        let mail = try Samples.render("reset-password", of: "artitec")
        #expect(mail.subject == "Reset your Artitec password")
        #expect(mail.preheader == "Choose a new password. The link can be used once and expires in 1 hour.")
        let address = "https://artitec.com/reset-password?token=sample-token"
        #expect(mail.html.contains("href=\"\(address)\""))
        #expect(mail.html.contains(">\(address)</span></p>"))
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

    @Test("in a preview every link to the app's own pages leads to the preview, in both parts")
    func origin() throws {
        let site =
            Samples.file + """

                elsewhere: [/terms, /help]
                footer: { terms: /terms, privacy: "https://other.example/privacy" }
                """
        let values = TemplateValues(variables: [:], parameters: ["token": .text("t")], origin: "http://127.0.0.1:7451")
        let mail = try Self.render("[Reset]({{link}})\n\nSee [help](/help).", app: site, values: values)
        for text in [mail.html, mail.text] {
            #expect(!text.contains("https://t.example"))
            for path in ["/reset?token=t", "/help", "/terms"] { #expect(text.contains("http://127.0.0.1:7451\(path)")) }
            #expect(text.contains("https://other.example/privacy"))
        }
    }

    @Test("a section without a value is omitted in lines, across blocks and in the subject")
    func sections() throws {
        let body = """
            {{#name}}Hello {{name}},{{/name}}

            {{#code}}
            Or type this:

            `{{code}}`
            {{/code}}

            Then{{#email}} as {{email}}{{/email}} go on. [Reset]({{link}}) {{#link}}{{/link}}
            """
        let values = TemplateValues(variables: [:], parameters: ["token": .text("t")])
        let mail = try Self.render(body, subject: "Reset{{#name}}, {{name}}{{/name}}", values: values)
        #expect(mail.subject == "Reset")
        #expect(
            mail.text == """
                Then go on. Reset (https://t.example/reset?token=t)

                Sent by T. Questions? help@t.example

                """)
        #expect(!mail.html.contains("Hello"))
        #expect(!mail.html.contains("Or type this"))
    }

    @Test("a variable without a value outside of a section is an error at its location")
    func missingWord() throws {
        let report = #expect(throws: DiagnosticReport.self) {
            try Self.render(
                "Hello {{name}}. [Reset]({{link}})",
                values: TemplateValues(variables: [:], parameters: [:], supplier: "kratos"))
        }
        #expect(
            report?.diagnostics.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" } == [
                "6:7 'kratos' has no value for 'name'",
                "6:25 'kratos' has no value for 'token', which the link 'reset' needs",
            ])
    }

    @Test("values of the sending system are placeholders in every part")
    func placeholders() throws {
        let email = try Self.render(
            "Hello {{name}} & \\<friends>. [Reset]({{link}}) {{#code}}Code: {{code}}{{/code}} for {{app}}",
            app: Samples.file.replacing("name: T", with: "name: \"{{ .Token }} <T>\""),
            values: TemplateValues(
                variables: [.name: .placeholder(isOptional: false), .code: .placeholder(isOptional: true)],
                parameters: ["token": .placeholder(isOptional: false)]))
        for part in [RenderedEmail.Part.html, .text] {
            let placeholders = try #require(email.parts[part]).placeholders
            #expect(
                placeholders == [
                    .variable(.name), .parameter("token"), .open(.code), .variable(.code), .close(.code),
                ], "\(part)")
        }
        let texts = try #require(email.parts[.html]).runs.compactMap {
            if case .text(let text) = $0 { text } else { nil }
        }
        #expect(texts.contains("https://t.example/reset?token="))
        #expect(texts.contains(" for {{ .Token }} &lt;T&gt;"))
        #expect(email.text.contains("for {{ .Token }} <T>"))
    }

    @Test(
        "a lifetime is said in words",
        arguments: [
            (100, "100 seconds"), (9_000, "150 minutes"), (172_800, "48 hours"), (259_200, "3 days"),
            (604_800, "7 days"),
        ]
            + RuleTable.cases("durations").map { (RuleTable.number($0, "seconds"), RuleTable.text($0, "text")) })
    func lifetimes(_ seconds: Int, _ text: String) throws {
        #expect(try TemplateSources.embedded.words().duration(ofSeconds: seconds) == text)
    }

    @Test(
        "a layout is presentation tables, 600 pixels wide without a comment, with a hidden preheader and both schemes")
    func layout() throws {
        let rendered = try Samples.render("reset-password", of: "artitec")
        let tables = rendered.document.elements.filter { $0.name == "table" }
        #expect(!tables.isEmpty)
        #expect(tables.allSatisfy { $0["role"] == "presentation" })
        #expect(tables.contains { $0["width"] == "600" && $0.style("max-width") == "100%" })
        #expect(!rendered.html.contains("<!--"))
        #expect(rendered.html.contains("<meta name=\"color-scheme\" content=\"light dark\">"))
        #expect(rendered.html.contains("@media (prefers-color-scheme: dark)"))
        let hidden = try #require(rendered.document.elements.first { $0.style("display") == "none" })
        #expect(
            HTMLWriter.text(of: hidden.children).string.hasPrefix(
                "Choose a new password. The link can be used once and expires in 1 hour."))
    }

    @Test("dark mode can be fixed for a preview, and the document is otherwise the same")
    func schemes() throws {
        let rendered = try Samples.render("reset-password", of: "artitec")
        #expect(rendered.html(isDark: nil) == rendered.html)
        #expect(!rendered.html(isDark: false).contains("prefers-color-scheme: dark"))
        #expect(!rendered.html(isDark: true).contains("prefers-color-scheme: dark"))
        #expect(rendered.html(isDark: true).contains(".page { background-color: "))
    }

    @Test("no line exceeds SMTP's limit, whatever the text")
    func lines() throws {
        let long = String(repeating: "Many words, much ado. ", count: 200)
        for rendered in [
            try Self.render("\(long)\n\n[Reset]({{link}})"), try Samples.render("reset-password", of: "artitec"),
        ] {
            for text in [rendered.html, rendered.text] {
                #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 998 })
            }
        }
    }

    @Test("every documented element of Markdown renders and passes the check", arguments: elements)
    func element(_ element: Element) throws {
        let (app, email) = try Samples.written("\(element.markdown)\n\n[Reset]({{link}}) works for {{expires}}.")
        let rendered = try #require(Self.renderer).render(email, of: app, values: .sample(for: email, of: app))
        #expect(EmailLint(email, of: app, as: rendered).diagnostics.map(\.message) == [])
        #expect(rendered.html.contains(element.html), "\(rendered.html)")
        #expect(rendered.text.contains(element.text))
    }

    @Test("every documented element of Markdown reaches every dialect", arguments: Dialects(.embedded).names)
    func dialects(_ dialect: String) throws {
        // One email with all of them, in which each has a word of its own. The sample email already has a headline.
        let elements = Self.elements.filter { !$0.markdown.hasPrefix("# ") }.enumerated().map { index, element in
            (
                word: "Marigold\(index).", name: element.testDescription,
                markdown: element.markdown.replacing("Marigold", with: "Marigold\(index).")
            )
        }
        let parameters = [
            "supabase": "token_hash", "supabase-hook": "token_hash", "firebase": "oobCode", "cognito": "code",
            "allauth": "key",
        ]
        let sample = try DialectSample(
            dialect, template: Self.template(of: dialect, parameters[dialect] ?? "token"),
            email: (elements.map(\.markdown) + ["[Choose]({{link}})"]).joined(separator: "\n\n"))
        let html = try sample.export().files.map(\.text).joined()
        for element in elements { #expect(html.contains(element.word), "\(element.name)") }
    }

    private static func template(of dialect: String, _ parameter: String) -> String {
        switch dialect {
        case "firebase": "/auth/action?mode=resetPassword&oobCode={oobCode}"
        case "django", "djoser", "dj-rest-auth": "/reset/{uid}/{token}"
        case "blade": "/reset/{token}?email={email}"
        default: "/reset?\(parameter)={\(parameter)}"
        }
    }

    struct Element: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let markdown: String
        let html: String
        let text: String
    }

    static let elements = [
        Element(testDescription: "a headline", markdown: "# Marigold", html: "<h1", text: "Marigold"),
        Element(testDescription: "a heading", markdown: "## Marigold", html: "<h2", text: "Marigold"),
        Element(testDescription: "a paragraph", markdown: "Marigold", html: "Marigold</p>", text: "Marigold"),
        Element(
            testDescription: "strong emphasis", markdown: "A **Marigold**", html: "<strong>Marigold</strong>",
            text: "A Marigold"),
        Element(
            testDescription: "emphasis", markdown: "A *Marigold*", html: "<em>Marigold</em>", text: "A Marigold"),
        Element(testDescription: "a note", markdown: "*Marigold*", html: "<p class=\"muted\"", text: "Marigold"),
        Element(testDescription: "code in a line", markdown: "A `Marigold`", html: "<code", text: "A Marigold"),
        Element(
            testDescription: "a code by itself", markdown: "`Marigold`", html: "<td class=\"code\"", text: "Marigold"),
        Element(
            testDescription: "a link in a line", markdown: "A [Marigold](https://t.example/m)",
            html: "href=\"https://t.example/m\"", text: "Marigold (https://t.example/m)"),
        Element(
            testDescription: "a button", markdown: "[Marigold](https://t.example/m)", html: "class=\"press\"",
            text: "Marigold:\nhttps://t.example/m"),
        Element(
            testDescription: "an address", markdown: "See <https://t.example/Marigold>",
            html: ">https://t.example/Marigold</a>", text: "See https://t.example/Marigold"),
        Element(
            testDescription: "the support address", markdown: "Marigold [{{support}}](mailto:{{support}})",
            html: "href=\"mailto:help@", text: "Marigold help@"),
        Element(testDescription: "a list", markdown: "- Marigold\n- Rose", html: "<ul", text: "- Marigold\n- Rose"),
        Element(
            testDescription: "a numbered list", markdown: "1. Marigold\n2. Rose", html: "<ol",
            text: "1. Marigold\n2. Rose"),
        Element(testDescription: "a quote", markdown: "> Marigold", html: "<td class=\"fill\"", text: "  Marigold"),
        Element(
            testDescription: "a rule", markdown: "Marigold\n\n---\n\nRose", html: "<td class=\"line\"", text: "\n----\n"
        ),
        Element(testDescription: "a line break", markdown: "Marigold\\\nRose", html: "<br>", text: "Marigold\nRose"),
        Element(
            testDescription: "a section", markdown: "{{#email}}Marigold for {{email}}{{/email}} Marigold",
            html: "Marigold for ada@example.com", text: "Marigold for ada@example.com"),
    ]

    @Test("an error in an email is at the block that causes it, and names the template")
    func lineOfAnError() throws {
        let folder = try TemporaryFolder()
        try folder.write("<hr style=\"color: red\"><p style=\"color: #EEEEEE\">Rule</p>\n", to: "emails/rule.mustache")
        let (app, email) = try Samples.written("Text\n\n---\n\n[Reset]({{link}}) within {{expires}}")
        let renderer = try EmailRenderer(templates: TemplateSources(override: folder.path))
        let rendered = try renderer.render(email, of: app, values: .sample(for: email, of: app))
        let found = EmailLint(email, of: app, as: rendered).diagnostics
        #expect(found.map(\.line) == [8])
        #expect(
            found.first?.message.hasPrefix("'Rule' has too little contrast in light mode: #EEEEEE on #FFFFFF (1.1:1) (")
                == true)
        #expect(found.first?.message.hasSuffix("/emails/rule.mustache:1:24)") == true)
    }

    @Test("an email of one's own variables shows their examples")
    func ownVariables() throws {
        let folder = try TemporaryFolder()
        try folder.write(Samples.file, to: "Site/t/app.yml")
        try folder.write(
            "---\nsubject: Order {{order}}\npreheader: Soon\nvariables: { order: \"4711\" }\n---\nYour order {{order}}.\n",
            to: "Site/t/emails/order.md")
        let app = try #require(try SiteReader.read("\(folder.path)/Site").site.apps.first)
        let email = try #require(app.emails.first)
        let rendered = try #require(Self.renderer).render(email, of: app, values: .sample(for: email, of: app))
        #expect(rendered.subject == "Order 4711")
        let jinja = try #require(try Dialects(.embedded).dialect(named: "jinja"))
        let export = try DialectExport(of: app, dialect: jinja, renderer: #require(Self.renderer))
        #expect(export.files.first { $0.path == "order.txt" }?.text.contains("Your order {{ order }}.") == true)
        let supabase = try #require(try Dialects(.embedded).dialect(named: "supabase"))
        #expect(try DialectExport(of: app, dialect: supabase, renderer: #require(Self.renderer)).files.isEmpty)
    }

    @Test("the footer has the postal address, and an app whose name ends in a full stop gets no second")
    func footer() throws {
        let app = Samples.file.replacing("name: T", with: "name: Acme Inc.\npostal-address: [Acme Inc., 1 High Street]")
        let rendered = try Self.render("[Reset]({{link}})", app: app)
        #expect(
            rendered.text.contains(
                "Sent to ada@example.com by Acme Inc. Questions? help@t.example\n\nAcme Inc., 1 High Street\n"))
        #expect(rendered.html.contains(">Acme Inc., 1 High Street</p>"))
        let (read, email) = try Samples.written("[Reset]({{link}})", app: app + "\nreply-to: desk@t.example")
        let replied = try #require(Self.renderer).render(email, of: read, values: .sample(for: email, of: read))
        let message = try #require(replied.message(of: read, to: "ada@example.com", date: 0))
        #expect(message.replyTo?.address == "desk@t.example")
    }
}

extension HTMLElement {
    /// The value of a property in the `style` attribute; nil if it is not declared.
    fileprivate func style(_ property: String) -> String? { style.last { $0.property == property }?.value }
}
