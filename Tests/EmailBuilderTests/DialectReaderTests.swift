import Diagnostics
import Files
import SiteModel
import TemplateFiles
import Testing

@testable import EmailBuilder

@Suite struct DialectReaderTests {
    static let names = Dialects(.embedded).names

    @Test(arguments: names) func aBuiltInDialectReadsAndIsExplained(name: String) throws {
        let dialect = try #require(try Dialects(.embedded).dialect(named: name))
        #expect(!dialect.title.isEmpty)
        let source = try #require(TemplateSources.embedded.source(of: "dialects/\(name).yml"))
        #expect(source.text.hasPrefix("# "))
    }

    @Test func noBuiltInDialectLinksToWhatASupabaseServerSpendsOnAGet() throws {
        for name in Self.names {
            let source = try #require(TemplateSources.embedded.source(of: "dialects/\(name).yml"))
            let data = source.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
            #expect(!data.contains("ConfirmationURL"))
        }
    }

    @Test func aBackendsEmailsAreFoundByItsContract() throws {
        let jinja = try #require(try Dialects(.embedded).dialect(named: "jinja"))
        #expect(jinja.backends == ["jinja", "fastapi-users"])
        #expect(try Dialects(.embedded).dialect(named: "supabase")?.backends == ["supabase"])
        #expect(try Dialects(.embedded).dialect(named: "nobody") == nil)
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let diagnostic: String
    }

