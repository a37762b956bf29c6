import Diagnostics
import Files
import SiteBuilder
import SiteModel
import Testing

@testable import EmailBuilder

@Suite struct DialectReaderTests {
    static let names = Dialects(.embedded).names

    @Test func fourteenSystemsAreBuiltIn() {
        #expect(
            Self.names == [
                "auth0", "blade", "cognito", "django", "erb", "firebase", "handlebars", "jinja", "keycloak", "kratos",
                "parse", "pocketbase", "postmark", "supabase",
            ])
    }

    @Test(arguments: names) func aBuiltInDialectReadsAndIsExplained(name: String) throws {
        let dialect = try #require(try Dialects(.embedded).dialect(named: name))
        #expect(!dialect.title.isEmpty)
        #expect(dialect.source.text.hasPrefix("# "))
    }

    @Test func noBuiltInDialectLinksToWhatASupabaseServerSpendsOnAGet() throws {
        for name in Self.names {
            let source = try #require(TemplateSources.embedded.source(of: "dialects/\(name).yml"))
            let data = source.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
            #expect(!data.contains("ConfirmationURL"))
        }
    }

    @Test func aBackendsMailsAreFoundByItsContract() throws {
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
            testDescription: "a word that is none",
            text: """
                title: T
                words: { emial: "{{e}}" }
                files: [ { path: a, is: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:2:10: error: 'emial' is not a word of an email
                  2 | words: { emial: "{{e}}" }
                    |          ^
                  fix: Did you mean 'email'?

                """),
        Mistake(
            testDescription: "a section without an end",
            text: """
                title: T
                words:
                  name: { html: "{{n}}", if: "{{#n}}" }
                files: [ { path: a, is: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:9: error: a section has a beginning and an end
                  3 |   name: { html: "{{n}}", if: "{{#n}}" }
                    |         ^
                  fix: Write both 'if' and 'end', or neither.

                """),
        Mistake(
            testDescription: "a section that is asked for and dropped",
            text: """
                title: T
                words:
                  name: { html: n, if: a, end: b, section: drop }
                files: [ { path: a, is: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:9: error: a section is either asked for or dropped
                  3 |   name: { html: n, if: a, end: b, section: drop }
                    |         ^
                  fix: Keep 'if' and 'end', or 'section: drop'.

                """),
        Mistake(
            testDescription: "nothing for a word",
            text: """
                title: T
                words: { email: "" }
                files: [ { path: a, is: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:2:17: error: nothing stands for this word
                  2 | words: { email: "" }
                    |                 ^
                  fix: Write the engine's own, or remove the key.

                """),
        Mistake(
            testDescription: "a parameter of any name that does not say it",
            text: """
                title: T
                words: {}
                parameters: { "*": "{{token}}" }
                files: [ { path: a, is: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:15: error: what stands for any parameter does not name it
                  3 | parameters: { "*": "{{token}}" }
                    |               ^
                  fix: Write '*' where the parameter's name belongs: "{{ * }}"

                """),
        Mistake(
            testDescription: "a mail without a way",
            text: """
                title: T
                words: {}
                emails: { reset-password: [] }
                files: [ { path: a, is: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:11: error: nothing says how 'reset-password' is sent
                  3 | emails: { reset-password: [] }
                    |           ^
                  fix: Write the system's name for it, '{ id: … }', or remove the key.

                """),
        Mistake(
            testDescription: "no files",
            text: """
                title: T
                words: {}
                files: []
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:1: error: the dialect writes no files
                  3 | files: []
                    | ^
                  fix: Name one: { path: "{{email}}.html", is: "{{html}}" }

                """),
        Mistake(
            testDescription: "a path out of the folder",
            text: """
                title: T
                words: {}
                files:
                  - { path: "../{{email}}.html", is: "{{html}}" }
                """,
            diagnostic: """
                Templates/dialects/own.yml:4:13: error: '../{{email}}.html' does not stay below the folder of its app
                  4 |   - { path: "../{{email}}.html", is: "{{html}}" }
                    |             ^
                  fix: Write names between single slashes, such as templates/{{email}}.html.

                """),
        Mistake(
            testDescription: "one path twice",
            text: """
                title: T
                words: {}
                files:
                  - { path: a, is: b }
                  - { path: a, is: c }
                """,
            diagnostic: """
                Templates/dialects/own.yml:5:13: error: 'a' is written twice
                  5 |   - { path: a, is: c }
                    |             ^
                  fix: Give one of the two another name.

                """),
        Mistake(
            testDescription: "a file that says what nobody knows",
            text: """
                title: T
                words: {}
                parts: [subject, html]
                files:
                  - { path: "{{email}}.txt", is: "{{text}}" }
                """,
            diagnostic: """
                Templates/dialects/own.yml:5:13: error: unknown name 'text'
                  5 |   - { path: "{{email}}.txt", is: "{{text}}" }
                    |             ^

                """),
        Mistake(
            testDescription: "a key that is none",
            text: """
                title: T
                words: {}
                literal: {}
                files: [ { path: a, is: b } ]
                """,
            diagnostic: """
                Templates/dialects/own.yml:3:1: error: unknown key 'literal'
                  3 | literal: {}
                    | ^
                  fix: Did you mean 'literals'?

                """),
    ]

    @Test(arguments: mistakes) func aBrokenDialectIsAnErrorAtItsPlace(mistake: Mistake) throws {
        let sample = try DialectSample("own", file: mistake.text)
        #expect(sample.diagnostics() == mistake.diagnostic)
    }

    @Test func aFileBesideTheSiteAddsADialectOrTakesThePlaceOfOne() throws {
        let own = """
            title: Our own
            words: { email: "[mail]" }
            parameters: { token: "[token]" }
            files: [ { path: "{{email}}.txt", is: "{{text}}" } ]
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
        var reader = try DialectReader(name: "own", source: SourceText(file: "own.yml", text: String(text)))
        let dialect = try reader.read()
        #expect(dialect.mails?["reset-password"]?.first?.id == "reset")
    }
}
