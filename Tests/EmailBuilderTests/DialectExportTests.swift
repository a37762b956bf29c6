import Diagnostics
import Files
import SiteBuilder
import SiteModel
import Testing

@testable import EmailBuilder

@Suite struct DialectExportTests {
    @Test func theLinkIsTheAppsOwnAndADialectOnlyFillsIt() throws {
        for (dialect, template, file, link) in [
            (
                "jinja", "/reset?token={token}&lang=en", "reset-password.html",
                "https://acme.example/reset?token={{ token | urlencode }}&amp;lang=en"
            ),
            (
                "supabase", "/reset?token_hash={token_hash}&type=recovery", "supabase/templates/recovery.html",
                "https://acme.example/reset?token_hash={{ .TokenHash }}&amp;type=recovery"
            ),
            (
                "django", "/r/{uid}/{token}", "templates/email/password_reset.html",
                "https://acme.example/r/{{ uid|urlencode:'' }}/{{ token|urlencode:'' }}"
            ),
            (
                "blade", "/reset/{token}?email={email}", "resources/views/emails/reset-password.blade.php",
                "https://acme.example/reset/{{ rawurlencode($token) }}?email={{ rawurlencode($email) }}"
            ),
        ] {
            let text = try #require(try DialectSample(dialect, template: template).file(file))
            #expect(text.contains("<a href=\"\(link)\""), "\(dialect)")
        }
    }