    static let mistakes = [
        Mistake(
            testDescription: "keys of an earlier version",
            text: """
                title: T
                words: { email: "{{e}}" }
                subject-words: [email]
                files: [ { path: a, is: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:2:1: error: the key 'words' is called 'variables' now
                  2 | words: { email: "{{e}}" }
                    | ^
                  fix: Write 'variables'.
                Templates/dialects/own.yml:3:1: error: the key 'subject-words' is called 'subject-variables' now
                  3 | subject-words: [email]
                    | ^
                  fix: Write 'subject-variables'.
                Templates/dialects/own.yml:4:21: error: the key 'is' is called 'content' now
                  4 | files: [ { path: a, is: b } ]
                    |                     ^
                  fix: Write 'content'.

                """),
        Mistake(
            testDescription: "an unknown variable",
            text: """
                title: T
                variables: { emial: "{{e}}" }
                files: [ { path: a, content: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:2:14: error: 'emial' is not a variable of an email
                  2 | variables: { emial: "{{e}}" }
                    |              ^
                  fix: Did you mean 'email'?

                """),
        Mistake(
            testDescription: "a lifetime in a unit that there is not",
            text: """
                title: T
                lifetime: { setting: "ttl = {{milliseconds}}" }
                variables: { email: "{{e}}" }
                files: [ { path: a, content: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:2:22: error: the setting has a lifetime in a unit that there is not
                  2 | lifetime: { setting: "ttl = {{milliseconds}}" }
                    |                      ^
                  fix: The units are {{seconds}}, {{minutes}}, {{hours}}, {{days}}.

                """),
        Mistake(
            testDescription: "a section without an end",
            text: """
                title: T
                variables:
                  name: { html: "{{n}}", if: "{{#n}}" }
                files: [ { path: a, content: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:9: error: a section has a beginning and an end
                  3 |   name: { html: "{{n}}", if: "{{#n}}" }
                    |         ^
                  fix: Write both 'if' and 'end', or neither.

                """),
        Mistake(
            testDescription: "a section that is tested and dropped",
            text: """
                title: T
                variables:
                  name: { html: n, if: a, end: b, section: drop }
                files: [ { path: a, content: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:9: error: a section is either tested or dropped
                  3 |   name: { html: n, if: a, end: b, section: drop }
                    |         ^
                  fix: Keep 'if' and 'end', or 'section: drop'.

                """),
        Mistake(
            testDescription: "an empty expression",
            text: """
                title: T
                variables: { email: "" }
                files: [ { path: a, content: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:2:21: error: this expression is empty
                  2 | variables: { email: "" }
                    |                     ^
                  fix: Write the engine's own, or remove the key.

                """),
        Mistake(
            testDescription: "a parameter of any name that does not say it",
            text: """
                title: T
                variables: {}
                parameters: { "*": "{{token}}" }
                files: [ { path: a, content: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:15: error: the expression for any name does not contain the name
                  3 | parameters: { "*": "{{token}}" }
                    |               ^
                  fix: Write '*' where the name goes, in the engine's own brackets.

                """),
        Mistake(
            testDescription: "expressions in Latchkey's braces",
            text: """
                title: T
                variables: { email: "[[email]]", code: { html: "[[code]]", text: "[[raw code]]" }, name: { html: "{{name}}" } }
                parameters: { token: "{{token}}", "*": "[[*]]" }
                files: [ { path: a, content: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:2:98: error: '{{name}}' is not in the engine's brackets, which '[[email]]' is in
                  2 | variables: { email: "[[email]]", code: { html: "[[code]]", text: "[[raw code]]" }, name: { html: "{{name}}" } }
                    |                                                                                                  ^
                  fix: Write it in them: as it is, it would be a part of the emails' text.
                Templates/dialects/own.yml:3:22: error: '{{token}}' is not in the engine's brackets, which '[[email]]' is in
                  3 | parameters: { token: "{{token}}", "*": "[[*]]" }
                    |                      ^
                  fix: Write it in them: as it is, it would be a part of the emails' text.

                """),
        Mistake(
            testDescription: "a name that no email can have",
            text: """
                title: T
                variables: {}
                other-emails: true
                emails: { reset_password: { id: reset } }
                files: [ { path: a, content: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:4:11: error: 'reset_password' is not a name for an email
                  4 | emails: { reset_password: { id: reset } }
                    |           ^
                  fix: Write the name of its file in 'emails', without '.md': lower-case letters, digits and hyphens.

                """),
        Mistake(
            testDescription: "an email without a link or code",
            text: """
                title: T
                variables: {}
                emails: { reset-password: [] }
                files: [ { path: a, content: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:11: error: 'reset-password' has no entry
                  3 | emails: { reset-password: [] }
                    |           ^
                  fix: Write the system's name for it, '{ id: … }', or remove the key.

                """),
        Mistake(
            testDescription: "no files",
            text: """
                title: T
                variables: {}
                files: []
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:8: error: this list is empty
                  3 | files: []
                    |        ^
                  fix: Write, for example, files: [{ path: "{{id}}.html", content: "{{html}}" }]

                """),
        Mistake(
            testDescription: "a path out of the folder",
            text: """
                title: T
                variables: {}
                files:
                  - { path: "../{{email}}.html", content: "{{html}}" }
                """,
            diagnostic: """
                Templates/dialects/own.yml:4:13: error: '../{{email}}.html' does not stay below the folder of its app
                  4 |   - { path: "../{{email}}.html", content: "{{html}}" }
                    |             ^
                  fix: Write names between single slashes, such as templates/{{email}}.html.

                """),
        Mistake(
            testDescription: "one name of the system's for two emails",
            text: """
                title: T
                variables: {}
                emails:
                  reset-password: [{ id: a }, { id: b }]
                  verify-email: { id: b }
                files:
                  - { path: "{{id}}", content: c }
                """,
            diagnostic: """
                Templates/dialects/own.yml:5:23: error: 'b' is also the name of 'reset-password', whose files would be these
                  5 |   verify-email: { id: b }
                    |                       ^
                  fix: Write the system's own name for each email.

                """),
        Mistake(
            testDescription: "one path twice",
            text: """
                title: T
                variables: {}
                files:
                  - { path: a, content: b }
                  - { path: a, content: c }
                """,
            diagnostic: """
                Templates/dialects/own.yml:5:13: error: 'a' is written twice
                  5 |   - { path: a, content: c }
                    |             ^
                  fix: Give one of the two another name.

                """),
        Mistake(
            testDescription: "a file with an unknown variable",
            text: """
                title: T
                variables: {}
                parts: [subject, html]
                files:
                  - { path: "{{email}}.txt", content: "{{text}}" }
                """,
            diagnostic: """
                Templates/dialects/own.yml:5:39: error: unknown name 'text'
                  5 |   - { path: "{{email}}.txt", content: "{{text}}" }
                    |                                       ^
                  fix: Add 'text' to 'parts'.

                """),
        Mistake(
            testDescription: "a value that other emails do not have",
            text: """
                title: T
                variables: {}
                emails: { reset-password: { id: reset, values: { folder: auth } } }
                other-emails: true
                files:
                  - { path: "{{folder}}/{{id}}.html", content: "{{html}}" }
                """,
            diagnostic: """
                Templates/dialects/own.yml:6:13: error: unknown name 'folder'
                  6 |   - { path: "{{folder}}/{{id}}.html", content: "{{html}}" }
                    |             ^
                  fix: Remove 'other-emails', since emails of other names have no 'values'.

                """),
        Mistake(
            testDescription: "a value that one email does not have",
            text: """
                title: T
                variables: {}
                emails: { reset-password: { id: reset, values: { folder: auth } }, welcome: { id: hello } }
                files:
                  - { path: "{{id}}.html", content: "{{folder}}" }
                """,
            diagnostic: """
                Templates/dialects/own.yml:5:37: error: unknown name 'folder'
                  5 |   - { path: "{{id}}.html", content: "{{folder}}" }
                    |                                     ^
                  fix: Add 'folder' to the 'values' of 'welcome'.

                """),
        Mistake(
            testDescription: "an email's part in a file for all",
            text: """
                title: T
                variables: {}
                files:
                  - { path: x.html, content: "{{html}}" }
                """,
            diagnostic: """
                Templates/dialects/own.yml:4:30: error: unknown name 'html'
                  4 |   - { path: x.html, content: "{{html}}" }
                    |                              ^
                  fix: Use {{id}} in the path, for one file for each email, or put it between {{#emails}} and {{/emails}}.

                """),
        Mistake(
            testDescription: "a key that is none",
            text: """
                title: T
                variables: {}
                literal: {}
                files: [ { path: a, content: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:1: error: unknown key 'literal'
                  3 | literal: {}
                    | ^
                  fix: Did you mean 'literals'? The keys here are title, backends, parts, note, sender, subject-variables, sections, variables, parameters, limits, literals, emails, other-emails, lifetime, languages, files.

                """),
    ]

