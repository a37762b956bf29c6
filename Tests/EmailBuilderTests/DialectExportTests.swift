import Diagnostics
import Files
import SiteModel
import TemplateFiles
import TestSupport
import Testing

@testable import EmailBuilder

@Suite struct DialectExportTests {
    @Test func theLinkIsTheAppsOwnAndADialectOnlyFillsIt() throws {
        for (dialect, template, file, link) in [
            (
                "jinja", "/reset?token={token}&lang=en", "reset-password.html",
                "https://acme.example/reset?token={{ (token or token.is_missing.or_empty) | urlencode }}&amp;lang=en"
            ),
            (
                "supabase", "/reset?token_hash={token_hash}&type=recovery", "supabase/templates/recovery.html",
                "https://acme.example/reset?token_hash={{ .TokenHash }}&amp;type=recovery"
            ),
            (
                "djoser", "/r/{uid}/{token}", "templates/email/password_reset.html",
                "https://acme.example/r/{{ uid|urlencode:'' }}/{{ token|urlencode:'' }}"
            ),
            (
                "blade", "/reset/{token}?email={email}", "resources/views/emails/reset-password.blade.php",
                "https://acme.example/reset/{{ rawurlencode($token) }}?email={{ rawurlencode($email) }}"
            ),
        ] {
            let text = try #require(try DialectSample(dialect, template: template).file(file))
            #expect(text.contains("href=\"\(link)\""), "\(dialect)")
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

    @Test func anEmailIsExportedForTheTemplateThatHasAllOfItsVariables() throws {
        let code = try DialectSample("kratos", email: "`{{code}}`{{#link}}[x]({{link}}){{/link}}").export()
        #expect(code.files.first?.path == "acme/courier-templates/authenticator_key_added/email.body.gotmpl")
        #expect(code.files.contains { $0.path == "acme/courier-templates/recovery_code/valid/email.body.gotmpl" })
        #expect(!code.files.contains { $0.path.contains("/recovery/valid/") })
        let link = try DialectSample("kratos").export()
        #expect(link.files.contains { $0.path == "acme/courier-templates/recovery/valid/email.body.gotmpl" })
        #expect(link.notes.map(\.code).contains("foreign-link"))
    }

    @Test func aVariableThatMayBeEmptyGoesWithItsSectionWhereTheEngineCannotTest() throws {
        let template = "/auth/action?mode=resetPassword&oobCode={oobCode}"
        let optional = try #require(try DialectSample("firebase", template: template).file("reset-password.html"))
        #expect(!optional.contains("Hello"))
        let needed = try DialectSample("firebase", template: template, email: "Hello {{name}}\n\n[Choose]({{link}})")
        #expect(try #require(try needed.file("reset-password.html")).contains("Hello <bdi>%DISPLAY_NAME%</bdi>"))
    }

    @Test func anEmailThatTheSystemSendsAndTheAppHasNotIsInTheAppsLook() throws {
        let export = try DialectSample("supabase", template: "/reset?token_hash={token_hash}").export()
        let files = export.files.map(\.path)
        for id in [
            "reauthentication", "magic_link", "password_changed_notification", "email_changed_notification",
            "phone_changed_notification", "identity_linked_notification", "identity_unlinked_notification",
            "mfa_factor_enrolled_notification", "mfa_factor_unenrolled_notification",
        ] {
            #expect(files.contains("acme/supabase/templates/\(id).html"))
        }
        let config = try #require(export.files.first { $0.path.hasSuffix(".toml") }?.text)
        // A notification without an email spec stays disabled.
        #expect(!config.contains("enabled = true"))
        #expect(config.contains("[auth.email.notification.phone_changed]\nsubject = "))
        let changed = try #require(export.files.first { $0.path.hasSuffix("/email_changed_notification.html") }?.text)
        #expect(changed.contains("Sent to {{ .OldEmail }} by Acme."))
        #expect(
            export.notes.map(\.message).contains {
                $0.hasSuffix("in its own words where they are switched on: change-email, invite, verify-email")
            })
    }

    @Test func aLifetimeIsWrittenIntoTheSystemsConfigurationOrTheExportNamesTheSetting() throws {
        let email = "[Choose]({{link}}) within {{expires}}"
        for (dialect, template, path, text) in [
            (
                "supabase", "/r?token_hash={token_hash}", "supabase/config.emails.toml",
                "[auth.email]\notp_expiry = 3600\n"
            ),
            ("auth0", "/r", "emails/reset_email.json", "\"urlLifetimeInSeconds\": 3600,"),
            ("pocketbase", "/r?token={token}", "collection.json", "\"passwordResetToken\": { \"duration\": 3600 },"),
            ("kratos", "/r", "kratos.emails.yml", "lifespan: 3600s"),
        ] {
            let file = try DialectSample(dialect, template: template, email: email).file(path)
            #expect(try #require(file).contains(text), "\(dialect)")
        }
        for (dialect, template, setting) in [
            ("djoser", "/r/{uid}/{token}", "PASSWORD_RESET_TIMEOUT = 3600 in Django's settings"),
            ("allauth", "/r?key={key}", "PASSWORD_RESET_TIMEOUT = 3600 in Django's settings"),
            ("blade", "/r/{token}?email={email}", "'expire' => 60 under 'passwords' in config/auth.php"),
            ("erb", "/r?token={token}", "config.reset_password_within = 3600.seconds in config/initializers/devise.rb"),
            ("jinja", "/r?token={token}", "reset_password_token_lifetime_seconds = 3600 in FastAPI Users' UserManager"),
            ("keycloak", "/r", "the realm's attribute actionTokenGeneratedByUserLifespan.reset-credentials = 3600"),
            ("parse", "/r", "passwordPolicy: { resetTokenValidityDuration: 3600 } of Parse Server"),
            ("postmark", "/r?token={token}", "the lifetime of the tokens that you make, 3600 seconds"),
        ] {
            let notes = try DialectSample(dialect, template: template, email: email).export().notes
            #expect(notes.contains { $0.code == "lifetime" && $0.message.hasSuffix(": \(setting)") }, "\(dialect)")
        }
    }

    @Test func anEmailNamesItsRecipientOrNobody() throws {
        let link = "[Confirm]({{link}}){{#email}} for {{email}}{{/email}}"
        let keycloak = try DialectSample("keycloak", template: "/c", email: link, name: "change-email")
        let html = try #require(try keycloak.file("themes/acme/email/html/email-update-confirmation.ftl"))
        #expect(html.contains("Sent to ${newEmail} by Acme."))
        #expect(!html.contains("${user.email}"))
        let pocketbase = try DialectSample(
            "pocketbase", template: "/c?token={token}", email: link, name: "change-email")
        #expect(try #require(try pocketbase.file("collection.json")).contains("Sent by Acme."))
        let parse = try DialectSample("parse", template: "/r", email: link)
        let toParse = try #require(try parse.file("templates/password_reset_email.html"))
        #expect(toParse.contains("Sent to {{email}} by Acme."))
    }

    @Test func aCodeAndALinkAreInOneEmailWhereTheSystemHasBoth() throws {
        let html = try DialectSample(
            "supabase", template: "/r?token_hash={token_hash}",
            email: "[Choose]({{link}})\n\n{{#code}}\nOr type this code:\n\n`{{code}}`\n{{/code}}"
        ).file("supabase/templates/recovery.html")
        #expect(try #require(html).contains(">{{ .Token }}</td>"))
        #expect(try #require(html).contains("/r?token_hash={{ .TokenHash }}"))
    }

    @Test func oneSystemHasOneLifetimeForAllEmails() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            name: Acme
            hosts: [acme.example]
            ios: { app-id: ABCDE12345.example.acme, scheme: acme }
            links:
              reset-password: { web: "/r?token_hash={token_hash}", app: "acme://r", lives: 1h, landing: redirect }
              verify-email: { web: "/v?token_hash={token_hash}", app: "acme://v", lives: 2h, landing: redirect }
            """, to: "Site/acme/app.yml")
        for name in ["reset-password", "verify-email"] {
            try folder.write(
                "---\nsubject: S\npreheader: P\nlink: \(name)\n---\n[Go]({{link}}) within {{expires}}\n",
                to: "Site/acme/emails/\(name).md")
        }
        let (site, _) = try SiteReader.read("\(folder.path)/Site")
        let dialect = try #require(try Dialects(.embedded).dialect(named: "supabase"))
        let report = #expect(throws: DiagnosticReport.self) {
            try DialectExport(
                of: #require(site.apps.first), dialect: dialect, renderer: EmailRenderer(templates: .embedded))
        }
        #expect(
            report?.diagnostics.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" } == [
                "6:23 the email promises 2 hours, and 'reset-password' 1 hour: Supabase has one lifetime for all emails"
            ])
    }

    struct Diagnostic: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let dialect: String
        var template = "/reset?token={token}"
        var subject = "Reset"
        var email: String?
        var name = "reset-password"
        var lives = "1h"
        let text: String
    }

    @Test(
        "a value that a dialect of the site's own lacks is to be declared there, and a name that no email has is told")
    func ownDialects() throws {
        func file(_ rest: String) -> String {
            "title: T\nvariables: { email: \"[[email]]\" }\nother-emails: true\n\(rest)\nfiles: [{ path: \"{{email}}\", content: \"{{text}}\" }]\n"
        }
        let email = "{{email}} {{code}}\n\n[Choose]({{link}})"
        let lacking = try DialectSample("own", email: email, file: file("parameters: { uid: \"[[uid]]\" }"))
            .diagnostics()
        #expect(
            lacking.contains(
                "  fix: Add 'code' or '*' under 'variables' in Templates/dialects/own.yml, as the engine writes it.\n"))
        #expect(
            lacking.contains(
                "  fix: Add 'token' or '*' under 'parameters' in Templates/dialects/own.yml, as the engine writes it.\n"
            ))
        for (name, question) in [("reset-pasword", "Did you mean 'reset-password'?"), ("verify-email", nil)] {
            let sample = try DialectSample(
                "own", email: "{{email}}\n\n[Choose]({{link}})",
                file: file("parameters: { token: \"[[token]]\" }\nemails: { \(name): { id: a } }"))
            #expect(try sample.export().notes.first { $0.code == "other-email" }?.fix == question)
        }
        // A system that sends no other emails leaves out what its dialect does not list, and no note says that beside the warning.
        for name in ["reset", "password-reset", "reset-pasword"] {
            let sample = try DialectSample(
                "own", email: "{{email}}\n\n[Choose]({{link}})",
                file: file("parameters: { token: \"[[token]]\" }\nemails: { \(name): { id: a } }")
                    .replacing("other-emails: true\n", with: ""))
            let told = sample.diagnostics()
            #expect(
                told.contains(
                    "fix: Did you mean 'reset-password'? An email has the app's name here, and the system's under 'id'.\n"
                ))
            #expect(!told.contains("left out") && !told.contains("in its own words"))
        }
    }

    static let diagnostics = [
        Diagnostic(
            testDescription: "a parameter that the system has nothing for", dialect: "supabase",
            text: """
                Site/acme/emails/reset-password.md:10:10: error: 'Supabase' has no value for 'token', which the link 'reset-password' needs
                  10 | [Choose]({{link}})
                     |          ^
                  fix: Let the link's URL template in app.yml ask for what Supabase has: code, email, redirect_to, token_hash; or, in a dialect of your own, add it under 'parameters:'.

                """),
        Diagnostic(
            testDescription: "a word that the system has nothing for", dialect: "djoser", template: "/r/{uid}/{token}",
            email: "Your code is {{code}}\n\n[Choose]({{link}})",
            text: """
                Site/acme/emails/reset-password.md:8:14: error: 'djoser' has no value for 'code'
                  8 | Your code is {{code}}
                    |              ^
                  fix: Put what depends on it into a section, which is left out then: {{#code}}…{{/code}}

                """),
        Diagnostic(
            testDescription: "a word in a subject that cannot say it", dialect: "erb", subject: "Reset for {{email}}",
            text: """
                Site/acme/emails/reset-password.md:2:10: error: Devise has no 'email' in a subject
                  2 | subject: "Reset for {{email}}"
                    |          ^
                  fix: Use it in the body, or in a section, which is left out there: {{#email}}…{{/email}}

                """),
        Diagnostic(
            testDescription: "a word inside of another's section where sections are scopes", dialect: "postmark",
            email: "{{#name}}Hello {{name}} at {{email}}{{/name}}\n\n[Choose]({{link}})",
            text: """
                Site/acme/emails/reset-password.md:8:28: error: Postmark has no 'email' inside '{{#name}}': a section there is a scope of its own
                  8 | {{#name}}Hello {{name}} at {{email}}{{/name}}
                    |                            ^
                  fix: Close the section before it: {{#name}}…{{/name}}

                """),
        Diagnostic(
            testDescription: "copy that the system would take for its own", dialect: "firebase",
            template: "/auth/action?mode=resetPassword&oobCode={oobCode}", subject: "Write %EMAIL%",
            text: """
                Site/acme/app.yml:6:84: warning: the app is opened without the link's 'oobCode'
                  6 |   reset-password: { web: "/auth/action?mode=resetPassword&oobCode={oobCode}", app: "acme://reset", lives: 1h, landing: redirect }
                    |                                                                                    ^
                  fix: Add it, such as ?oobCode={oobCode}, or remove 'app:' if the app cannot use it.
                Site/acme/emails/reset-password.md:2:17: error: '%EMAIL%' is shown literally here
                  2 | subject: "Write %EMAIL%"
                    |                 ^
                  fix: Write {{email}} for a value.

                """),
        Diagnostic(
            testDescription: "a link that the system's own address never is", dialect: "firebase",
            text: """
                Site/acme/emails/reset-password.md:4:7: error: the link 'reset-password' needs 'token', which no link in this email of Firebase's has
                  4 | link: reset-password
                    |       ^
                  fix: Firebase builds the link itself, with apiKey=…, mode=resetPassword, oobCode=…: let the URL template in app.yml need nothing else.

                """),
        Diagnostic(
            testDescription: "a condition that the system's own address never meets", dialect: "firebase",
            template: "/auth/action?mode=verifyEmail&oobCode={oobCode}",
            text: """
                Site/acme/emails/reset-password.md:4:7: error: the link 'reset-password' needs 'mode=verifyEmail', which no link in this email of Firebase's has
                  4 | link: reset-password
                    |       ^
                  fix: Firebase builds the link itself, with apiKey=…, mode=resetPassword, oobCode=…: let the URL template in app.yml need nothing else.

                """),
        Diagnostic(
            testDescription: "a link without what djoser's page needs", dialect: "djoser", template: "/r?token={token}",
            text: """
                Site/acme/emails/reset-password.md:4:7: error: the link of djoser's 'password_reset' needs 'uid', and 'reset-password' does not have it
                  4 | link: reset-password
                    |       ^
                  fix: Add to the link's URL template in app.yml: uid={uid}

                """),
        Diagnostic(
            testDescription: "a link without what Laravel's page needs", dialect: "blade",
            text: """
                Site/acme/emails/reset-password.md:4:7: error: the link of Laravel's 'reset-password' needs 'email', and 'reset-password' does not have it
                  4 | link: reset-password
                    |       ^
                  fix: Add to the link's URL template in app.yml: email={email}

                """),
        Diagnostic(
            testDescription: "a code that Kratos takes only with its flow", dialect: "kratos",
            template: "/reset?code={code}", email: "[Choose]({{link}}) or `{{code}}`",
            text: """
                Site/acme/emails/reset-password.md:8:10: error: 'Ory Kratos' has no value for 'code', which the link 'reset-password' needs
                  8 | [Choose]({{link}}) or `{{code}}`
                    |          ^
                  fix: No link of this app's can be in an email of Ory Kratos's: put it into a section, {{#link}}…{{/link}}; or, in a dialect of your own, add it under 'parameters:'.

                """),
        Diagnostic(
            testDescription: "a message that Cognito would ignore", dialect: "cognito", template: "/reset",
            email: "[Choose]({{link}})",
            text: """
                Site/acme/emails/reset-password.md:7:1: error: Amazon Cognito sends 'forgot-password' only with 'code', and the email does not use it
                  7 | # Reset
                    | ^
                  fix: Add it to the body, outside a section: `{{code}}`

                """),
        Diagnostic(
            testDescription: "a subject that Cognito refuses", dialect: "cognito", template: "/reset?code={code}",
            subject: String(repeating: "long ", count: 30),
            text: """
                Site/acme/emails/reset-password.md:2:10: error: the subject has 149 characters, and Amazon Cognito accepts at most 140
                  2 | subject: "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long …
                    |          ^
                  fix: Shorten it.

                """),
        Diagnostic(
            testDescription: "a lifetime that Cognito does not have", dialect: "cognito",
            template: "/reset?code={code}",
            email: "[Choose]({{link}}) within {{expires}}", lives: "2h",
            text: """
                Site/acme/emails/reset-password.md:8:27: error: the email promises 2 hours, and Amazon Cognito's 'forgot-password' always works for 1 hour
                  8 | [Choose]({{link}}) within {{expires}}
                    |                           ^
                  fix: Write that under 'links.reset-password' in app.yml.

                """),
        Diagnostic(
            testDescription: "the new address, which PocketBase does not have", dialect: "pocketbase",
            template: "/c?token={token}", email: "Confirm that {{email}} is yours: [Confirm]({{link}})",
            name: "change-email",
            text: """
                Site/acme/emails/change-email.md:8:14: error: 'PocketBase' has no value for 'email'
                  8 | Confirm that {{email}} is yours: [Confirm]({{link}})
                    |              ^
                  fix: Put what depends on it into a section, which is left out then: {{#email}}…{{/email}}

                """),
    ]

    @Test(arguments: diagnostics) func whatASystemCannotSayIsToldAtItsPlace(diagnostic: Diagnostic) throws {
        let sample = try DialectSample(
            diagnostic.dialect, template: diagnostic.template, subject: diagnostic.subject, email: diagnostic.email,
            name: diagnostic.name, lives: diagnostic.lives)
        #expect(sample.diagnostics() == diagnostic.text)
    }

    @Test func aLinkThatLeadsToTheSystemIsNoted() throws {
        let notes = try DialectSample("keycloak").export().notes
        #expect(
            notes.map(\.message).contains(
                "Keycloak builds the link of this email itself, and it opens Keycloak's page, not 'reset-password'"))
    }

    @Test func aBodyThatTheSystemKeepsIsNotExported() throws {
        let sample = try DialectSample(
            "firebase", template: "/auth/action?mode=verifyEmail&oobCode={oobCode}", name: "verify-email")
        let export = try sample.export()
        #expect(export.files.map(\.path) == ["acme/config.json", "acme/verify-email.subject.txt"])
        #expect(export.files.first?.text.contains("\"body\"") == false)
        #expect(
            export.notes.map(\.message).contains(
                "Firebase does not allow the body of 'verify-email' to be changed: only the subject is exported"))
    }

    @Test func twoAppsOnOnePostmarkServerHaveAliasesOfTheirOwn() throws {
        let meta = try #require(try DialectSample("postmark").file("reset-password/meta.json"))
        #expect(meta.contains("\"Alias\": \"acme-reset-password\""))
    }

    @Test func whatWasWrittenBesideAnAppsNameIsNoWordOfItsEngine() throws {
        let sample = try DialectSample("postmark", subject: "Reset {{app}}", title: "{{x}}")
        #expect(
            sample.diagnostics() == """
                Site/acme/emails/reset-password.md: error: Postmark would parse '{{' as its own syntax, and has no way to escape it
                  fix: Write it in another way.
                Site/acme/emails/reset-password.md:2:10: error: Postmark would parse '{{' as its own syntax, and has no way to escape it
                  2 | subject: "Reset {{app}}"
                    |          ^
                  fix: Write it in another way.

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
