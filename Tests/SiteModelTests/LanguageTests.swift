import Diagnostics
import Release
import TestSupport
import Testing

@testable import SiteModel

@Suite struct LanguageTests {
    @Test(
        "a tag is parsed in any case, with its parents, its script and its direction",
        arguments: [
            ("fr", ["fr"], "Latn", false), ("PT_ao", ["pt-AO", "pt-PT", "pt"], "Latn", false),
            ("zh-hant-mo", ["zh-Hant-MO", "zh-Hant-HK", "zh-Hant"], "Hant", false), ("zh-TW", ["zh-TW"], "Hant", false),
            ("es-MX", ["es-MX", "es-419", "es"], "Latn", false), ("nb", ["nb", "no"], "Latn", false),
            ("sr-Latn", ["sr-Latn"], "Latn", false), ("ar-EG", ["ar-EG", "ar"], "Arab", true),
            ("he", ["he"], "Hebr", true), ("uz-AF", ["uz-AF"], "Arab", true), ("cy", ["cy"], "Latn", false),
        ])
    func tags(text: String, chain: [String], script: String, isRightToLeft: Bool) throws {
        let tag = try #require(LanguageTag(text))
        #expect(tag.chain.map(\.text) == chain)
        #expect(tag.writtenScript == script)
        #expect(tag.isRightToLeft == isRightToLeft)
    }

