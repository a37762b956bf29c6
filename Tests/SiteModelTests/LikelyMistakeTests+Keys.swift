import Testing

@testable import SiteModel

// Keys and values of app.yml that are written as other tools have them.
extension LikelyMistakeTests {
    @Test(
        "a key of another part of the file is told where it belongs",
        arguments: [
            Row(
                "theme: { privacy: \"https://t.app/p\" }",
                "unknown key 'privacy' | Write it under 'footer:', and not under 'theme:'. The keys here are accent, background, header, radius, error, success, logo, icon, type, font."
            ),
            Row(
                "android: { package: com.t, sha256: [\"\(debugKeystore)\"], scheme: t }",
                "unknown key 'scheme' | Remove it: Android takes the one under 'ios:'; without an iOS app, write it there."
            ),
            Row(
                "ios: { app-id: 7QK4M2X9TB.com.t, package: com.t }",
                "unknown key 'package' | Write it under 'android:', and not under 'ios:'. The keys here are app-id, app-ids, scheme, store."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", lives: 1h }",
                "unknown key 'lives' | Write it under a name in 'links:', and not under 'backend:'. The keys here are contract, base, timeout, resend-after, retry-after, settings, captcha, password."
            ),
            Row(
                "lives: 1h",
                "unknown key 'lives' | Write it under a name in 'links:'. The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", support: help@t.app }",
                "unknown key 'support' | Write it beside 'backend:', and not under it."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", links: { a: { web: \"/page\" } }, b: { web: \"/page\" } }",
                "unknown key 'links' | Write it beside 'backend:', and not under it."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", api-key: abc }",
                "unknown key 'api-key' | Write it under 'settings:'."),
        ])
    func keysOfOtherParts(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "a path of keys is told as keys below one another",
        arguments: [
            Row(
                "backend.base: \"https://b.test\"",
                "unknown key 'backend.base' | Write 'base:' indented below 'backend:': a '.' joins no keys."),
            Row(
                "theme.logo.light: logo.svg",
                "unknown key 'theme.logo.light' | Write 'light:' indented below 'logo:' below 'theme:': a '.' joins no keys."
            ),
            Row(
                "links.reset.web: /page",
                "unknown key 'links.reset.web' | Write 'web:' indented below 'reset:' below 'links:': a '.' joins no keys."
            ),
        ])
    func pathsOfKeys(_ row: Row) { #expect(said(app: Self.app(row.text)) == row.says) }

    @Test(
        "a key by another name is told the one that its words have, or that is meant",
        arguments: [
            Row(
                "login: { url: t://login }",
                "unknown key 'url' | Write 'app' before an address with the app's scheme, and 'web' before one of the web."
            ),
            Row(
                "links: { a: { web: \"/page\", ios: \"t://a\", android: \"t://a\" } }",
                "unknown key 'ios' | Write 'app', once for both platforms.\nunknown key 'android' | Write 'app', once for both platforms."
            ),
            Row(
                "store: \"https://play.google.com/store/apps/details?id=com.t\"",
                "unknown key 'store' | Write the number in the App Store under 'ios:'. Google Play is offered by 'package' under 'android:'."
            ),
            Row(
                "theme: { light: { accent: \"#111111\" } }",
                "unknown key 'light' | Write what is under it directly below 'theme:'. The colours for dark mode follow from 'accent'."
            ),
            Row(
                "from: T <hello@t.app>",
                "unknown key 'from' | Remove it: the system that sends the emails sets their sender. Where replies go is 'reply-to'."
            ),
            Row(
                "environment: staging",
                "unknown key 'environment' | Remove it: the name of a file says the environment, such as app.staging.yml."
            ),
            Row(
                "theme: { accent-colour: \"#111111\" }",
                "unknown key 'accent-colour' | Did you mean 'accent'? The keys here are accent, background, header, radius, error, success, logo, icon, type, font."
            ),
            Row(
                "theme: { borderRadius: 8 }",
                "unknown key 'borderRadius' | Did you mean 'radius'? The keys here are accent, background, header, radius, error, success, logo, icon, type, font."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", request_timeout: 5s }",
                "unknown key 'request_timeout' | Did you mean 'timeout'? The keys here are contract, base, timeout, resend-after, retry-after, settings, captcha, password."
            ),
            Row(
                "footer: { impressum: /page }",
                "unknown key 'impressum' | Did you mean 'imprint'? The keys here are terms, privacy, imprint, support."),
            Row(
                "android: { applicationId: com.t, fingerprints: [\"\(debugKeystore)\"] }",
                "unknown key 'applicationId' | Did you mean 'package'? The keys here are package, sha256, packages.\nunknown key 'fingerprints' | Did you mean 'sha256'? The keys here are package, sha256, packages."
            ),
            Row(
                "android: { packageName: com.t, sha256_cert_fingerprints: [\"\(debugKeystore)\"] }",
                "unknown key 'packageName' | Did you mean 'package'? The keys here are package, sha256, packages.\nunknown key 'sha256_cert_fingerprints' | Did you mean 'sha256'? The keys here are package, sha256, packages."
            ),
        ])
    func wordyKeys(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "a key for languages by its name in another system is told, and none that takes true or false",
        arguments: [
            Row(
                "locales: [en, fr]",
                "unknown key 'locales' | Did you mean 'languages'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "langs: [fr]",
                "unknown key 'langs' | Did you mean 'languages'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "locales: fr",
                "unknown key 'locales' | Did you mean 'languages'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "translations: [fr]",
                "unknown key 'translations' | Did you mean 'languages'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "available_locales: [fr]",
                "unknown key 'available_locales' | Did you mean 'languages'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "supportedLanguages: [fr]",
                "unknown key 'supportedLanguages' | Did you mean 'languages'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "locale: en",
                "unknown key 'locale' | Did you mean 'language'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "lang: fr",
                "unknown key 'lang' | Did you mean 'language'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "defaultLocale: en",
                "unknown key 'defaultLocale' | Did you mean 'language'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "language: en\nlang: [fr]",
                "unknown key 'lang' | Did you mean 'languages'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "i18n: { locales: [en, fr], defaultLocale: en }",
                "unknown key 'i18n' | Write 'languages', with the languages of the translations: languages: [fr]. The language of the files without a suffix is 'language'."
            ),
            Row(
                "locl: true",
                "unknown key 'locl' | Did you mean 'local'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "locl: [en]",
                "unknown key 'locl' | The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
        ])
    func languageKeys(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "keys for an environment are told the file that is for them",
        arguments: [
            Row(
                "staging:\n  hosts: [s.t.example]",
                "unknown key 'staging' | Write what is under it into app.staging.yml beside this file, for '--env staging'."
            ),
            Row(
                "environments:\n  dev: { name: D }\n  beta: { name: B }",
                "unknown key 'environments' | Write what is under it into app.dev.yml beside this file, for '--env dev'."
            ),
            Row(
                "backend:\n  base: https://b.test\n  staging: { base: \"https://s.test\" }",
                "unknown key 'staging' | Write what is under it into app.staging.yml beside this file, under 'backend:', for '--env staging'."
            ),
            Row(
                "backend:\n  production: { base: \"https://b.test\" }",
                "unknown key 'production' | Write what is under it directly under 'backend:': app.yml itself is for visitors.\nmissing key 'base' | Add it, for example: base: https://project.supabase.co/auth/v1"
            ),
            Row(
                "hosts: { default: [t.example], staging: [s.t.example] }",
                "expected a list, found a mapping | Write here the value for visitors alone, and that for '--env staging' into app.staging.yml beside this file."
            ),
            Row(
                "backend: { base: { prod: \"https://b.test\", dev: \"https://d.test\" } }",
                "expected text, found a mapping | Write here the value for visitors alone, and that for '--env dev' into app.dev.yml beside this file."
            ),
            Row(
                "production: { name: P }",
                "unknown key 'production' | Write what is under it at the beginning of its lines: app.yml itself is for visitors."
            ),
            Row(
                "local: { hosts: [s.t.example] }",
                "expected true or false, found a mapping | Write what is under it into app.local.yml beside this file, for '--env local'."
            ),
            Row(
                "staging: { region: eu }",
                "unknown key 'staging' | The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
        ])
    func environmentKeys(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "a key and a variable of other systems' emails are told what is meant here",
        arguments: [
            Row(
                "from: Team <team@t.example>",
                "unknown key 'from' | Remove it: the system that sends the email sets its sender. Where replies go is 'reply-to' in app.yml."
            ),
            Row(
                "variables: { total: \"12\" }",
                "nothing uses the variable 'total' | Write {{total}} where its value belongs, or remove it."),
            Row("variables: { total: \"12\" }\n---\n{{#total}}There is one.{{/total}}", nil),
            Row("reply-to: team@t.example", "unknown key 'reply-to' | Write it in app.yml, for all emails."),
            Row(
                "variables: { total: \"12\" }\n---\nYou pay {{amount}}.",
                "'amount' is not a variable of this email | Write {{total}} if this is another name for it. Otherwise declare it in the front matter, with an example that previews show: 'amount: An example' under 'variables:'"
            ),
        ])
    func emailKeys(_ row: Row) {
        let end = row.text.contains("---") ? "" : "\n---\nWords."
        let email = "---\nsubject: S\npreheader: P\n\(row.text)\(end)\n"
        #expect(said(emails: ["notice": email]) == row.says)
    }

    @Test(
        "a mark at the end of a value is told, and nothing that follows from it",
        arguments: [
            Row(
                "links:\n  a:\n    web: /page?t={t},\n    page: page",
                "the ',' at the end of this line separates nothing | Remove it: each key has a line of its own, and commas are between { } and [ ] only."
            ),
            Row(
                "support: help@t.example;",
                "the ';' at the end of this line separates nothing | Remove it: each key has a line of its own, and commas are between { } and [ ] only."
            ),
            Row(
                "postal-address: [\"T Ltd,\", 1 Quay]",
                nil),
        ])
    func strayMarks(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "several values for one are told the key that takes a list",
        arguments: [
            Row(
                "ios: { app-id: [7QK4M2X9TB.com.t, 7QK4M2X9TB.com.t.b] }",
                "expected text, found a list | Write app-id: 7QK4M2X9TB.com.t, and app-ids: [7QK4M2X9TB.com.t.b]"),
            Row(
                "language: [en, de]",
                "expected text, found a list | Write language: en, and languages: [de]"),
            Row(
                "support: [a@t.example, b@t.example]",
                "expected text, found a list | Write one value, without the brackets: 'support' takes no list."),
            Row(
                "android:\n  packages:\n    com.t.beta: [\"\(debugKeystore)\"]",
                "expected a list, found a mapping | Write packages: [{ package: com.t.beta, sha256: … }]"),
            Row(
                "android:\n  packages: { package: com.t, sha256: [\"\(debugKeystore)\"] }",
                "expected a list, found a mapping | Write packages: [{ package: com.t, sha256: … }]"),
            Row(
                "continue: shop.t.app",
                "expected a list, found 'shop.t.app' | Write [https://shop.t.app] for a list of one."),
        ])
    func listsForTexts(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "a mapping or a list without its brackets is shown with them",
        arguments: [
            Row(
                "backend:\n  base: https://b.test\n  password: at-least: 10",
                "a mapping or a list on the line of its key needs brackets | Write password: [at-least 10]"),
            Row(
                "login: app: t://login",
                "a mapping or a list on the line of its key needs brackets | Write login: { app: t://login }"),
            Row(
                "theme:\n  logo: light: logo.svg",
                "a mapping or a list on the line of its key needs brackets | Write logo: { light: logo.svg }"),
            Row(
                "reply-to: mail: help@t.example",
                "an unquoted value cannot contain ': ' | Write \"mail: help@t.example\"."),
        ])
    func missingBrackets(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "a captcha whose provider and site key are two values is told",
        arguments: [
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { provider: turnstile, sitekey: x } }",
                "the provider is the key of 'captcha', and the site key its value | Write captcha: { turnstile: … }, with the site key behind the ':'."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { service: Google, key: x } }",
                "the provider is the key of 'captcha', and the site key its value | Write captcha: { recaptcha: … }, with the site key behind the ':'."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { turnstile: { sitekey: x } } }",
                "the provider is the key of 'captcha', and the site key its value | Write captcha: { turnstile: … }, with the site key behind the ':'."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: hcaptcha }",
                "the provider is the key of 'captcha', and the site key its value | Write captcha: { hcaptcha: … }, with the site key behind the ':'."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: [turnstile] }",
                "the provider is the key of 'captcha', and the site key its value | Write captcha: { turnstile: … }, with the site key behind the ':'."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { key: 0x4AAAAAAADnPIDROrmt1Wwj } }",
                "the provider is the key of 'captcha', and the site key its value | Write captcha: { turnstile: … }, with the site key behind the ':'."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { cloudflare: x } }",
                "'cloudflare' is not a provider | Did you mean 'turnstile'?"),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { turnstyle: 0x4AAAAAADnPIDROrmt1Wwj } }",
                "'turnstyle' is not a provider | Did you mean 'turnstile'?"),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { turnstile: x, secret: y } }",
                "'secret' is not a provider | The providers are turnstile, hcaptcha, recaptcha."),
        ])
    func splitCaptchas(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "a duration in another notation is shown as it is written here",
        arguments: [
            Row(
                "backend: { contract: a, base: \"https://b.test\", timeout: 0.5m }",
                "'0.5m' is not a duration | Write 30s"),
            Row(
                "backend: { contract: a, base: \"https://b.test\", timeout: 7200 }",
                "'7200' is not a duration | Write 2h if these are seconds."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", timeout: 15000 }",
                "'15000' is not a duration | Write 250m if these are seconds, or 15s if milliseconds."),
            Row(
                "links: { a: { web: \"/page?t={t}\", page: page, lives: 60 } }",
                "'60' is not a duration | Write 1h if these are minutes."),
            Row(
                "links: { a: { web: \"/page?t={t}\", page: page, lives: 24 } }",
                "'24' is not a duration | Write 24m if these are minutes, or 24h if hours."),
            Row(
                "links: { a: { web: \"/page?t={t}\", page: page, lives: 3600 } }",
                "'3600' is not a duration | Write 1h if these are seconds."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", timeout: 90 min }",
                "'90 min' is not a duration | Write 90m"),
            Row(
                "backend: { contract: a, base: \"https://b.test\", timeout: 1h30m }",
                "'1h30m' is not a duration | Write 90m"),
            Row(
                "backend: { contract: a, base: \"https://b.test\", timeout: 2 Days }",
                "'2 Days' is not a duration | Write 2d"),
            Row(
                "backend: { contract: a, base: \"https://b.test\", timeout: 500ms }",
                "'500ms' is not a duration | Write a number and a unit: 30s, 10m, 1h or 7d."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", timeout: 0.5 }",
                "'0.5' is not a duration | Write a number and a unit: 30s, 10m, 1h or 7d."),
        ])
    func durationsOfOtherNotations(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "an address in the app without its scheme is shown with it",
        arguments: [
            Row(
                "ios: { app-id: 7QK4M2X9TB.com.t, scheme: boats }\nlogin: { app: boats/login }",
                "an address in the app begins with a scheme of its own | Write boats://login"),
            Row(
                "ios: { app-id: 7QK4M2X9TB.com.t, scheme: boats }\nlogin: { app: boats//login }",
                "an address in the app begins with a scheme of its own | Write boats://login"),
            Row(
                "ios: { app-id: 7QK4M2X9TB.com.t, scheme: boats }\nlogin: { app: login }",
                "an address in the app begins with a scheme of its own | Write boats://login"),
            Row(
                "ios: { app-id: 7QK4M2X9TB.com.t, scheme: boats }\nlogin: { app: boats }",
                "an address in the app begins with a scheme of its own | Write boats://login"),
            Row(
                "ios: { app-id: 7QK4M2X9TB.com.t, scheme: boats }\nlogin: { app: welcome?x=1 }",
                "an address in the app begins with a scheme of its own | Write boats://welcome?x=1"),
        ])
    func schemes(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "a path that is written as an address, or without its slash, is shown as it is written here",
        arguments: [
            Row(
                "elsewhere: [login]",
                "'login' does not begin with a slash | Write /login"),
            Row(
                "elsewhere: [\"https://t.example/track\"]",
                "'https://t.example/track' does not begin with a slash | Write /track"),
            Row(
                "elsewhere: [t.example/track]",
                "'t.example/track' does not begin with a slash | Write /track"),
            Row(
                "elsewhere: [\"https://o.example/track\"]",
                "'https://o.example/track' does not begin with a slash | Remove it: this is for paths of the app's own hosts, and another host's need no entry."
            ),
            Row(
                "links: { a: { web: \"https://t.example/page?t={t}\", page: page } }",
                "a web address begins with a slash | Write /page?t={t}: the link is on every one of the app's 'hosts'."),
            Row(
                "links: { a: { web: \"t.example/page?t={t}\", page: page } }",
                "an address begins with a slash or with a scheme | Write /page?t={t}"),
        ])
    func paths(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "an identifier of an app is told what is wrong with it",
        arguments: [
            Row(
                "ios: { app-id: T GmbH.com.t }",
                "'T GmbH.com.t' is not an application identifier | Write the team's ten characters in place of 'T GmbH': Membership details at developer.apple.com/account have them."
            ),
            Row(
                "ios: { app-id: \"applinks:t.example\" }",
                "'applinks:t.example' is not an application identifier | Write the ten characters of the team, a dot and the bundle identifier: 'applinks:' and a host belong into the app's entitlements."
            ),
            Row(
                "android: { package: com.t, sha256: [\"5C:1F:0B:92:7E:AA:34:D1:08:66:F3:2D:B9:47:8E:10:CD:72:E4:59:3B:A6:0F:D8:21:94:7C:EB:60:35:9A\"] }",
                "'5C:1F:0B:92:7E:AA:34:D1:08:66:F3:2D:B9:47:8E:10:CD:72:E4:59:3B:A6:0F:D8:21:94:7C:EB:60:35:9A' is not a SHA-256 fingerprint | Copy all of it: a fingerprint has 32 pairs of digits, and this has 31."
            ),
        ])
    func identifiers(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "another word for a value is told what is meant, or what the values do",
        arguments: [
            Row(
                "languages: [german]",
                "'german' is not the tag of a language | Write 'de'."),
            Row(
                "links: { a: { web: \"/page\", page: page, landing: app } }",
                "expected 'page' or 'redirect', found 'app' | Write 'redirect' to open the app at once, which fails where it is not installed, or 'page' to open the page."
            ),
        ])
    func otherWords(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }
}
