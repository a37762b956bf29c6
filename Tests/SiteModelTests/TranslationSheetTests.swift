import Diagnostics
import Testing

@testable import SiteModel

@Suite struct TranslationSheetTests {
    private static let email = SourceText(
        file: "emails/reset.md",
        text: """
            ---
            subject: Reset your password
            preheader: "Valid for: {{expires}}."
            ---

            # Reset Your Password
            Choose a new one:

            [Reset password]({{link}})

            `{{code}}`

            """)

    private static func sheet(_ translation: String?) throws -> TranslationSheet {
        let source = translation.map { SourceText(file: "emails/reset.fr.md", text: $0) }
        return TranslationSheet(
            ofEmail: email, source, in: try #require(LanguageTag("fr")), own: .english)
    }

    @Test("a new translation quotes the original above the place of each text")
    func newTranslation() throws {
        let sheet = try Self.sheet(nil)
        #expect(sheet.file == "emails/reset.fr.md")
        #expect(
            sheet.content == """
                ---
                # en: Reset your password
                subject:
                # en: Valid for: {{expires}}.
                preheader:
                ---

                <!-- en: Reset Your Password -->
                #\u{20}

                <!-- en: Choose a new one: -->

                <!-- en: [Reset password]({{link}}) -->

                `{{code}}`


                """)
        #expect(sheet.texts.map(\.state) == Array(repeating: .missing, count: 5))
    }

    @Test("filling in a translation and reading it again gives the same file")
    func roundTrip() throws {
        var sheet = try Self.sheet(nil)
        sheet.fill(from: [
            "Reset your password": "Nouveau mot de passe : choix", "Choose a new one:": "Choisissez-en un :",
            "[Reset password]({{link}})": "[Réinitialiser]({{link}})",
        ])
        let again = try Self.sheet(sheet.content)
        #expect(again.content == sheet.content)
        #expect(again.texts.map(\.state) == [.translated, .missing, .missing, .translated, .translated])
    }

    @Test(
        "a text is older if the original is no longer what its translation quotes",
        arguments: [
            ("<!-- en: Choose a new one: -->\n", TranslationSheet.State.translated),
            ("<!-- en: Choose\na new one: -->\n", .translated), ("", .translated),
            ("<!-- en: Pick a new one: -->\n", .older),
        ])
    func age(comment: String, state: TranslationSheet.State) throws {
        let sheet = try Self.sheet(
            "---\nsubject: S\npreheader: P\n---\n# Titre\n\(comment)Choisissez :\n\n[R]({{link}})\n")
        #expect(sheet.texts.map(\.state) == [.translated, .translated, .translated, state, .translated])
    }

    @Test("a text that is moved keeps its translation by the quotation")
    func moved() throws {
        let sheet = try Self.sheet(
            "---\nsubject: S\npreheader: P\n---\n<!-- en: [Reset password]({{link}}) -->\n[R]({{link}})\n\n"
                + "<!-- en: Choose a new one: -->\nChoisissez :\n")
        #expect(sheet.texts.map(\.translation) == ["S", "P", nil, "Choisissez :", "[R]({{link}})"])
    }

    @Test("values below a quotation are no translation of it")
    func values() throws {
        let text = "---\nsubject: S\npreheader: P\n---\n<!-- en: Choose a new one: -->\n\n`{{code}}`\n"
        #expect(try Self.sheet(text).texts.map(\.translation) == ["S", "P", nil, nil, nil])
        #expect(try !SourceText(file: "a.fr.md", text: text).withoutOriginals(inPage: false).isComplete)
    }

    @Test(
        "a quotation without an end is an error where it begins",
        arguments: [
            "<!-- en: One\nEins\n\n<!-- en: Two -->\nZwei\n", "<!-- en: One\nEins\n", "<!-- en: One ->\nEins\n",
            "<!-- en: One --\n\nEins\n<!-- en: Two -->\n",
        ])
    func unclosed(body: String) {
        let source = SourceText(file: "a.fr.md", text: "---\nsubject: S\npreheader: P\n---\nNull\n\n\(body)")
        for isPage in [true, false] {
            let report = #expect(throws: DiagnosticReport.self) { try source.withoutOriginals(inPage: isPage) }
            #expect(
                report?.diagnostics.map { "\($0.line ?? 0): \($0.message) | \($0.fix ?? "")" } == [
                    "7: this comment is not closed, so that the text below it is a part of it | End it with ' -->' where the original's text ends."
                ])
        }
    }

    @Test("quotations are left out of what is read, and every byte keeps its place")
    func quotations() throws {
        let text =
            "---\ntitle: T\n---\n# form\n<!-- en: One\ntwo -->\n## Eins\n\n# sent\n## A\n<!-- en: B -->\n\n# messages\n<!-- en: C -->\n"
        let (source, isComplete) = try SourceText(file: "a.fr.md", text: text).withoutOriginals(inPage: true)
        #expect(!isComplete)
        #expect(source.bytes.count == text.utf8.count)
        #expect(
            source.text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
                == ["---", "title: T", "---", "# form", "## Eins", "# sent", "# messages"])
    }
}
