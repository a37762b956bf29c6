import Diagnostics
import Testing

@testable import SiteModel

@Suite struct AppMistakeTests {
    /// An app.yml with a mistake at 1️⃣, and the expected diagnostic.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let what: String
        let app: String
        let message: String
        let fix: String?
        var testDescription: String { what }
    }

    @Test(
        "a mistake in app.yml is told with its place and its fix",
        arguments: [
            Mistake(
                what: "an unknown key", app: "name: T\nhosts: [a.example]\n1️⃣suport: help@a.example",
                message: "unknown key 'suport'",
                fix:
                    "Did you mean 'support'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, "
                    + "footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Mistake(
                what: "a captcha without a provider",
                app: "name: T\nhosts: [a.example]\nbackend: { base: \"https://b.example\", captcha: 1️⃣{} }",
                message: "no provider is named",
                fix: "Write one with its site key: captcha: { turnstile: … }, hcaptcha or recaptcha."),
            Mistake(
                what: "two captchas",
                app:
                    "name: T\nhosts: [a.example]\nbackend: { base: \"https://b.example\", captcha: { turnstile: a, 1️⃣hcaptcha: b } }",
                message: "a backend verifies the answers of one provider",
                fix: "Keep the provider that the backend is set up for."),
            Mistake(
                what: "an unknown captcha",
                app:
                    "name: T\nhosts: [a.example]\nbackend: { base: \"https://b.example\", captcha: { 1️⃣turnstyle: a } }",
                message: "'turnstyle' is not a provider", fix: "Did you mean 'turnstile'?"),
            Mistake(
                what: "a captcha without a key",
                app:
                    "name: T\nhosts: [a.example]\nbackend: { base: \"https://b.example\", captcha: { turnstile: 1️⃣\"\" } }",
                message: "the site key is empty", fix: "Write the provider's public key."),
            Mistake(
                what: "a captcha with another provider's key",
                app:
                    "name: T\nhosts: [a.example]\nbackend: { base: \"https://b.example\", captcha: { turnstile: 1️⃣a1b2c3d4-1234-4321-9876-123456789012 } }",
                message: "this has the form of hcaptcha's site keys, which turnstile does not know",
                fix: "Write the site key of turnstile, or name the other provider: hcaptcha."),
            Mistake(
                what: "a captcha with Turnstile's key",
                app:
                    "name: T\nhosts: [a.example]\nbackend: { base: \"https://b.example\", captcha: { hcaptcha: 1️⃣0x4AAAAAAADnPIDROrmt1Wwj } }",
                message: "this has the form of turnstile's site keys, which hcaptcha does not know",
                fix: "Write the site key of hcaptcha, or name the other provider: turnstile."),
            Mistake(
                what: "a captcha with reCAPTCHA's key",
                app:
                    "name: T\nhosts: [a.example]\nbackend: { base: \"https://b.example\", captcha: { turnstile: 1️⃣6LcR_okUAAAAAPYrPe-HK_0RULO1aZM15ENyM-Mf } }",
                message: "this has the form of recaptcha's site keys, which turnstile does not know",
                fix: "Write the site key of turnstile, or name the other provider: recaptcha."),
            Mistake(
                what: "a captcha with the secret for tests",
                app:
                    "name: T\nhosts: [a.example]\nbackend: { base: \"https://b.example\", captcha: { recaptcha: 1️⃣6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe } }",
                message: "this is a secret of recaptcha, and pages publish what stands here",
                fix: "Write the site key, and replace the secret if this file has been shared."),
            Mistake(
                what: "an empty name", app: "name: 1️⃣\"  \"\nhosts: [a.example]", message: "'name' is empty",
                fix: "Write the text that people read here."),
            Mistake(
                what: "a name of two lines", app: "name: 1️⃣\"A\\nB\"\nhosts: [a.example]",
                message: "'name' contains the invisible character U+000A", fix: "Remove it."),
            Mistake(
                what: "a name with a character of no width", app: "name: 1️⃣\"A\\u200BB\"\nhosts: [a.example]",
                message: "'name' contains the invisible character U+200B", fix: "Remove it."),
            Mistake(
                what: "a name of marks alone", app: "name: 1️⃣\"\\u200E \\u200D\"\nhosts: [a.example]",
                message: "'name' is empty", fix: "Write the text that people read here."),
            Mistake(
                what: "no host", app: "name: T\nhosts: 1️⃣[]", message: "this list is empty",
                fix: "Write, for example, hosts: [harbour.example, www.harbour.example]"),
            Mistake(
                what: "no colour behind the card",
                app: "name: T\nhosts: [a.example]\ntheme: { background: 1️⃣[] }", message: "this list is empty",
                fix: "Write, for example, background: [\"#0A5FD6\", \"#083F8F\"]"),
            Mistake(
                what: "a host with a scheme", app: "name: T\nhosts: [1️⃣\"https://a.example\"]",
                message: "'https://a.example' is not the name of a host",
                fix: "Write the host alone, without scheme, port and path: 'a.example'."),
            Mistake(
                what: "a host in capitals", app: "name: T\nhosts: [1️⃣A.example]",
                message: "'A.example' is not the name of a host", fix: "Write it in lower case: 'a.example'."),
            Mistake(
                what: "a support address that is none", app: "name: T\nhosts: [a.example]\nsupport: 1️⃣help",
                message: "'help' is not an email address", fix: "Write an address such as help@example.com."),
            Mistake(
                what: "a colour that is none", app: "name: T\nhosts: [a.example]\ntheme: { accent: 1️⃣gold }",
                message: "'gold' is not a colour", fix: "Write three or six hexadecimal digits in quotes: \"#D4AF37\"."),
            Mistake(
                what: "an accent of three colours",
                app: "name: T\nhosts: [a.example]\ntheme: { accent: 1️⃣[\"#111\", \"#222\", \"#333\"] }",
                message: "an accent has one or two colours, and this one 3",
                fix: "Write one colour, or two for a gradient."),
            Mistake(
                what: "a header that is nowhere", app: "name: T\nhosts: [a.example]\ntheme: { header: 1️⃣top }",
                message: "expected 'card' or 'page', found 'top'", fix: "Write one of these values."),
            Mistake(
                what: "a radius out of range", app: "name: T\nhosts: [a.example]\ntheme: { radius: 1️⃣900 }",
                message: "a radius of 900 is out of range", fix: "Write a number of pixels from 0 to 48."),
            Mistake(
                what: "a design of letters that is none",
                app: "name: T\nhosts: [a.example]\ntheme: { type: 1️⃣cursive }",
                message: "expected 'system', 'serif' or 'rounded', found 'cursive'",
                fix: "Write one of these values."),
            Mistake(
                what: "letters without serifs", app: "name: T\nhosts: [a.example]\ntheme: { type: 1️⃣sans }",
                message: "expected 'system', 'serif' or 'rounded', found 'sans'", fix: "Write 'system'."),
            Mistake(
                what: "a font's name that could be more than a name",
                app: "name: T\nhosts: [a.example]\ntheme: { font: [Futura, 1️⃣\"x; color: red\"] }",
                message: "'x; color: red' is not the name of a font",
                fix: "Write names with commas between them, such as Avenir Next, Georgia, serif."),
            Mistake(
                what: "a weight that is none",
                app:
                    "name: T\nhosts: [a.example]\ntheme: { font: { family: A, file: a.woff2, weight: 1️⃣bold } }",
                message: "'bold' is not a weight", fix: "Write 700."),
            Mistake(
                what: "a weight that is a file",
                app:
                    "name: T\nhosts: [a.example]\ntheme: { font: { family: A, file: a.woff2, weight: 1️⃣bold.woff2 } }",
                message: "'bold.woff2' is not a weight",
                fix: "Write a number from 1 to 1000, or the minimum and maximum of a variable font: \"100 900\"."),
            Mistake(
                what: "two weights in a list",
                app:
                    "name: T\nhosts: [a.example]\ntheme: { font: { family: A, file: a.woff2, weight: 1️⃣[bold, 400] } }",
                message: "expected a weight or two in one text, found a list",
                fix:
                    "Write \"400 700\", the minimum and maximum of a variable font; a file with one weight has one number."
            ),
            Mistake(
                what: "a pattern of hosts without quotes", app: "name: T\nhosts: [a.example, 1️⃣*.a.example]",
                message: "'*' without quotes begins an alias",
                fix:
                    "List the hosts one by one, such as 'www.a.example': no pattern stands for several."
            ),
            Mistake(
                what: "an item that is indented deeper than the one above",
                app: "name: T\nhosts:\n  - a.example\n   1️⃣- b.example",
                message: "this '- ' is a part of the text on line 3, since it is indented deeper",
                fix: "Indent it like the '- ' on line 3."),
            Mistake(
                what: "a list below a value", app: "name: T\nhosts: [a.example]\nelsewhere: /a\n  1️⃣- /b",
                message: "this '- ' is a part of the text on line 3, since it is indented deeper",
                fix: "Write the list below its key, on lines of its own."),
            Mistake(
                what: "two lists under one key", app: "name: T\nhosts: [a.example]\n1️⃣hosts: [b.example]",
                message: "duplicate key 'hosts'", fix: "Write the items of both as one list, on line 2."),
            Mistake(
                what: "an item of a list that has lost its sign",
                app:
                    "name: T\nhosts: [a.example]\nandroid:\n  packages:\n    - package: a.b\n      sha256: [a]\n      1️⃣package: a.c",
                message: "duplicate key 'package'",
                fix:
                    "Remove one of the two, the other is on line 5; or write '- ' where another item of the list begins."
            ),
            Mistake(
                what: "two mappings under one key",
                app: "name: T\nhosts: [a.example]\nfooter: { terms: /a }\n1️⃣footer: { privacy: /b }",
                message: "duplicate key 'footer'", fix: "Write what both have below the one on line 3."),
            Mistake(
                what: "a link that is not indented, and the next one below it",
                app:
                    "name: T\nhosts: [a.example]\nlinks:\n1️⃣reset:\n  web: \"/page?token={token}\"\n  page: page\n  invite:\n    web: \"/invite?token={token}\"\n    page: page",
                message: "unknown key 'reset'",
                fix: "Indent lines 4 to 6 by 2 spaces: they belong under 'links:'."),
            Mistake(
                what: "a link as an item of a list",
                app:
                    "name: T\nhosts: [a.example]\nlinks:\n  reset:\n    web: \"/reset?token={token}\"\n  1️⃣- name: invite\n    web: \"/invite?token={token}\"",
                message: "'- ' begins an item of a list, and above are keys",
                fix: "Write 'invite:' in place of '- name: invite'."),
            Mistake(
                what: "the number of the App Store as an app ID",
                app: "name: T\nhosts: [a.example]\nios: { app-id: 1️⃣id6471234567 }",
                message: "'id6471234567' is not an application identifier",
                fix:
                    "Write the app's number in the App Store as 'store: 6471234567', and here the team's ten characters, a dot and the bundle identifier."
            ),
            Mistake(
                what: "Google Play's address of an app",
                app:
                    "name: T\nhosts: [a.example]\nandroid:\n  package: example.a\n  1️⃣store: https://play.google.com/store/apps/details?id=example.a\n  sha256: [\"14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5\"]",
                message: "unknown key 'store'",
                fix: "Remove it: Google Play is offered by the application ID, 'package' under 'android:'."
            ),
            Mistake(
                what: "a page in the place of the support address",
                app: "name: T\nhosts: [a.example]\nsupport: 1️⃣https://a.example/help",
                message: "'https://a.example/help' is the address of a page, and 'support' is an email address",
                fix:
                    "Write a page in the footer, footer: { support: https://a.example/help }, and here an address, or nothing."
            ),
            Mistake(
                what: "all addresses below one to go on at",
                app: "name: T\nhosts: [a.example]\ncontinue: [1️⃣https://b.example:8443/garden/*]",
                message: "'https://b.example:8443/garden/*' is not an address to go on at",
                fix: "Write https://b.example:8443/garden: all addresses below it are allowed too."),
            Mistake(
                what: "the pattern of a route to go on at",
                app: "name: T\nhosts: [a.example]\ncontinue: [1️⃣https://b.example/:path]",
                message: "'https://b.example/:path' is not an address to go on at",
                fix: "Write https://b.example: all addresses below it are allowed too."),
            Mistake(
                what: "a language of English pages that their translation has",
                app: "name: T\nhosts: [a.example]\nlanguage: de\nlanguages: [1️⃣de]",
                message: "'de' is the app's own language",
                fix:
                    "Remove it from the list if the pages are written in it, else correct 'language:', which is the language of app.yml, pages and emails."
            ),
            Mistake(
                what: "a footer that leads into the app",
                app: "name: T\nhosts: [a.example]\nfooter: { terms: 1️⃣\"app:login\" }",
                message: "'app:login' is neither a path nor an https address",
                fix: "Write a path such as /terms, or an https address."),
            Mistake(
                what: "a footer without encryption",
                app: "name: T\nhosts: [a.example]\nfooter: { terms: 1️⃣\"http://a.example/terms\" }",
                message: "a link cannot have the scheme 'http:'", fix: "Write https://a.example/terms."),
            Mistake(
                what: "a footer's path that no page has",
                app: "name: T\nhosts: [a.example]\nfooter: { terms: 1️⃣/pgae }",
                message: "no page, file or link has the path '/pgae'", fix: "Did you mean '/page'?"),
            Mistake(
                what: "a length of time without a unit",
                app: "name: T\nhosts: [a.example]\nbackend: { contract: a, base: \"https://b.example\", timeout: 1️⃣30 }",
                message: "'30' is not a duration", fix: "Write 30s if these are seconds."),
            Mistake(
                what: "a backend of another scheme",
                app: "name: T\nhosts: [a.example]\nbackend: { contract: a, base: 1️⃣\"ftp://b.example\" }",
                message: "'ftp://b.example' is not the address of a backend",
                fix: "Write an https address without a query: https://api.example.com."),
            Mistake(
                what: "a space in a backend's host",
                app:
                    "name: T\nhosts: [a.example]\nbackend: { contract: a, base: 1️⃣\"https://api.eu central-1.example\" }",
                message: "'https://api.eu central-1.example' is not the address of a backend",
                fix: "Write it without the space, which no address has."),
            Mistake(
                what: "a backend in angle brackets",
                app: "name: T\nhosts: [a.example]\nbackend: { contract: a, base: 1️⃣\"<https://api.example>\" }",
                message: "'<https://api.example>' is not the address of a backend",
                fix: "Write it without '<', which no address has."),
            Mistake(
                what: "an admin API as a backend",
                app: "name: T\nhosts: [a.example]\nbackend: { contract: a, base: 1️⃣\"http://kratos-admin:4434\" }",
                message: "'http://kratos-admin:4434' is not the address of a backend",
                fix:
                    "Write the address of the public API: the admin API is for servers, and visitors must not reach it."
            ),
            Mistake(
                what: "an elsewhere that leads to another host",
                app: "name: T\nhosts: [a.example]\nelsewhere: [1️⃣//evil.example]",
                message: "'//evil.example' would be an address of another host", fix: "Write a path such as /login."),
            Mistake(
                what: "an elsewhere without an effect: /x?y",
                app: "name: T\nhosts: [a.example]\nelsewhere: [1️⃣\"/x?y\"]",
                message: "'/x?y' has a query or a fragment, and a path here is for all of them",
                fix: "Write '/x'."),
            Mistake(
                what: "an elsewhere without an effect: /*",
                app: "name: T\nhosts: [a.example]\nelsewhere: [1️⃣\"/*\"]",
                message: "'/*' is one path, in which '*' stands for itself",
                fix: "List each path that pages link to."),
            Mistake(
                what: "an elsewhere without an effect: /.well-known/x",
                app: "name: T\nhosts: [a.example]\nelsewhere: [1️⃣\"/.well-known/x\"]",
                message: "'/.well-known/x' is answered by Latchkey itself",
                fix: "Remove it from 'elsewhere:'."),
            Mistake(
                what: "an elsewhere without an effect: /open/z",
                app: "name: T\nhosts: [a.example]\nelsewhere: [1️⃣\"/open/z\"]",
                message: "'/open/z' is answered by Latchkey itself",
                fix: "Remove it from 'elsewhere:'."),
            Mistake(
                what: "an elsewhere without an effect: /../a",
                app: "name: T\nhosts: [a.example]\nelsewhere: [1️⃣\"/../a\"]",
                message: "'/../a' is never requested, since browsers resolve '.' and '..'",
                fix: "Write the path without them."),
            Mistake(
                what: "a page that is not there", app: "name: T\nhosts: [a.example]\nchange-password: 1️⃣pgae",
                message: "there is no page 'pgae'", fix: "Did you mean 'page'?"),
            Mistake(
                what: "a link to a page that is not there",
                app: "name: T\nhosts: [a.example]\nlinks:\n  reset: { web: \"/r?t={t}\", page: 1️⃣reset }",
                message: "there is no page 'reset'", fix: "Add reset.md beside app.yml, or name another page: page."),
            Mistake(
                what: "a link without an address",
                app: "name: T\nhosts: [a.example]\nlinks:\n  1️⃣reset: { web: \"/r?t={t}\" }",
                message: "the link 'reset' has neither a page nor an app address", fix: "Add 'page' or 'app' to it."),
            Mistake(
                what: "a web login that no page has", app: "name: T\nhosts: [a.example]\nlogin: { web: 1️⃣/login }",
                message: "no page, file or link has the path '/login'",
                fix:
                    "Write https:// and a host in front if it is on another site. Else add a page, or list it under 'elsewhere:' in app.yml if another server answers it on a.example."
            ),
            Mistake(
                what: "an app login without a scheme", app: "name: T\nhosts: [a.example]\nlogin: { app: 1️⃣login }",
                message: "an address in the app begins with a scheme of its own",
                fix: "Write it with the app's own scheme, such as myapp://login"),
            Mistake(
                what: "a path that is a page and somebody else's",
                app: "name: T\nhosts: [a.example]\nelsewhere: [1️⃣/page]",
                message: "'/page' is already answered by the page 'page'",
                fix: "Remove it from 'elsewhere:', or rename the page."),
        ])
    func mistake(_ mistake: Mistake) throws {
        let marked = MarkedText(mistake.app)
        let place = try #require(marked.places["1️⃣"])
        let found = diagnostics(of: SourceText(file: "app.yml", text: marked.text)).map {
            Found(line: $0.line, column: $0.column, message: $0.message, fix: $0.fix)
        }
        #expect(found == [Found(line: place.line, column: place.column, message: mistake.message, fix: mistake.fix)])
    }

    private func diagnostics(of source: SourceText) -> [Diagnostic] {
        do {
            var reader = AppReader(file: try AppFile(name: "test", source: source))
            let page = "---\ntitle: T\nstart: form\n---\n# form\nWords.\n"
            _ = reader.read(pages: [AppSources.Spec(name: "page", source: SourceText(file: "page.md", text: page))])
            return reader.diagnostics
        } catch {
            return error.diagnostics
        }
    }

    struct Found: Equatable {
        let line: Int?
        let column: Int?
        let message: String
        let fix: String?
    }
}
