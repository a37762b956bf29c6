import Diagnostics
import Files
import SiteModel
import TemplateFiles
import TestSupport
import Testing

@testable import EmailBuilder

@Suite struct EmailLintTests {
    /// The diagnostics of an email that is rendered with the built-in templates and some replacements.
    private static func lint(
        _ body: String = "For {{expires}}: [Reset]({{link}})", subject: String = "A subject",
        templates: [String: String] = [:]
    ) throws -> [String] {
        let folder = try TemporaryFolder()
        for (path, text) in templates { try folder.write(text, to: path) }
        let (app, email) = try Samples.written(body, subject: subject)
        let renderer = try EmailRenderer(templates: TemplateSources(override: folder.path))
        let mail = try renderer.render(email, of: app, values: .sample(for: email, of: app))
        return EmailLint(email, of: app, as: mail).diagnostics.map {
            "\($0.line ?? 0):\($0.column ?? 0) \($0.severity) \($0.code): \($0.message)"
        }
    }

    @Test("a correct email, and each one of the repository, has no findings")
    func good() throws {
        #expect(try Self.lint() == [])
        let renderer = try EmailRenderer(templates: .embedded)
        for app in try Samples.site().apps {
            #expect(try SiteEmails.entries(of: app, with: renderer).flatMap(\.warnings) == [])
        }
    }

    @Test("a subject and a preheader that inboxes truncate are reported")
    func lines() throws {
        #expect(
            try Self.lint(subject: String(repeating: "long ", count: 20)) == [
                "2:10 warning long-subject: the subject has 99 characters; inboxes show about 60"
            ])
        #expect(
            try Self.lint(subject: "What comes next") == [
                "3:12 warning repeated-subject: the preheader repeats the subject"
            ])
    }

    @Test("an email that Gmail truncates is reported")
    func size() throws {
        let body = "For {{expires}}: [Reset]({{link}})\n\n" + String(repeating: "Many words, much ado. ", count: 5_000)
        let found = try Self.lint(body)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("1:1 error too-large: the email has 11") == true)
        #expect(found.first?.hasSuffix(" KiB; Gmail truncates emails of more than 102 KiB") == true)
    }

    @Test("a link's lifetime that the email omits is reported")
    func lifetime() throws {
        #expect(
            try Self.lint("[Reset]({{link}})") == [
                "4:7 warning unmentioned-lifetime: the email does not mention the lifetime of its link"
            ])
        // Right today; another duration is told where the email is read.
        #expect(
            try Self.lint("[Reset]({{link}})\n\nIt works for an hour.").map { $0.drop { $0 != " " } } == [
                " warning written-lifetime: 'an hour' is written by hand, and stays as it is when 'lives:' changes in app.yml"
            ])
    }

    @Test("a text template that omits the body of some emails is reported")
    func text() throws {
        let template = "{{#address}}{{{body}}}{{/address}}{{^address}}Read the other part.{{/address}}\n"
        #expect(
            try Self.lint(templates: ["emails/text.mustache": template]) == [
                "6:26 error link-not-in-text: the plain text of the email does not contain the link"
            ])
    }

    @Test(
        "errors in the templates of an email are reported",
        arguments: [
            (
                "<p style=\"color: #777777\">Hello</p>",
                "error contrast: 'Hello' has too little contrast in light mode: #777777 on #F1F4F8 (4.0:1)"
            ),
            (
                "<a class=\"ink\" href=\"http://t.example\">Hello</a>",
                "error unsafe-address: the email links to 'http://t.example', which is neither https: nor mailto:"
            ),
            (
                "<img alt=\"\" src=\"https://t.example/x.png\">",
                "error remote-image: the email loads the image 'https://t.example/x.png'"
            ),
            (
                "<div style=\"background: url(https://t.example/x.png)\"></div>",
                "error remote-image: the email loads a picture for a background"
            ),
            (
                "<table role=\"presentation\" background=\"https://t.example/x.png\"></table>",
                "error remote-image: the email loads a picture for a background"
            ),
            ("<img src=\"cid:logo\">", "error missing-alt: the image 'cid:logo' has no alternative text"),
            (
                "<div style=\"display: flex\"></div>",
                "warning unsupported-by-clients: display: flex is not supported by Outlook on Windows"
            ),
            (
                "<div style=\"position: absolute\"></div>",
                "warning unsupported-by-clients: position is not supported by Gmail and Outlook on Windows"
            ),
            ("<svg></svg>", "warning unsupported-by-clients: <svg> is not supported by Gmail and Outlook"),
            ("<form></form>", "warning unsupported-by-clients: <form> is not supported by Outlook"),
        ])
    func templates(_ footer: String, _ found: String) throws {
        let all = try Self.lint(templates: ["emails/footer.mustache": footer])
        #expect(all.contains("1:1 \(found)"), "\(all)")
    }

    @Test(
        "a background that an attribute or a shorthand gives counts",
        arguments: ["bgcolor=\"#0B6E4F\"", "style=\"background: #0B6E4F\""])
    func backgrounds(_ background: String) throws {
        let button =
            "<table><tr><td \(background)><a href=\"{{address}}\" style=\"color: #FFFFFF\">{{{text}}}</a></td></tr></table>"
        #expect(try Self.lint(templates: ["emails/button.mustache": button]).filter { $0.contains("contrast") } == [])
    }

    @Test(
        "a style sheet is held against what email programs support",
        arguments: [".card { display: flex }", "@media (max-width: 480px) { .card { position: absolute } }"])
    func sheets(_ sheet: String) throws {
        let found = try Self.lint(templates: ["emails/email.css": sheet + "\n"])
        #expect(found.contains { $0.contains("warning unsupported-by-clients: ") }, "\(found)")
    }

    @Test("contrast is checked in dark mode as in light mode")
    func dark() throws {
        let sheet =
            "@media (prefers-color-scheme: dark) {\n  .ink { color: #333333 !important; }\n  .card { background-color: #000000 !important; }\n}\n"
        let found = try Self.lint(templates: ["emails/email.css": sheet])
        #expect(
            found.contains {
                $0.hasPrefix(
                    "6:1 error contrast: 'For 1 hour:' has too little contrast in dark mode: #333333 on #000000")
            })
    }
}