    @Test(arguments: mistakes) func aBrokenDialectIsAnErrorAtItsPlace(mistake: Mistake) throws {
        let sample = try DialectSample("own", file: mistake.text)
        #expect(sample.diagnostics() == mistake.diagnostic)
    }

    @Test func aFileBesideTheSiteAddsADialectOrTakesThePlaceOfOne() throws {
        let own = """
            title: Our own
            variables: { email: "[mail]" }
            parameters: { token: "[token]" }
            files: [ { path: "{{email}}.txt", content: "{{text}}" } ]
            """
        for name in ["own", "jinja"] {
            let text = try DialectSample(name, email: "To {{email}}\n\n[Choose]({{link}})", file: own)
                .file("reset-password.txt")
            #expect(text?.contains("To [mail]\n\nChoose:\nhttps://acme.example/reset?token=[token]\n") == true)
        }
    }
}

extension DialectReaderTests {
    @Test func theDialectOfTheDocumentationReads() throws {
        let page = String(
            decoding: try FileSystem.read("\(Samples.package)/Documentation/Dialects.md"), as: UTF8.self)
        let blocks = page.split(separator: "```yaml\n").dropFirst().compactMap { $0.split(separator: "```\n").first }
        let text = try #require(blocks.first)
        let dialect = try Dialect(named: "own", parsing: SourceText(file: "own.yml", text: String(text)))
        #expect(dialect.emails?["reset-password"]?.first?.id == "reset")
    }
}