    @Test func theSameSiteGivesTheSameFiles() throws {
        let first = try DialectSample("postmark").export()
        let second = try DialectSample("postmark").export()
        #expect(first.files == second.files)
        #expect(
            first.files.map(\.path) == [
                "acme/reset-password/content.html", "acme/reset-password/content.txt",
                "acme/reset-password/meta.json",
            ])
    }

    @Test func aWayThatHasEveryWordComesBeforeOneThatHasNot() throws {
        let code = try DialectSample("kratos", template: "/reset?code={code}").export()
        #expect(code.files.first?.path == "acme/courier-templates/recovery_code/valid/email.body.gotmpl")
        #expect(code.notes.isEmpty)
        let link = try DialectSample("kratos").export()
        #expect(link.files.first?.path == "acme/courier-templates/recovery/valid/email.body.gotmpl")
        #expect(link.notes.map(\.code) == ["foreign-link"])
    }

    @Test func aWordThatMayBeMissingGoesWithItsSectionWhereNobodyCanAsk() throws {
        let template = "/auth/action?mode=resetPassword&oobCode={oobCode}"
        let optional = try #require(try DialectSample("firebase", template: template).file("reset-password.html"))
        #expect(!optional.contains("Hello"))
        let needed = try DialectSample("firebase", template: template, email: "Hello {{name}}\n\n[Choose]({{link}})")
        #expect(try #require(try needed.file("reset-password.html")).contains("Hello %DISPLAY_NAME%"))
    }

    struct Diagnostic: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let dialect: String
        var template = "/reset?token={token}"
        var subject = "Reset"
        var email: String?
        let text: String
    }

    static let diagnostics = [
        Diagnostic(
            testDescription: "a parameter that the system has nothing for", dialect: "supabase",
            text: """
                Site/acme/emails/reset-password.md:10:10: error: 'Supabase' has nothing for 'token', which the link 'reset-password' needs
                  10 | [Choose]({{link}})
                     |          ^
                  fix: Let the link's URL template in app.yml ask for what Supabase has: code, email, token_hash.

                """),
        Diagnostic(
            testDescription: "a word that the system has nothing for", dialect: "django", template: "/r/{uid}/{token}",
            email: "Your code is {{code}}\n\n[Choose]({{link}})",
            text: """
                Site/acme/emails/reset-password.md:8:14: error: 'djoser' has nothing for 'code'
                  8 | Your code is {{code}}
                    |              ^
                  fix: Put what depends on it into a section, which is left out then: {{#code}}…{{/code}}

                """),
        Diagnostic(
            testDescription: "a word in a subject that cannot say it", dialect: "erb", subject: "Reset for {{email}}",
            text: """
                Site/acme/emails/reset-password.md:2:10: error: Devise cannot say 'email' in a subject
                  2 | subject: "Reset for {{email}}"
                    |          ^
                  fix: Say it in the body, or put it into a section, which is left out there: {{#email}}…{{/email}}

                """),
        Diagnostic(
            testDescription: "a word inside of another's section where sections are scopes", dialect: "postmark",
            email: "{{#name}}Hello {{name}} at {{email}}{{/name}}\n\n[Choose]({{link}})",
            text: """
                Site/acme/emails/reset-password.md:8:28: error: Postmark cannot say 'email' inside of '{{#name}}': a section there knows no word but its own
                  8 | {{#name}}Hello {{name}} at {{email}}{{/name}}
                    |                            ^
                  fix: Close the section before it: {{#name}}…{{/name}}

                """),
        Diagnostic(
            testDescription: "copy that the system would take for its own", dialect: "firebase",
            template: "/auth/action?mode=resetPassword&oobCode={oobCode}", subject: "Write %EMAIL%",
            text: """
                Site/acme/emails/reset-password.md:2:10: error: Firebase would take '%EMAIL%' for a word of its own, and has no other way to write it
                  2 | subject: "Write %EMAIL%"
                    |          ^
                  fix: Say it in other words.

                """),
        Diagnostic(
            testDescription: "a link that the system's own address never is", dialect: "firebase",
            text: """
                Site/acme/emails/reset-password.md:4:7: error: the link 'reset-password' needs 'token', which no link in this mail of Firebase's has
                  4 | link: reset-password
                    |       ^
                  fix: Firebase puts the link together itself, with apiKey=…, mode=resetPassword, oobCode=…: let the URL template in app.yml ask for no more.

                """),
        Diagnostic(
            testDescription: "a condition that the system's own address never meets", dialect: "firebase",
            template: "/auth/action?mode=verifyEmail&oobCode={oobCode}",
            text: """
                Site/acme/emails/reset-password.md:4:7: error: the link 'reset-password' needs 'mode=verifyEmail', which no link in this mail of Firebase's has
                  4 | link: reset-password
                    |       ^
                  fix: Firebase puts the link together itself, with apiKey=…, mode=resetPassword, oobCode=…: let the URL template in app.yml ask for no more.

                """),
        Diagnostic(
            testDescription: "a link that leads to the system", dialect: "keycloak",
            text: """
                Site/acme/emails/reset-password.md:4:7: note: Keycloak puts the link of this mail together itself, and it opens Keycloak's page, not 'reset-password'
                  4 | link: reset-password
                    |       ^

                """),
    ]

    @Test(arguments: diagnostics) func whatASystemCannotSayIsToldAtItsPlace(diagnostic: Diagnostic) throws {
        let sample = try DialectSample(
            diagnostic.dialect, template: diagnostic.template, subject: diagnostic.subject, email: diagnostic.email)
        #expect(sample.diagnostics() == diagnostic.text)
    }

    @Test func whatWasWrittenBesideAnAppsNameIsNoWordOfItsEngine() throws {
        let sample = try DialectSample("postmark", subject: "Reset {{app}}", title: "{{x}}")
        #expect(
            sample.diagnostics() == """
                Site/acme/emails/reset-password.md: error: Postmark would take '{{' for a word of its own, and has no other way to write it
                  fix: Say it in other words.
                Site/acme/emails/reset-password.md:2:10: error: Postmark would take '{{' for a word of its own, and has no other way to write it
                  2 | subject: "Reset {{app}}"
                    |          ^
                  fix: Say it in other words.

                """)
    }

    @Test func nothingIsWrittenWhereAFolderStandsInTheWay() throws {
        let sample = try DialectSample("jinja")
        let export = try sample.export()
        try FileSystem.makeFolder("\(sample.output)/acme/reset-password.txt")
        #expect(throws: DiagnosticReport.self) { try export.write(to: sample.output) }
        #expect(try FileSystem.list("\(sample.output)/acme") == ["reset-password.txt"])
    }

    @Test func filesAreWrittenWhole() throws {
        let sample = try DialectSample("jinja")
        let export = try sample.export()
        let paths = try export.write(to: sample.output)
        #expect(paths == export.files.map { "\(sample.output)/\($0.path)" })
        for (path, file) in zip(paths, export.files) {
            #expect(try FileSystem.read(path) == Array(file.text.utf8))
        }
        #expect(try FileSystem.list("\(sample.output)/acme").count == 3)
    }
}
