import Diagnostics
import Testing

@testable import SiteModel

// Names and values of other systems, and what stands beside them.
extension LikelyMistakeTests {
    @Test("what a state runs by itself is told by the operation that it has", arguments: ["on-load", "refresh"])
    func unknownByItself(_ key: String) {
        let contract =
            "operations: { check-link: { request: { method: POST, url: \"{{base}}/a\" }, outcomes: [{ status: 200, is: ok }] } }"
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { \(key): verify-link, check-link: { ok: done } } }\n---\n# form\nWords.\n\n# done\nWords.\n"
        let told = said(app: Self.app("backend: { base: \"https://b.test\" }"), page: page, contract: contract)
        let lines = (told ?? "").split(separator: "\n").filter {
            $0.contains("verify-link") || $0.contains("runs 'check")
        }
        #expect(
            lines == [
                "no state follows 'verify-link' | Write 'check-link': the contract has no operation 'verify-link'."
            ], "\(told ?? "")")
    }

    @Test(
        "a path that nothing answers is told the one that ends alike, or is beside it",
        arguments: [
            Row("/account/page", "no page, file or link has the path '/account/page' | Did you mean '/page'?"),
            Row(
                "/account/sign",
                "no page, file or link has the path '/account/sign' | List it under 'elsewhere:' in app.yml if another server answers it on t.example, or write '/users/sign-in', which is listed there."
            ),
            Row(
                "/legal/terms.pdf",
                "no page, file or link has the path '/legal/terms.pdf' | Write https:// and a host in front if it is on another site. Else add a page, or list it under 'elsewhere:' in app.yml if another server answers it on t.example, or put the file into 'public', or write '/legal/agb-2026.pdf', which is beside it."
            ),
            Row(
                "/terms.pdf",
                "no page, file or link has the path '/terms.pdf' | Write https:// and a host in front if it is on another site. Else add a page, or list it under 'elsewhere:' in app.yml if another server answers it on t.example, or put the file into 'public'."
            ),
            Row(
                "/legal/imprint.html",
                "no page, file or link has the path '/legal/imprint.html' | Write https:// and a host in front if it is on another site. Else add a page, or list it under 'elsewhere:' in app.yml if another server answers it on t.example, or put the file into 'public'."
            ),
            Row("/legal/agb-2026.pdf", nil),
        ])
    func pathsInAnotherFolder(_ row: Row) {
        let app = Self.app("elsewhere: [/users/sign-in, /legal/agb-2026.pdf]\nfooter: { terms: \(row.text) }")
        #expect(said(app: app) == row.says)
    }

    @Test(
        "a condition of another system is told once, with the value that it means",
        arguments: [
            Row(
                "{% if name %}Hello {{name}},{% endif %}",
                "'{% if name %}' is shown literally here | Write {{#name}} in its place, and {{/name}} in place of its end, or \\{ for the sign itself."
            ),
            Row(
                "<%= @user.name %>, welcome.",
                "'<%= @user.name %>' is shown literally here | Write {{#name}}…{{name}}…{{/name}}, which encloses what depends on the value, or \\< for the sign itself."
            ),
            Row(
                "{{#name}}Hello {{name}},{% endif %}{{/name}}",
                "'{% endif %}' is shown literally here | Remove it; in an email, {{#name}}…{{/name}} encloses what depends on a value, or \\{ for the sign itself."
            ),
            Row("{{#name}}Hello {{name}},{{/name}}", nil),
        ])
    func conditions(_ row: Row) {
        let email = "---\nsubject: A\npreheader: B\n---\n\(row.text)\n\nFor {{email}}. [Help](/help)\n"
        #expect(said(app: "name: T\nhosts: [t.example]\nelsewhere: [/help]\n", emails: ["hello": email]) == row.says)
    }

    @Test("the place for a button is no section, since the button would be a part of it")
    func buttonAboveSection() throws {
        let email =
            "---\nsubject: A\npreheader: B\nlink: a\n---\nWords.\n\n{{#code}}\nOr the code {{code}}.\n{{/code}}\n\nValid for {{expires}}, for {{email}}.\n"
        let app = Self.app("links: { a: { web: \"/page?t={t}\", app: \"t://page?t={t}\", lives: 1h } }")
        var reader = AppReader(file: try AppFile(name: "test", source: SourceText(file: "app.yml", text: app)))
        _ = reader.read(
            pages: [], emails: [AppSources.Spec(name: "a", source: SourceText(file: "a.md", text: email))],
            translations: ([], []))
        let found = reader.diagnostics.first { $0.code == "unused-link" }
        #expect(found?.line == 6)
        #expect(found?.fix == "Add a button below this, a paragraph of its own: [A]({{link}})")
    }

    @Test(
        "a rule in a translation is the original's",
        arguments: [
            Row("at-least 6", "page.de.md:8:51: page.md has no rule 'at-least 6' here | Did you mean 'at-least 8'?"),
            Row("digit", "page.de.md:8:51: page.md has no rule 'digit' here | Remove it: it is as in page.md."),
            Row("at-least 8", nil),
        ])
    func translatedRules(_ row: Row) throws {
        func page(_ field: String, _ head: String) -> SourceText {
            SourceText(
                file: "page.md",
                text:
                    "---\ntitle: T\n\(head)states:\n  form:\n    fields:\n      - name: p\n        \(field)\n---\n# form\nWords.\n"
            )
        }
        let rules = "requirements: { title: T, rules: [{ rule: at-least 8, words: At least 8 }] }"
        let own = page("\(rules)\n        rule: password\n        label: P", "start: form\n")
        let words = page("label: P\n        \(rules)".replacing("rule: at-least 8", with: "rule: \(row.text)"), "")
        let app = "name: T\nhosts: [t.example]\nlanguages: [de]\n"
        var reader = AppReader(file: try AppFile(name: "test", source: SourceText(file: "app.yml", text: app)))
        _ = reader.read(
            pages: [AppSources.Spec(name: "page", source: own)], emails: [],
            translations: (
                [AppSources.Spec(name: "page.de", source: SourceText(file: "page.de.md", text: words.text))], []
            ))
        let found = reader.diagnostics.filter { $0.code == "translated-behaviour" }
        #expect(found.map { "\($0.oneLine) | \($0.fix ?? "")" } == [row.says].compactMap(\.self))
    }
}