    @Test(
        "what is no tag of a language is none",
        arguments: ["", "old", "xx", "fr-", "fr-FR-x", "english", "fr-Latin", "12", "é"])
    func noTags(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    /// The numbers of each form, in which runs are `2-120`.
    private static func numbers(_ text: String) -> [Int] {
        text.split(separator: " ").flatMap { run in
            let ends = run.split(separator: "-").compactMap { Int($0) }
            return Array(ends[0]...ends[ends.count - 1])
        }
    }

    @Test("durations are those of ICU, for each unit from 0 to 120")
    func durations() throws {
        let cases = RuleTable.cases("durations", of: "durations")
        #expect(Set(cases.map { RuleTable.text($0, "language") }).count == 18)
        for row in cases {
            let durations = Durations(try #require(LanguageTag(RuleTable.text(row, "language"))))
            let unit = try #require(Durations.Unit(rawValue: RuleTable.text(row, "unit")))
            for number in Self.numbers(RuleTable.text(row, "numbers")) {
                let text = RuleTable.text(row, "form").replacing("#", with: "\(number)")
                #expect(durations.text(number, unit) == text, "\(RuleTable.text(row, "language"))")
            }
        }
    }

    @Test("every language of the table has a form for every number")
    func forms() throws {
        for language in LanguageTag.known {
            let durations = Durations(try #require(LanguageTag(language)))
            for number in 0...300 {
                #expect(!durations.text(number, .minutes).isEmpty, "\(language)")
            }
        }
    }

    @Test("scripts get further forms only for languages that need them")
    func scriptForms() throws {
        func durations(_ tag: String) throws -> Durations { Durations(try #require(LanguageTag(tag))) }
        #expect(try durations("en").script(.hours) == ["{count} hour", "{count} hours"])
        #expect(try durations("fr").rules == [])
        #expect(try durations("ja").script(.minutes) == ["{count} 分", "{count} 分"])
        #expect(try durations("ru").rules.count == 3)
        #expect(
            try durations("he").script(.hours).prefix(4) == ["שעה", "{count} שעות", "שעה", "שעתיים"])
    }

    @Test(
        "a range stands for the language that CLDR's matching chooses",
        arguments: [
            (["en", "fr"], "fr-CA", "fr"), (["en", "zh-Hans"], "zh", "zh-Hans"),
            (["en", "zh-Hans"], "zh-SG", "zh-Hans"),
            (["en", "zh-Hans"], "zh-TW", ""), (["en", "zh-Hans"], "zh-Hant-HK", ""),
            (["en", "zh-Hans", "zh-Hant"], "zh-HK", "zh-Hant"), (["en", "pt-BR"], "pt", "pt-BR"),
            (["en", "pt-BR"], "pt-PT", "pt-BR"), (["en", "pt-BR", "pt-PT"], "pt-AO", "pt-PT"),
            (["en", "pt-BR", "pt-PT"], "pt", "pt-BR"), (["en", "no"], "nb-NO", "no"), (["en", "nb"], "no", "nb"),
            (["en", "nb"], "nn", "nb"), (["en", "he"], "iw", "he"), (["en", "es", "es-419"], "es-MX", "es-419"),
            (["en", "es", "es-419"], "es-ES", "es"), (["en", "sr"], "sr-Latn", "sr"), (["en", "fr"], "de", ""),
            (["de", "fr"], "de-AT", "de"), (["en-US", "en-GB"], "en-AU", "en-GB"), (["en-US", "en-GB"], "en", "en-US"),
        ])
    func ranges(tags: [String], range: String, choice: String) throws {
        let parsed = try tags.map { try #require(LanguageTag($0)) }
        let ranges = LanguageRanges(own: parsed[0], others: Array(parsed.dropFirst()))
        var rest = range.lowercased()[...]
        while ranges.ranges[String(rest)] == nil, let end = rest.lastIndex(of: "-") { rest = rest[..<end] }
        #expect((ranges.ranges[String(rest)] ?? "") == choice)
    }

    @Test(
        "a translated list with fewer items or more is told",
        arguments: [
            ("- Un.", "this list has 1 item, and that of page.md has 2"),
            ("- Un.\n- Deux.\n- Trois.", "this list has 3 items, and that of page.md has 2"), ("- Un.\n- Deux.", nil),
            ("1. Un.\n2. Deux.", nil), ("Un, deux.", nil),
            ("Un.\nDeux.", "page.md has a list here, and its translation a paragraph"),
        ])
    func lists(_ translated: String, _ says: String?) throws {
        let page = "---\ntitle: T\nstart: form\n---\n# form\n- One.\n- Two.\n"
        #expect(try diagnostics(of: page, translated: translated) == [says].compactMap(\.self))
    }

    @Test(
        "a box and a button's label that a translation lost are told",
        arguments: [
            ("Mots.\n\n[Va](run:go \"Ça va…\")", "page.md has a box here, and its translation none"),
            ("> Mots.\n\n[Va](run:go)", "page.md has a label for this button while it runs, and the translation none"),
            ("> Mots.\n\n[Va](run:go \"Ça va…\")", nil),
        ])
    func lostForms(_ translated: String, _ says: String?) throws {
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { fields: [{ name: a, rule: text, label: L, optional: true }], go: { ok: form } } }\n---\n"
            + "# form\n> Words.\n\n[Go](run:go \"Going…\")\n"
        #expect(try diagnostics(of: page, translated: translated).contains { $0 == says } == (says != nil))
    }

    @Test(
        "a page that lacks only a message is not wholly translated",
        arguments: [
            ("", "1 page is not wholly translated into 'fr'"), ("\n# messages\n- **network** Sans connexion.\n", nil),
        ])
    func messages(_ translated: String, _ says: String?) throws {
        let page = "---\ntitle: T\nstart: form\n---\n# form\nWords.\n\n# messages\n- **network** Offline.\n"
        #expect(try diagnostics(of: page, translated: "Mots.\n\(translated)") == [says].compactMap(\.self))
    }

    /// The messages about a page whose state 'form' is translated.
    private func diagnostics(of page: String, translated: String) throws -> [String] {
        let app = "name: T\nhosts: [t.example]\nlanguages: [fr]\n"
        var reader = AppReader(file: try AppFile(name: "t", source: SourceText(file: "app.yml", text: app)))
        _ = reader.read(
            pages: [AppSources.Spec(name: "page", source: SourceText(file: "page.md", text: page))],
            translations: (
                [
                    AppSources.Spec(
                        name: "page.fr",
                        source: SourceText(
                            file: "page.fr.md", text: "---\ntitle: U\n---\n# form\n\(translated)\n"))
                ], []
            ))
        return reader.diagnostics.map(\.message)
    }
}
