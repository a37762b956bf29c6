import Diagnostics
import Testing

@testable import SiteModel

/// Families of mistakes that one rule each tells, by relatives of those that people made.
@Suite struct LikelyMistakeTests {
    /// A line of a file, and what is said about it; nil for nothing.
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let says: String?
        var testDescription: String { text }

        init(_ text: String, _ says: String?) {
            self.text = text
            self.says = says
        }
    }

    static func app(_ line: String) -> String {
        line.hasPrefix("hosts:") ? "name: T\n\(line)\n" : "name: T\nhosts: [t.example]\n\(line)\n"
    }

    func said(
        app: String = app("login: { app: \"t://login\" }"), page: String? = nil, emails: [String: String] = [:],
        contract: String? = nil, named contracts: [String: String] = [:]
    ) -> String? {
        var found: [Diagnostic]
        do {
            let library = ContractLibrary(contracts.mapValues { SourceText(file: "c.yml", text: $0) })
            var reader = AppReader(
                file: try AppFile(name: "test", source: SourceText(file: "app.yml", text: app)),
                contracts: contract == nil && contracts.isEmpty ? nil : library,
                contract: contract.map { SourceText(file: "backend.yml", text: $0) })
            let spec = page ?? "---\ntitle: T\nstart: form\n---\n# form\nWords.\n"
            let specs = emails.sorted { $0.key < $1.key }.map {
                AppSources.Spec(name: $0.key, source: SourceText(file: "\($0.key).md", text: $0.value))
            }
            _ = reader.read(
                pages: [AppSources.Spec(name: "page", source: SourceText(file: "page.md", text: spec))],
                emails: specs.filter { $0.language == nil }, translations: ([], specs.filter { $0.language != nil }))
            found = reader.diagnostics
        } catch {
            found = error.diagnostics
        }
        let texts = found.map { "\($0.message) | \($0.fix ?? "")" }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    @Test(
        "a value of another shape is shown as its key takes it",
        arguments: [
            Row(
                "backend: \"https://api.t.example\"",
                "expected a mapping, found the text 'https://api.t.example' | Write backend: { base: https://api.t.example }"
            ),
            Row(
                "elsewhere: /login /help",
                "expected a list, found '/login /help' | Write [/login, /help]: commas separate the items of a list."),
            Row(
                "hosts: a.example; b.example",
                "expected a list, found 'a.example; b.example' | Write [a.example, b.example]: commas separate the items of a list."
            ),
            Row(
                "languages: de fr",
                "expected a list, found 'de fr' | Write [de, fr]: commas separate the items of a list."),
            Row(
                "links:\n  a:\n    web: \"/page?t={t}\"\n  page: page",
                "expected a mapping, found 'page' | Indent it deeper, below the name that it belongs to."),
            Row(
                "links:\n  a:\n    web: \"/page?t={t}\"\n    page: page\n    b:\n      web: \"/b\"",
                "unknown key 'b' | Indent it like 'a:', if it is meant beside that."),
            Row(
                "backend: { base: \"https://b.test\", captcha: { turnstile: true } }",
                "'true' is not a site key | Write the public key that the provider's console shows for the site."),
            Row(
                "backend: { base: \"https://b.test\", captcha: { hcaptcha: off } }",
                "'off' is not a site key | Remove 'captcha:': without it there is none."),
            Row(
                "theme: { background: \"linear-gradient(135deg, #0B6E4F, #073B3A)\" }",
                "'linear-gradient(135deg, #0B6E4F, #073B3A)' is not a colour | Write a gradient as a list of its colours: [\"#0B6E4F\", \"#073B3A\"]"
            ),
            Row(
                "theme: { accent: \"#1C4E80, #0F2E4D\" }",
                "'#1C4E80, #0F2E4D' is not a colour | Write a gradient as a list of its colours: [\"#1C4E80\", \"#0F2E4D\"]"
            ),
            Row(
                "theme: { background: { light: \"#F4EEFF\", dark: \"#1A1030\" } }",
                "'background' is one colour, from which that of the dark mode follows | Write background: \"#F4EEFF\""),
            Row(
                "theme: { accent: { dark: \"#A77BFF\", default: \"#7B2FF7\" } }",
                "'accent' is one colour, from which that of the dark mode follows | Write accent: \"#7B2FF7\""),
            Row(
                "ios: { app-id: 7QK4M2X9TB.com.t, scheme: t, store: com.t }",
                "expected a whole number, found 'com.t' | Write the number in the app's address in the App Store, behind 'id': store: 1234567890"
            ),
            Row(
                "ios: { app-id: 7QK4M2X9TB.com.t, scheme: t, store: \"https://play.google.com/store/apps/details?id=com.t\" }",
                "expected a whole number, found the text 'https://play.google.com/store/apps/detai…' | Remove it: Google Play is offered by the application ID, 'package' under 'android:'."
            ),
            Row(
                "support: no-reply@t.example",
                "'no-reply@t.example' says by its name that nobody reads it, and people are told to write there | Write an address that you read, or remove the key."
            ),
            Row(
                "links: { a: { web: \"/page?uid={token}&token={uid}\", page: page } }",
                "'uid' has the value '{token}' here, and '{uid}' has another name | Write uid={uid}, and {token} in its place."
            ),
            Row(
                "login: { ios: \"t://login\" }\nios: { app-id: 7QK4M2X9TB.com.t, scheme: t }",
                "unknown key 'ios' | Write 'app', once for both platforms."),
            Row(
                "theme: { error: \"#1C4E80, #0F2E4D\" }",
                "'#1C4E80, #0F2E4D' is not a colour | Write three or six hexadecimal digits in quotes: \"#D4AF37\"."),
            Row(
                "elsewhere: /login, /help",
                "expected a list, found '/login, /help' | Write [/login, /help]: commas separate the items of a list."),
            Row("languages: [jp]", "'jp' is not the tag of a language | Write 'ja'."),
            Row("footer: /terms", "expected a mapping, found '/terms' | Write footer: { terms: /terms }"),
            Row(
                "footer: https://t.app/privacy",
                "expected a mapping, found 'https://t.app/privacy' | Write footer: { privacy: https://t.app/privacy }"),
            Row(
                "login: https://t.app/login",
                "expected a mapping, found 'https://t.app/login' | Write login: { web: https://t.app/login }"),
            Row(
                "login: \"https://t.app/login?next=/\"",
                "expected a mapping, found the text 'https://t.app/login?next=/' | Write login: { web: https://t.app/login?next=/ }"
            ), Row("login: /login", "expected a mapping, found '/login' | Write login: { web: /login }"),
            Row("login: t://login", "expected a mapping, found 't://login' | Write login: { app: t://login }"),
            Row(
                "login: [t://login, https://t.app/login]",
                "expected a mapping, found a list | Write login: { app: t://login, web: https://t.app/login }"),
            Row(
                "login: t.app/login",
                "expected a mapping, found 't.app/login' | Write, for example, login: { app: harbour://login }"),
            Row("ios: boats", "expected a mapping, found 'boats' | Write ios: { scheme: boats }"),
            Row(
                "ios: { store: id1598734402 }",
                "missing key 'app-id' | Add it, for example: app-id: ABCDE12345.example.harbour\nexpected a whole number, found 'id1598734402' | Write the number alone: 1598734402"
            ),
            Row("theme: { accent: C2410C }", "'C2410C' is not a colour | Write \"#C2410C\"."),
            Row("theme: { accent: \"#C2410CFF\" }", "'#C2410CFF' is not a colour | Write \"#C2410C\"."),
            Row(
                "theme: { accent: \"#C2410C80\" }",
                "'#C2410C80' is not a colour | Write three or six hexadecimal digits in quotes: \"#D4AF37\"."),
            Row("theme: { accent: \"0xFFC2410C\" }", "'0xFFC2410C' is not a colour | Write \"#C2410C\"."),
            Row(
                "theme: { accent: \"rgb(255, 247, 9)\" }", "'rgb(255, 247, 9)' is not a colour | Write \"#FFF709\"."),
            Row(
                "support: Boats <help@boats.example>",
                "'Boats <help@boats.example>' is not an email address | Write the address alone: help@boats.example"),
            Row(
                "support: mailto:help@boats.example",
                "'mailto:help@boats.example' is not an email address | Write the address alone: help@boats.example"),
            Row(
                "sender: brevo",
                "expected 'amazon-ses', 'mailgun', 'mailjet', 'mandrill', 'postmark', 'resend', 'sendgrid' or 'sparkpost', found 'brevo' | Write the service that sends the emails if it is one of these; else remove 'sender', and switch off click tracking at the service, which changes the links."
            ),
            Row(
                "sender: sendgird",
                "expected 'amazon-ses', 'mailgun', 'mailjet', 'mandrill', 'postmark', 'resend', 'sendgrid' or 'sparkpost', found 'sendgird' | Did you mean 'sendgrid'?"
            ),
            Row("android: com.t.app", "expected a mapping, found 'com.t.app' | Write android: { package: com.t.app }"),
            Row(
                "ios: ABCDE12345.com.t.app",
                "expected a mapping, found 'ABCDE12345.com.t.app' | Write ios: { app-id: ABCDE12345.com.t.app }"),
            Row(
                "theme:\n  - radius: 8\n  - type: serif",
                "expected a mapping, found a list | Write a mapping: theme: { radius: 8, type: serif }"),
            Row(
                "links:\n  - id: reset\n    web: /page?t={t}\n    page: page",
                "expected a mapping, found a list | Write each by its name, without '- ': links: { reset: { … } }"),
            Row(
                "elsewhere:\n  -/login\n  -/help",
                "expected a list, found '-/login -/help' | Write a space after the '-' that begins an item."),
            Row(
                "links: { a: \"/page?t={t}\" }",
                "expected a mapping, found the text '/page?t={t}' | Write a: { web: \"/page?t={t}\" }"),
        ])
    func shapes(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "a value that only its notation spoils is shown with the right one",
        arguments: [
            Row(
                "support: “help@t.example”",
                "'“help@t.example”' is not an email address | Write straight quotes: \"help@t.example\""),
            Row("theme: { accent: ‘#111111’ }", "'‘#111111’' is not a colour | Write straight quotes: \"#111111\""),
            Row(
                "backend: { contract: a, base: $API_BASE }",
                "'$API_BASE' is not the address of a backend | Write a variable as \"${API_BASE}\"."),
            Row(
                "backend: { contract: a, base: \"%API_BASE%\" }",
                "'%API_BASE%' is not the address of a backend | Write a variable as ${API_BASE}."),
            Row(
                "backend: { contract: a, base: \"https://<%= ENV['API_HOST'] %>/auth\" }",
                "'https://<%= ENV['API_HOST'] %>/auth' is not the address of a backend | Write a variable as ${API_HOST}."
            ),
            Row(
                "backend: { contract: a, base: \"https://{{ env.API_HOST }}/auth\" }",
                "'https://{{ env.API_HOST }}/auth' is not the address of a backend | Write a variable as ${API_HOST}."),
            Row(
                "backend: { contract: a, base: \"https://$(API_HOST)/auth\" }",
                "'https://$(API_HOST)/auth' is not the address of a backend | Write a variable as ${API_HOST}."),
            Row(
                "backend: { contract: a, base: \"https://<API_HOST>/auth\" }",
                "'https://<API_HOST>/auth' is not the address of a backend | Write the value itself, or a variable as ${API_HOST}."
            ),
            Row(
                "backend: { contract: a, base: \"https://process.env.API_HOST/auth\" }",
                "'https://process.env.API_HOST/auth' is not the address of a backend | Write a variable as ${API_HOST}."
            ),
            Row("reply-to: $REPLY_TO", "'$REPLY_TO' is not an email address | Write a variable as \"${REPLY_TO}\"."),
            Row(
                "theme: { radius: $RADIUS }",
                "expected a whole number, found '$RADIUS' | Write a variable as \"${RADIUS}\"."),
        ])
    func notations(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "markup and placeholders in a text that is shown as it is are told",
        arguments: [
            Row("Tom &amp; Co", "'&amp;' is shown literally here | Write the character itself, such as & or é."),
            Row("Caf&eacute;", "'&eacute;' is shown literally here | Write the character itself, such as & or é."),
            Row("$PRODUCT", "'$PRODUCT' is shown literally here | Write a variable as ${PRODUCT}."),
            Row("[%PRODUCT%]", "'%PRODUCT%' is shown literally here | Write a variable as ${PRODUCT}."),
            Row(
                "Harbour\\nBoats",
                "'\\n' is shown literally here | Write it on one line; where several are meant, write a list: [one, two]."
            ),
            Row("A$AP & Sons, 100% #1 {x y} <3 5 < 6", nil), Row("C:\\new", nil), Row("AT&T; R&D", nil),
        ])
    func texts(_ row: Row) {
        #expect(said(app: "name: '\(row.text)'\nhosts: [t.example]\n") == row.says)
    }

    @Test(
        "markup and placeholders in a page's title are told",
        arguments: [
            Row("Log <b>in</b>", "'<b>' is shown literally here | Write the words without HTML."),
            Row("Log<br/>in", "'<br/>' is shown literally here | Write the words without HTML."),
            Row("{{ page.title }}", "'{{ page.title }}' is shown literally here | Write the words themselves."),
            Row("**Log in**", "'**' is shown literally here | Write the words alone."),
            Row(
                "<%= title %>",
                "'<%= title %>' is shown literally here | Write the words themselves. In app.yml, a variable is ${NAME}."
            ),
            Row(
                "{% block title %}",
                "'{% block title %}' is shown literally here | Write the words themselves. In app.yml, a variable is ${NAME}."
            ),
            Row(
                "[Log in](/login)",
                "'](/login)' is shown literally here | Write the words alone; what they link to is a key of its own, such as 'links:' of a field."
            ),
            Row("Q&A: 5 < 6, {x y} & more * [a]", nil),
        ])
    func titles(_ row: Row) {
        #expect(said(page: "---\ntitle: '\(row.text)'\nstart: form\n---\n# form\nWords.\n") == row.says)
    }

    @Test(
        "what examples have in place of an own value is warned of",
        arguments: [
            Row(
                "hosts: [boats.com]\nios: { app-id: 7QK4M2X9TB.com.example.app }",
                "'7QK4M2X9TB.com.example.app' is a placeholder | Write your team's ten characters, as the Apple Developer account shows them, and the bundle identifier."
            ),
            Row(
                "ios: { app-id: XXXXXXXXXX.com.boats }",
                "'XXXXXXXXXX.com.boats' is a placeholder | Write your team's ten characters, as the Apple Developer account shows them, and the bundle identifier."
            ),
            Row(
                "reply-to: support@example.org",
                "'support@example.org' is an address of an example | Write an address that you read."),
            Row(
                "footer: { privacy: \"https://www.example.com/privacy\" }",
                "'www.example.com' is the host of an example | Write an address of your own."),
            Row(
                "backend: { contract: a, base: \"https://REPLACE-ME.com\" }",
                "'https://REPLACE-ME.com' is a placeholder | Write your backend's own value."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: \"<anon key>\" } }",
                "'<anon key>' is a placeholder | Write your backend's own value."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: your_key } }",
                "'your_key' is a placeholder | Write your backend's own value."),
            Row(
                "android: { package: com.boats, sha256: [\"\(Array(repeating: "00", count: 32).joined(separator: ":"))\"] }",
                "this fingerprint is a placeholder | Copy yours from the Play Console, under App signing."),
            Row("hosts: [example.com]\nsupport: help@example.com", nil),
            Row("ios: { app-id: ABCDE12345.example.app }", nil),
        ])
    func placeholders(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "a duration with the wrong unit is warned of",
        arguments: [
            Row("timeout: 2s", "'2s' is unusual for 'timeout' | Write 3s to 10m; the units are s, m, h and d."),
            Row("timeout: 30m", "'30m' is unusual for 'timeout' | Write 3s to 10m; the units are s, m, h and d."),
            Row(
                "resend-after: 1s", "'1s' is unusual for 'resend-after' | Write 5s to 1h; the units are s, m, h and d."),
            Row(
                "resend-after: 60h",
                "'60h' is unusual for 'resend-after' | Write 5s to 1h; the units are s, m, h and d."),
            Row(
                "retry-after: 30d", "'30d' is unusual for 'retry-after' | Write 5s to 2d; the units are s, m, h and d."),
            Row(
                "retry-after: 1s",
                "'1s' is unusual for 'retry-after' | Write how long your backend refuses further attempts, 5s to 2d, which people are told; or leave it out, and they are told what 'resend-after' says."
            ),
            Row(
                "resend-after: 1d", "'1d' is unusual for 'resend-after' | Write 5s to 1h; the units are s, m, h and d."),
            Row("timeout: 10s, resend-after: 1h, retry-after: 1d", nil),
        ])
    func durations(_ row: Row) {
        #expect(said(app: Self.app("backend: { contract: a, base: \"https://b.test\", \(row.text) }")) == row.says)
    }

    @Test(
        "an address that the app does not answer is told, also with one of the app's hosts",
        arguments: [
            Row("/page.html", "no page, file or link has the path '/page.html' | Did you mean '/page'?"),
            Row("/page/", "no page, file or link has the path '/page/' | Did you mean '/page'?"),
            Row("/public/page", "no page, file or link has the path '/public/page' | Did you mean '/page'?"),
            Row("https://t.example/pgae", "no page, file or link has the path '/pgae' | Did you mean '/page'?"),
            Row(
                "https://t.example/page.php?x=1",
                "no page, file or link has the path '/page.php' | Did you mean '/page'?"),
            Row(
                "/open/reset",
                "no page, file or link has the path '/open/reset' | It carries the parameters of a link: write ({{link}}) in its email, (app:reset) on its page, and elsewhere a page's path."
            ),
            Row("https://t.example/page", nil), Row("https://t.example/", nil), Row("https://other.example/pgae", nil),
        ])
    func addresses(_ row: Row) {
        let page = "---\ntitle: T\nstart: form\n---\n# form\n[Go](\(row.text))\n"
        #expect(said(page: page) == row.says)
        let footer = said(app: Self.app("footer: { terms: \"\(row.text)\" }"))
        #expect(footer == row.says)
    }

    @Test(
        "a base URL that is not where the backend answers is warned of",
        arguments: [
            Row(
                "https://x.vendor.co/auth/v2",
                "'https://x.vendor.co/auth/v2' is not where this backend answers requests | Write https://x.vendor.co/auth/v1"
            ),
            Row(
                "https://x.vendor.co/rest/v1",
                "'https://x.vendor.co/rest/v1' is not where this backend answers requests | Write https://x.vendor.co/auth/v1"
            ),
            Row(
                "https://app.vendor.com/projects",
                "'https://app.vendor.com/projects' is not where this backend answers requests | Write https://YOUR-PROJECT.vendor.co/auth/v1"
            ),
            Row(
                "https://vendor.com/dashboard/project/qwbdk/settings",
                "'https://vendor.com/dashboard/project/qwbdk/settings' is not where this backend answers requests | Write https://qwbdk.vendor.co/auth/v1"
            ),
            Row(
                "https://auth.boats.com/login",
                "the requests to '{{base}}/login/go' would have '/login' twice | Write https://auth.boats.com"),
            Row(
                "https://auth.boats.com/login/go",
                "the requests to '{{base}}/login/go' would have '/go' twice | Write https://auth.boats.com"),
            Row("https://10.1.2.3.vendor.co/auth/v1", nil), Row("https://auth.boats.com", nil),
            // A project on a server of one's own.
            Row("https://vendor.boats.com/auth/v1", nil), Row("http://localhost:9999", nil),
        ])
    func bases(_ row: Row) {
        let contract = """
            base: "https://*.vendor.co/auth/v1"
            operations: { go: { request: { method: POST, url: "{{base}}/login/go" }, outcomes: [{ status: 200, is: ok }] } }
            """
        let app = Self.app("backend: { contract: vendor, base: \"\(row.text)\" }")
        #expect(said(app: app, named: ["vendor": contract]) == row.says)
    }

    @Test(
        "a field that contradicts the contract is told",
        arguments: [
            Row(
                "{ name: nickname, rule: text, label: N }, { name: password, rule: current-password, label: P }",
                "no operation of this page sends 'nickname' | Remove the field, or write \"{{nickname}}\" in a request of the contract."
            ),
            Row(
                "{ name: birthday, rule: date, label: N }, { name: password, rule: current-password, label: P }",
                "no operation of this page sends 'birthday' | Remove the field, or write \"{{birthday}}\" in a request of the contract."
            ),
            Row(
                "{ name: new-password, rule: password, label: N }, { name: password, rule: current-password, label: P }",
                "no operation of this page sends 'new-password' | Remove the field, or write \"{{new-password}}\" in a request of the contract."
            ),
            Row(
                "{ name: passwrd, rule: current-password, label: P }",
                "'go' needs '{{password}}', and this field is called 'passwrd' | Write 'name: password'."
            ),
            Row(
                "{ name: secret, rule: current-password, label: P }",
                "'go' needs '{{password}}', and this field is called 'secret' | Write 'name: password'."),
            Row(
                "{ name: password, rule: password, label: P }",
                "password managers would invent a new password here, and 'go' sets none | Write 'rule: current-password'."
            ),
            Row(
                "{ name: new-pin-password, rule: current-password, label: P }, { name: password, rule: current-password, label: P }",
                "password managers would fill in the old password in this field | Write 'rule: password'."),
            Row(
                "{ name: old-password, rule: password, label: P }, { name: password, rule: current-password, label: P }",
                "password managers would invent a new password in this field | Write 'rule: current-password'."),
            Row(
                "{ name: password, rule: current-password, label: P }, { name: terms, rule: consent, label: Terms }",
                nil),
        ])
    func fields(_ row: Row) {
        let contract = """
            operations:
              go:
                request: { method: POST, url: "{{base}}/go", json: { password: "{{password}}" } }
                outcomes: [{ status: 200, is: ok }]
            """
        let page = """
            ---
            title: T
            start: form
            states: { form: { fields: [\(row.text)], go: { ok: done } } }
            ---
            # form
            [Go](run:go)

            # done
            Done.

            # messages
            - **link-incomplete** Open it again.

            """
        #expect(
            said(app: Self.app("backend: { base: \"https://b.test\" }"), page: page, contract: contract) == row.says)
    }

    @Test(
        "code of other template languages in an email is told",
        arguments: [
            Row(
                "{{#unless name}}x",
                "'{{#unless name}}' is of another template language, which emails do not have | Write {{#name}} before what depends on the value, and {{/name}} after it; there is no 'else'."
            ),
            Row(
                "{{if .User.Email}}x",
                "'{{if .User.Email}}' is of another template language, which emails do not have | Write {{#email}} before what depends on the value, and {{/email}} after it; there is no 'else'."
            ),
            Row(
                "{{ end }}",
                "'{{ end }}' is of another template language, which emails do not have | Write {{#name}} before what depends on the value, and {{/name}} after it; there is no 'else'."
            ),
            Row(
                "{{ __('mail.hello') }}",
                "'{{ __('mail.hello') }}' is of another template language, which emails do not have | Write the text itself: an email has values, and calls nothing."
            ),
            Row(
                "{{ i18n \"hello\" }}",
                "'{{ i18n \"hello\" }}' is of another template language, which emails do not have | Write the text itself: an email has values, and calls nothing."
            ),
            Row("{{ $user->email }}", "'$user->email' is not a variable of this email | Write {{email}}."),
            Row("{{ .SiteURL }}", "'.SiteURL' is not a variable of this email | "),
            Row("%user.name%", "'%user.name%' is shown literally here"),
            Row(
                "Hello {{name}},",
                "not every email has a 'name', and its place would be empty | Enclose what depends on it, down to the comma: {{#name}}…{{name}}…{{/name}}"
            ),
            Row("From {{place}}", "not every email has a 'place', and its place would be empty"),
            Row(
                "<%= @account.name %>",
                "'<%= @account.name %>' is shown literally here | Write {{#name}}…{{name}}…{{/name}}, which encloses what depends on the value, or \\< for the sign itself."
            ),
            Row(
                "<%= current_user.email %>",
                "'<%= current_user.email %>' is shown literally here | Write {{email}} for a value, or \\< for the sign itself."
            ),
            Row(
                "%{user.device}",
                "'%{user.device}' is shown literally here | Write {{#device}}…{{device}}…{{/device}}, which encloses"),
            Row(
                "Write to ${SUPPORT_EMAIL}.",
                "'${SUPPORT_EMAIL}' is shown literally here | Write {{support}} for a value"),
            Row("%{app_name}", "'%{app_name}' is shown literally here | Write {{app}} for a value"),
            Row("<%= admin_email %>", "'<%= admin_email %>' is shown literally here | Write the words themselves"),
            Row("${HELP_DESK}", "'${HELP_DESK}' is shown literally here | Write the words themselves"),
            Row(
                "[Help](mailto:{{help}})",
                "the URL of a link in an email cannot contain variables | Write (mailto:{{support}}), or a whole address."
            ),
            Row(
                "[Stop]({{unsubscribe}})",
                "the URL of a link in an email cannot contain variables | Remove it: nobody unsubscribes from such emails, and senders have no link for it."
            ),
            Row(
                "[Leave](https://t.example/u?{{UnsubscribeURL}})",
                "the URL of a link in an email cannot contain variables | Remove it: nobody unsubscribes from such emails, and senders have no link for it."
            ),
            Row(
                "import Header from './header'",
                "this code is shown literally here | Remove it: no page and no email runs code."),
            Row("{{#name}}Hello {{name}}{{/name}} {{email}}", nil),
            Row("{{#name}}Hello {{name}}{{/nmae}}", "'nmae' is not a variable of this email | Write {{/name}}."),
            Row("{{#nmae}}Hello {{name}}{{/name}}", "'nmae' is not a variable of this email | Write {{#name}}."),
        ])
    func emails(_ row: Row) {
        let says = said(emails: ["hello": "---\nsubject: A\npreheader: B\n---\n\(row.text)\n"])
        #expect(row.says.map { says?.hasPrefix($0) ?? false } ?? (says == nil), "\(says ?? "")")
    }

    @Test(
        "a misspelt tag of a section and a headline of a lower level are told once",
        arguments: [
            Row(
                "{{#anme}}Hello {{name}},{{/name}}",
                "'anme' is not a variable of this email | Write {{#name}}."
            ),
            Row(
                "{{#name}}Hello {{name}},{{/nmae}}",
                "'nmae' is not a variable of this email | Write {{/name}}."
            ),
            Row(
                "{{#name}}Hello {{name}},{{/email}}",
                "'{{/email}}' is where '{{#name}}' ends | Write {{/name}} in place of it."),
            Row(
                "Hi{{#name}} {{name}},{{/email}}{{/name}}!",
                "'{{/email}}' is inside '{{#name}}' | Write {{/name}} before it."),
            Row(
                "## Hello\n\nWords.", "the email has no headline above this | Write '#' in place of '##' if this is it."
            ),
        ])
    func toldOnce(_ row: Row) {
        let says = said(emails: ["hello": "---\nsubject: A\npreheader: B\n---\n\(row.text)\n"])
        #expect(says == row.says)
    }

    private static let translatedEmail =
        "---\nsubject: To {{app}}\npreheader: B\n---\nFor {{email}}: [help](/help)\n\nBye.\n"

    @Test(
        "a name or an address that a translation of an email changes is told by that of the original",
        arguments: [
            Row(
                "To {{Anwendung}}|For {{email}}: [help](/help)",
                "'Anwendung' is not a variable of this email | Write {{app}}: a name stays as hello.md has it."),
            Row(
                "To {{app}}|For {{Adresse}}: [help](/help)",
                "'Adresse' is not a variable of this email | Write {{email}}: a name stays as hello.md has it."),
            Row(
                "To {{app}}|For {{email}}{{nom}}: [help](/help)",
                "'nom' is not a variable of this email | Write {{email}}: a name stays as hello.md has it."),
            Row(
                "To {{app}}|For {{email}}: [help](/hilfe)",
                "hello.md has no link to '/hilfe' | A path stays as it is there: (/help)."),
            Row(
                "To {{app}}|For {{email}}: [help](/page)",
                "hello.md has no link to '/page' | A path stays as it is there: (/help)."),
            Row(
                "To Boats|{{app}} for {{email}}: [help](/help)",
                "the original has '{{app}}' here, and the translation has not | Write it as hello.md has it, unless the language says it otherwise."
            ),
            Row(
                "To {{app}}|For you: [help](/help)|We write to {{email}}.|Wir schreiben an {{email}}.",
                "the original has '{{email}}' here, and the translation has not | Write it as hello.md has it, unless the language says it otherwise."
            ),
            Row(
                "To {{app}}|For {{email}}: help",
                "the link to '/help' is missing | Add it as hello.md has it, with its text translated: […](/help)"),
            Row(
                "To {{app}}|For {{email}}: [help](/help)|- One.\n- Two.|- Eins.",
                "this list has 1 item, and that of hello.md has 2 | Translate each of its items as one."),
            Row(
                "To {{app}}|For {{email}}: [help](/help)|- One.\n- Two.|Eins.\nZwei.",
                "hello.md has a list here, and its translation a paragraph | Begin each of its lines with '- '."),
            Row(
                "To {{app}}|For {{email}}: [help](/help)|> One.|Eins.",
                "hello.md has a box here, and its translation none | Begin each of its lines with '> '."),
            Row("To {{app}}|For {{email}}: [help](/help)", nil),
            Row(
                "To {{app}}|{{#time}}At {{time}}{{/time}}, {{email}}: [help](/help)|{{#time}}At {{time}}.{{/time}}", nil
            ),
            Row(
                "To {{app}}|At {{time}}, {{email}}: [help](/help)|{{#time}}At {{time}}.{{/time}}",
                "not every email has a 'time', and its place would be empty | Enclose what depends on it, down to the comma: {{#time}}…{{time}}…{{/time}}"
            ),
        ])
    func translatedEmails(_ row: Row) {
        let parts = row.text.split(separator: "|")
        let says = said(
            app: "name: T\nhosts: [t.example]\nlanguages: [de]\nelsewhere: [/help]\n",
            emails: [
                "hello": Self.translatedEmail + (parts.count > 2 ? "\n\(parts[2])\n" : ""),
                "hello.de": "---\nsubject: \"\(parts[0])\"\npreheader: B\n---\n\(parts[1])\n\nBye.\n"
                    + (parts.count > 3 ? "\n\(parts[3])\n" : ""),
            ])
        let own = says?.split(separator: "\n").filter { !$0.contains("wholly translated") }.joined(separator: "\n")
        #expect((own?.isEmpty == true ? nil : own) == row.says, "\(says ?? "")")
    }

    @Test(
        "translations into the app's own language are told once, with the way to either language",
        arguments: [
            Row(
                "language: de\nlanguages: [en]",
                "'de' is the app's own language, and 2 files are translations into it, such as bye.de.md | Write 'language: en' and 'languages: [de]' if the files without a tag are in 'en'. To make 'de' the app's own, move the words of bye.md into bye.en.md, then those of bye.de.md into bye.md, and so with the others."
            ),
            Row(
                "language: de",
                "'de' is the app's own language, and 2 files are translations into it, such as bye.de.md | Write 'language: TAG' and 'languages: [de]' if the files without a tag are in another language. To make 'de' the app's own, move the words of bye.md into bye.TAG.md, then those of bye.de.md into bye.md, and so with the others."
            ),
        ])
    func exchanged(_ row: Row) {
        let email = "---\nsubject: A\npreheader: B\n---\nBye.\n"
        let says = said(
            app: "name: T\nhosts: [t.example]\n\(row.text)\n",
            emails: ["hello": email, "hello.de": email, "bye": email, "bye.de": email])
        #expect(says == row.says)
    }

    @Test(
        "a translation for a region is renamed to the language that app.yml lists, unless it has one",
        arguments: [
            Row(
                "hello.de-AT",
                "app.yml does not list the language 'de-AT' | It lists 'de': rename the file to hello.de.md."),
            Row(
                "hello.de_AT",
                "app.yml does not list the language 'de-AT' | It lists 'de': rename the file to hello.de.md."),
            Row(
                "hello.es-MX",
                "app.yml does not list the language 'es-MX' | Add it there: languages: [de, pt-BR, es-MX]"),
            Row("hello.PT-br", "the tag of the language is 'pt-BR' | Rename the file to hello.pt-BR.md."),
            Row("hello.de", nil),
        ])
    func regions(_ row: Row) {
        let email = "---\nsubject: A\npreheader: B\n---\nBye.\n"
        let says = said(
            app: "name: T\nhosts: [t.example]\nlanguages: [de, pt-BR]\n", emails: ["hello": email, row.text: email])
        let own = says?.split(separator: "\n").filter { !$0.contains("wholly translated") }.joined(separator: "\n")
        #expect((own?.isEmpty == true ? nil : own) == row.says, "\(says ?? "")")
    }

    @Test(
        "a key that a translation translates or leaves out is told once, by its name",
        arguments: [
            Row(
                "Betreff: A\npreheader: B", "unknown key 'Betreff' | Write 'subject': a key stays as it is in hello.md."
            ),
            Row(
                "Betreff: A\nVorschau: B",
                "unknown key 'Betreff' | Write 'subject' or 'preheader': a key stays as it is in hello.md.\nunknown key 'Vorschau' | Write 'subject' or 'preheader': a key stays as it is in hello.md."
            ),
            Row(
                "subject: A\npreheader: B\nTitel: C",
                "unknown key 'Titel' | Remove it: a translation has 'subject' and 'preheader'."),
            Row(
                "subject: A", "missing key 'preheader' | Add it, as hello.md has it, with its text translated."),
            Row("subject: A\npreheader: B", nil),
        ])
    func translatedKeys(_ row: Row) {
        let says = said(
            app: "name: T\nhosts: [t.example]\nlanguages: [de]\n",
            emails: [
                "hello": "---\nsubject: To\npreheader: B\n---\nBye.\n",
                "hello.de": "---\n\(row.text)\n---\nBye.\n",
            ])
        let own = says?.split(separator: "\n").filter { !$0.contains("wholly translated") }
            .joined(separator: "\n")
        #expect((own?.isEmpty == true ? nil : own) == row.says, "\(says ?? "")")
    }

    @Test(
        "what is wrong with a translated message is told at its own line, and not at the first message",
        arguments: [
            Row(
                "- **rate-limited** Warten",
                "page.de.md:9:1: the text has no '{{wait}}' | Write '{{wait}}' where the value belongs."),
            Row(
                "- **rate-limited** Warten: {{Wartezeit}}",
                "page.de.md:9:28: page.md has no '{{Wartezeit}}' here | Write '{{wait}}': a name stays as it is there."),
            Row(
                "- Warten: {{wait}}",
                "page.de.md:9:1: this message does not say when it is shown | Begin it with its name, as in page.md: - **rate-limited** …"
            ),
            Row(
                "- **zu-viele** Warten: {{wait}}",
                "page.de.md:9:1: page.md has no message 'zu-viele' | Write **rate-limited**: a name stays as it is there."
            ),
            Row("- **rate-limited** Warten: {{wait}}", nil),
        ])
    func translatedMessages(_ row: Row) throws {
        let page =
            "---\ntitle: T\nstart: form\n---\n# form\nWords.\n\n# messages\n- **server** No.\n- **rate-limited** Wait: {{wait}}\n"
        let app = "name: T\nhosts: [t.example]\nlanguages: [de]\n"
        var reader = AppReader(
            file: try AppFile(name: "test", source: SourceText(file: "app.yml", text: app)), contracts: nil,
            contract: nil)
        func spec(_ name: String, _ text: String) -> AppSources.Spec {
            AppSources.Spec(name: name, source: SourceText(file: "\(name).md", text: text))
        }
        let translation = page.replacing("start: form\n", with: "")
            .replacing("- **rate-limited** Wait: {{wait}}", with: row.text)
        _ = reader.read(
            pages: [spec("page", page)], emails: [], translations: ([spec("page.de", translation)], []))
        let found = reader.diagnostics.filter { $0.severity == .error }.map { "\($0.oneLine) | \($0.fix ?? "")" }
        #expect(found == [row.says].compactMap(\.self))
    }

    @Test(
        "a placeholder of another system on a page is no value that a page lacks",
        arguments: [
            Row("${SUPPORT_EMAIL}", "'${SUPPORT_EMAIL}' is shown literally here | Write the words themselves"),
            Row("<%= support_email %>", "'<%= support_email %>' is shown literally here | Write the words themselves"),
            Row("%{app_name}", "'%{app_name}' is shown literally here | Write the words themselves"),
            Row("${HELP_DESK}", "'${HELP_DESK}' is shown literally here | Write the words themselves"),
            Row("[APP_NAME]", "'[APP_NAME]' is shown literally here | Write the words themselves"),
            Row("<%= user.email %>", "'<%= user.email %>' is shown literally here | Write {{email}} for a value"),
        ])
    func pagePlaceholders(_ row: Row) {
        let says = said(page: "---\ntitle: T\nstart: form\n---\n# form\nWrite to \(row.text).\n")
        #expect(says?.hasPrefix(row.says ?? "") == true, "\(says ?? "")")
    }

    @Test(
        "a URL template in the notation of a standard or a router is shown as it is written here",
        arguments: [
            Row(
                "/page&t={t}",
                "the first item of a query follows a '?' | Write '?' in place of the '&' before it: /reset-password?token={token}"
            ),
            Row(
                "/page/a=1&t={t}",
                "the first item of a query follows a '?' | Write '?' in place of the '&' before it: /reset-password?token={token}"
            ),
            Row("/page{?t}", "an operator before a parameter's name has no meaning here | Write ?t={t}"),
            Row("/page{#t}", "an operator before a parameter's name has no meaning here | Write ?t={t}"),
            Row(
                "/#/page/x?t={t}",
                "the paths of a router behind '#' are no addresses of pages | Write the path alone: /page/x?t={t}"),
            Row(
                "/#/page?t={t}",
                "the paths of a router behind '#' are no addresses of pages | Write the path alone: /page?t={t}"),
        ])
    func templates(_ row: Row) {
        #expect(said(app: Self.app("links: { a: { web: \"\(row.text)\", page: page } }")) == row.says)
    }
}
