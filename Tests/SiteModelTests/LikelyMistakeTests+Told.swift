import Diagnostics
import Testing

@testable import SiteModel

// What the last mended mistakes are told.
extension LikelyMistakeTests {
    @Test(
        "an address or a key that is not as its system has it is told",
        arguments: [
            Row(
                "hosts: [\"a.boats.com, b.boats.com\"]",
                "'a.boats.com, b.boats.com' is not the name of a host | Write each as an item of its own: [\"a.boats.com\", \"b.boats.com\"]"
            ),
            Row(
                "hosts: [\"a.boats.com b.boats.com\"]",
                "'a.boats.com b.boats.com' is not the name of a host | Write each as an item of its own: [\"a.boats.com\", \"b.boats.com\"]"
            ),
            Row(
                "android: { package: com.boats, sha256: [\"A1:B2;C3:D4\"] }",
                "'A1:B2;C3:D4' is not a SHA-256 fingerprint | Write each as an item of its own: [\"A1:B2\", \"C3:D4\"]"),
            Row(
                "ios: { app-id: 7QK4M2X9TB.7QK4M2X9TB.com.boats }",
                "'7QK4M2X9TB.7QK4M2X9TB.com.boats' is no app ID as Apple has them | Write your team's ten characters, as the Apple Developer account shows them, and the bundle identifier."
            ),
            Row(
                "ios: { app-id: 7QK4M2X9TB.com.boats. }",
                "'7QK4M2X9TB.com.boats.' is no app ID as Apple has them | Write your team's ten characters, as the Apple Developer account shows them, and the bundle identifier."
            ),
            Row(
                "ios: { app-id: 7QK4M2X9TB.com.boats, scheme: Boats }",
                "'Boats' has capital letters, and browsers and Android write schemes without | Write boats, here and in the app's Info.plist."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: eyJhbGciOiJIUzI1NiJ9.eyJ } }",
                "this is a part of a token | Copy all of it."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: \"Bearer abc\" } }",
                "this is not a key alone and whole | Copy the value without 'Bearer', quotes and commas, and not as a console shortens it."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: \"sb_publishable_T7…\" } }",
                "this is not a key alone and whole | Copy the value without 'Bearer', quotes and commas, and not as a console shortens it."
            ),
            Row(
                "footer: { privacy: \"https://staging.t.example/privacy\" }",
                "'staging.t.example' is probably a host for tests | Write the one that visitors reach, or a path of the app's own hosts."
            ),
            Row(
                "footer: { privacy: \"https://qa.t.example/privacy\" }",
                "'qa.t.example' is probably a host for tests | Write the one that visitors reach, or a path of the app's own hosts."
            ),
            Row("footer: { privacy: \"https://quay.t.example/privacy\" }", nil),
        ])
    func notAsTheirSystemHasThem(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "a wait in a message for an outcome that has none is told",
        arguments: [
            Row(
                "weak-password",
                "'{{wait}}' is known in a message about a wait only | Write it under '# messages', such as '- **rate-limited** Try again in {{wait}}.'"
            ),
            Row(
                "archived",
                "'{{wait}}' belongs to outcomes that mean 'waits', and 'archived' means 'fails' in the contract | Say what to do in place of it; or, if the backend says how long, write in the contract: outcomes: { archived: waits }"
            ),
            // A response of a server that is down may say how long.
            Row("server", nil), Row("rate-limited", nil), Row("busy", nil), Row("already-sent", nil),
        ])
    func waits(_ row: Row) {
        let contract = """
            outcomes: { archived: fails, busy: waits }
            operations:
              go:
                request: { method: POST, url: "{{base}}/go" }
                outcomes: [{ status: 200, is: ok }, { status: 409, is: archived }, { status: 410, is: busy }]
            """
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { go: { ok: done } } }\n---\n# form\n[Go](run:go)\n\n# done\nDone.\n\n"
            + "# messages\n- **\(row.text)** Wait {{wait}}.\n"
        #expect(
            said(app: Self.app("backend: { base: \"https://b.test\" }"), page: page, contract: contract) == row.says)
    }

    @Test(
        "a part of a page in the place of another is told",
        arguments: [
            Row("[](/page)", "this link has no text | Write a text for it: [Continue](/page)"),
            Row("(Log in)[/page]", "this is no link: its brackets are in the other order | Write [Log in](/page)."),
            Row(
                "Go (to the door)[app:login]",
                "this is no link: its brackets are in the other order | Write [to the door](app:login)."),
            Row(
                "Wait {{wait}}.",
                "'{{wait}}' is known in a message about a wait only | Write it under '# messages', such as '- **rate-limited** Try again in {{wait}}.'"
            ),
            Row("*|NAME|*", "'*|…|*' is shown as '|…|' here | Write {{name}} for a value, or \\| for the sign itself."),
            Row("(see)[1] and (b) [c]", nil),
            Row(
                "[Lost it?(/page)", "this '[' is never closed | Write [Lost it?](/page), or \\[ for the sign itself."),
            Row("Go [on! (/page)", "this '[' is never closed | Write [on!](/page), or \\[ for the sign itself."),
            Row(
                "[On](#form)\n[Back (/page)",
                "this '[' is never closed | Write [Back](/page), or \\[ for the sign itself."),
            Row(
                "Lost it?(/page)",
                "this address has no words in brackets before it | Write [words](/page), or \\( for the sign itself."),
            Row("[On]{/page}", "the address of this link is not in parentheses | Write it as [words](/address)."),
            Row("[On] /page", "the address of this link is not in parentheses | Write it as [words](/address)."),
            Row("a [b (c) d, \\[On?(/page\\) and [On] /page for all", nil),
        ])
    func partsOfText(_ row: Row) {
        #expect(said(page: "---\ntitle: T\nstart: form\n---\n# form\n\(row.text)\n") == row.says)
    }

    @Test(
        "a key of a page in the place of another is told",
        arguments: [
            Row(
                "  form:\n    fields: [{ name: password, rule: text, label: P }]",
                "everyone beside the screen could read the password in this field | Write 'rule: password' or 'rule: current-password', or give the field another name."
            ),
            Row(
                "  form:\n    fields: [{ name: new-password, rule: password, label: P, strength: { label: S, words: [Strong, Good, Weak] } }]",
                "the strength 'Strong' would be said of the weakest password | List the words from the weakest to the strongest."
            ),
            Row(
                "  form:\n    ok: done",
                "'ok' is an outcome, and stands here where a state has its operations | Indent the operation under its state: form: { reset-password: { ok: done } }"
            ),
            Row("  messages: { tone: error }", "the list '# messages' is no state, and has no keys | Remove this key."),
        ])
    func keysOfPages(_ row: Row) {
        let page =
            "---\ntitle: T\nstart: form\nstates:\n\(row.text)\n---\n# form\nWords.\n\n# messages\n- **network** Offline.\n"
        #expect(said(page: page) == row.says)
    }

    @Test(
        "a page that says that a link worked where it did not, and an operation that sends nothing of it, are told",
        arguments: [
            Row(
                "form: { reset-password: { ok: done, link-*: invalid } }",
                "'reset-password' uses up the link, and sends nothing of it | In the contract 'backend.yml', write \"{{token}}\" where the backend reads it.\n'invalid' has the headline of 'done', which says that it worked | Write that the link no longer works."
            )
        ])
    func links(_ row: Row) {
        let contract = """
            operations:
              reset-password:
                consumes: link
                request: { method: POST, url: "{{base}}/reset", json: { old: "{{email}}" } }
                outcomes: [{ status: 200, is: ok }, { status: 410, is: link-invalid }]
            """
        let page = """
            ---
            title: T
            link: reset
            start: form
            states:
              \(row.text.replacing("form: {", with: "form: { fields: [{ name: email, rule: email, label: E }],"))
            ---
            # form
            [Go](run:reset-password)

            # done
            ## Your password was changed

            # invalid
            ## Your password was changed
            """
        let app = Self.app(
            "backend: { base: \"https://b.t.example\" }\nlinks: { reset: { web: \"/page?token={token}\", page: page } }"
        )
        #expect(said(app: app, page: page, contract: contract) == row.says)
    }

    @Test("the file of an environment with a backend of its own is told of the keys that it shares with app.yml")
    func sharedSettings() throws {
        let app = Self.app("backend: { contract: a, base: \"https://b.test\", settings: { key: abc } }")
        let override = "hosts: [s.example]\nbackend: { base: \"https://api.s.example\" }"
        let document = try AppFile.document(
            SourceText(file: "app.yml", text: app),
            overriddenBy: SourceText(file: "app.staging.yml", text: override))
        var reader = AppReader(file: try AppFile(name: "test", document: document))
        _ = reader.read(pages: [])
        #expect(
            reader.diagnostics.map { "\($0.message) | \($0.fix ?? "")" } == [
                "this backend is another one, and its 'key' is that of app.yml | Write this environment's here too: settings: { key: … }"
            ])
    }

    @Test(
        "the name of a link that app.yml has in another spelling, or for the page of that name, is told once",
        arguments: [
            Row(
                "verifyEmail: { web: \"/v?t={t}\", app: \"t://v?t={t}\" }",
                "'verifyEmail' is not a name for a link | Use at most 64 lower-case letters, digits and hyphens, beginning with a letter: verify-email"
            ),
            Row(
                "verify_email: { web: \"/v?t={t}\", app: \"t://v?t={t}\" }",
                "'verify_email' is not a name for a link | Use at most 64 lower-case letters, digits and hyphens, beginning with a letter: verify-email"
            ),
            Row(
                "VERIFY: { web: \"/v?t={t}\", app: \"t://v?t={t}\" }",
                "'VERIFY' is not a name for a link | Use at most 64 lower-case letters, digits and hyphens, beginning with a letter: verify"
            ),
            Row(
                "\"verify-email \": { web: \"/v?t={t}\", app: \"t://v?t={t}\" }",
                "'verify-email ' is not a name for a link | Use at most 64 lower-case letters, digits and hyphens, beginning with a letter: verify-email"
            ),
            // What follows from the name is held back, whatever is near.
            Row(
                "mail_check: { web: \"/v?t={t}\", app: \"t://v?t={t}\" }",
                "'mail_check' is not a name for a link | Use at most 64 lower-case letters, digits and hyphens, beginning with a letter: mail-check"
            ),
            Row(
                "activate: { web: \"/v?t={t}\", page: verify-email }",
                "there is no link 'verify-email' in app.yml | Did you mean 'activate', which opens the page 'verify-email'?"
            ),
            Row(
                "activate: { web: \"/v?t={t}\", app: \"t://v?t={t}\" }",
                "there is no link 'verify-email' in app.yml | Did you mean 'activate', which no email names? Else define it under 'links:' in app.yml."
            ),
            Row(
                "activate: { web: \"/v?t={t}\", app: \"t://v?t={t}\" }, invite: { web: \"/i?t={t}\", app: \"t://i?t={t}\" }",
                "there is no link 'verify-email' in app.yml | The links are activate, invite. Or define it under 'links:' in app.yml."
            ),
        ])
    func linksOfOtherNames(_ row: Row) {
        let email =
            "---\nsubject: V\npreheader: W\nlink: verify-email\n---\n# V\n[Verify]({{link}})\n\nFor {{email}}.\n"
        let told = said(app: Self.app("links: { \(row.text) }"), emails: ["verify-email": email]) ?? ""
        #expect(told.split(separator: "\n").contains { $0 == row.says ?? "" }, "\(told)")
        #expect(told.contains("there is no link") == row.says?.hasPrefix("there is no link"), "\(told)")
    }

    @Test(
        "a button with a mistake is told, and not that its state runs nothing",
        arguments: [
            Row(
                "[Send(run:save \"Sending\")",
                "this '[' is never closed | Write [Send](run:save \"Sending\"), or \\[ for the sign itself."),
            Row(
                "Press [Send](run:save) to go on.",
                "'run:save' is a button and cannot be inside a sentence | Put the link into a paragraph of its own."),
        ])
    func buttonsWithMistakes(_ row: Row) {
        let page = """
            ---
            title: T
            start: form
            states:
              form:
                fields: [{ name: email, rule: email, label: Email, error: Enter it }]
                save: { ok: done }
            ---
            # form
            \(row.text)
            # done
            [Back](#form)
            """
        let contract = """
            operations:
              save:
                request: { method: POST, url: "{{base}}/save", json: { email: "{{email}}" } }
                outcomes: [{ status: 200, is: ok }]
            """
        let app = "name: T\nhosts: [t.example]\nbackend: { base: \"https://b.test\" }\n"
        #expect(said(app: app, page: page, contract: contract) == row.says)
    }

    /// A link that lives an hour, to a page and in an email.
    private static let living = "name: T\nhosts: [t.example]\nlinks: { page: { web: /page, page: page, lives: 1h } }\n"

    @Test(
        "a lifetime that a page says otherwise than its link has it is told",
        arguments: [
            Row(
                "Links work for two hours.",
                "this says 'two hours', and the link 'page' lives 1 hour in app.yml | Write '1 hour', or leave it out."),
            Row(
                "An invitation expires after 30 minutes.",
                "this says '30 minutes', and the link 'page' lives 1 hour in app.yml | Write '1 hour', or leave it out."
            ),
            Row("Links work for an hour. Sessions expire after 2 days.", nil),
            Row("You will get a new link within 2 days. Try again in a week.", nil),
            Row("Links work for half an hour, or a day and a half.", nil),
        ])
    func lifetimesOfPages(_ row: Row) {
        let page = "---\ntitle: T\nlink: page\nstart: { page: form, none: form }\n---\n# form\n\(row.text)\n"
        #expect(said(app: Self.living, page: page) == row.says)
    }

    @Test(
        "a lifetime is told of the page too that requests the link",
        arguments: [
            Row(
                "The link works once and for two hours.",
                "this says 'two hours', and the link 'reset-password' lives 1 hour in app.yml | Write '1 hour', or leave it out."
            ), Row("The link works for an hour.", nil), Row("The link works for three days.", nil),
        ])
    func lifetimesOfRequests(_ row: Row) {
        let contract = """
            operations:
              send: { sends: reset-password, request: { method: POST, url: "{{base}}/x", json: { e: "{{email}}" } }, outcomes: [{ status: 200, is: ok }] }
            """
        let page = """
            ---
            title: T
            start: form
            states: { form: { fields: [{ name: email, rule: email, label: E }], send: { ok: sent } } }
            ---
            # form
            [Go](run:send)

            # sent
            \(row.text)
            """
        let app = """
            backend: { base: "https://b.test" }
            links: { reset-password: { web: "/r?t={t}", app: "t://r?t={t}", lives: 1h }, invite: { web: "/i?t={t}", app: "t://i?t={t}", lives: 3d } }
            """
        #expect(said(app: Self.app(app), page: page, contract: contract) == row.says)
    }

    @Test(
        "a link that is text, and a lifetime that an email says otherwise, are told",
        arguments: [
            Row(
                "[Go({{link}})", "this '[' is never closed | Write [Go]({{link}}), or \\[ for the sign itself."),
            Row(
                "Go ({{link}})",
                "the email shows its link as text, and no button or words lead to it | Write a button, a paragraph of its own: [Page]({{link}})"
            ),
            Row("[Go]({{link}})\n\nOr copy {{link}}", nil),
            Row(
                "[Go]({{link}})\n\n*It works for two days.*",
                "this says 'two days', and the link 'page' has another lifetime in app.yml | Write {{expires}} for it."),
            Row("[Go]({{link}})\n\n*If it does not work, wait 2 days.*", nil),
        ])
    func linksOfEmails(_ row: Row) {
        let email = "---\nsubject: S\npreheader: P\nlink: page\n---\n# H\n\n\(row.text)\n"
        let page = "---\ntitle: T\nlink: page\nstart: { page: form, none: form }\n---\n# form\nWords.\n"
        #expect(said(app: Self.living, page: page, emails: ["page": email]) == row.says)
    }
}
