import Diagnostics
import Testing

@testable import AuthContracts
@testable import SiteModel

// Values that are valid, and of an example, of another service or of another place.
extension LikelyMistakeTests {
    @Test(
        "a value of an example is told wherever it stands",
        arguments: [
            Row(
                "hosts: [yourdomain.com]", "'yourdomain.com' is a placeholder | Write the host that serves your pages."),
            Row(
                "hosts: [app.your-company.io]",
                "'app.your-company.io' is a placeholder | Write the host that serves your pages."),
            Row(
                "hosts: [www.mydomain.com]",
                "'www.mydomain.com' is a placeholder | Write the host that serves your pages."),
            Row(
                "backend: { contract: a, base: \"https://api.yourapp.com/v1\" }",
                "'https://api.yourapp.com/v1' is a placeholder | Write your backend's own value."),
            Row(
                "footer: { privacy: \"https://www.your-site.com/privacy\" }",
                "'www.your-site.com' is the host of an example | Write an address of your own."),
            Row(
                "support: help@yourcompany.com",
                "'help@yourcompany.com' is an address of an example | Write an address that you read."),
            Row(
                "hosts: [boats.com]\nios: { app-id: ABCDE12345.com.boats }",
                "'ABCDE12345.com.boats' is a placeholder | Write your team's ten characters, as the Apple Developer account shows them, and the bundle identifier."
            ),
            Row(
                "hosts: [boats.com]\nios: { app-ids: [7QK4M2X9TB.com.boats, ABCDE12345.com.boats.beta] }",
                "'ABCDE12345.com.boats.beta' is a placeholder | Write your team's ten characters, as the Apple Developer account shows them, and the bundle identifier."
            ),
            Row(
                "hosts: [boats.com]\nios: { app-id: 7QK4M2X9TB.com.boats, store: 123456789 }",
                "'123456789' is a placeholder | Write the number after 'id' in your app's URL in the App Store."),
            Row(
                "hosts: [boats.com]\nios: { app-id: 7QK4M2X9TB.com.boats, store: 9876543210 }",
                "'9876543210' is a placeholder | Write the number after 'id' in your app's URL in the App Store."),
            Row(
                "hosts: [boats.com]\nios: { app-id: 7QK4M2X9TB.com.boats, store: 1111111111 }",
                "'1111111111' is a placeholder | Write the number after 'id' in your app's URL in the App Store."),
            Row(
                "android: { packages: [{ package: com.boats, sha256: [\"\(debugKeystore)\"] }] }",
                "this is the certificate of React Native's 'debug.keystore', with which anybody can sign an app | Copy yours from the Play Console, under App signing."
            ),
            Row("local: true\nandroid: { package: com.boats, sha256: [\"\(debugKeystore)\"] }", nil),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { turnstile: 3x00000000000000000000FF } }",
                "'3x00000000000000000000FF' is the provider's key for tests | Write the site key of your own account: a backend with a secret of its own refuses the answers."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { turnstile: 2x00000000000000000000AB } }",
                "'2x00000000000000000000AB' is the provider's key for tests | Write the site key of your own account: a backend with a secret of its own refuses the answers."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { hcaptcha: 10000000-ffff-ffff-ffff-000000000001 } }",
                "'10000000-ffff-ffff-ffff-000000000001' is the provider's key for tests | Write the site key of your own account: a backend with a secret of its own refuses the answers."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { hcaptcha: 20000000-ffff-ffff-ffff-000000000002 } }",
                "'20000000-ffff-ffff-ffff-000000000002' is the provider's key for tests | Write the site key of your own account: a backend with a secret of its own refuses the answers."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { recaptcha: YOUR_SITE_KEY } }",
                "'YOUR_SITE_KEY' is a placeholder | Write your backend's own value."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { turnstile: 0x4AAAAAAADnPIDROrmt1Wwj } }",
                nil),
            Row(
                "local: true\nbackend: { contract: a, base: \"http://b.test\", captcha: { turnstile: 1x00000000000000000000AA } }",
                "a release of this app is for this network: browsers block http from pages of the internet | Move it into the file of an environment if visitors get this one."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: import.meta.env.VITE_KEY } }",
                "'import.meta.env.VITE_KEY' is code, and nothing runs code in this file | Write \"${VITE_KEY}\"."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: \"os.environ['API_KEY']\" } }",
                "'os.environ['API_KEY']' is code, and nothing runs code in this file | Write \"${API_KEY}\"."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: \"ENV['API_KEY']\" } }",
                "'ENV['API_KEY']' is code, and nothing runs code in this file | Write \"${API_KEY}\"."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: \"<%= ENV['API_KEY'] %>\" } }",
                "'<%= ENV['API_KEY'] %>' is code, and nothing runs code in this file | Write \"${API_KEY}\"."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: \"<%= ENV.fetch('API_KEY', 'X9') %>\" } }",
                "'<%= ENV.fetch('API_KEY', 'X9') %>' is code, and nothing runs code in this file | Write \"${API_KEY}\"."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: \"<%= Rails.application.credentials.key %>\" } }",
                "'<%= Rails.application.credentials.key %>' is code, and nothing runs code in this file | Write \"${NAME}\"."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: \"#{ENV['API_KEY']}\" } }",
                "'#{ENV['API_KEY']}' is code, and nothing runs code in this file | Write \"${API_KEY}\"."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", settings: { key: \"%env(API_KEY)%\" } }",
                "'%env(API_KEY)%' is code, and nothing runs code in this file | Write \"${API_KEY}\"."),
            Row("backend: { contract: a, base: \"https://b.test\", settings: { key: environment } }", nil),
            Row("hosts: [boats.com]\nios: { app-id: 7QK4M2X9TB.com.boats, store: 6443217085 }", nil),
            Row(
                "ios: { app-id: 6443217085.com.boats }",
                "'6443217085.com.boats' begins with the number of an app in the App Store | Write your team's ten characters, as the Apple Developer account shows them, and the bundle identifier."
            ),
            Row(
                "ios: { app-ids: [7QK4M2X9TB.com.boats, 7QK4M2X9TB.com.boats.android] }",
                "'7QK4M2X9TB.com.boats.android' is named like an app of Android | Write the app ID of the iOS app, as its project has it."
            ),
            Row(
                "android: { package: QK47M2X9TB.com.boats, sha256: [\"\(fingerprint)\"] }",
                "'QK47M2X9TB.com.boats' is an app ID of iOS, which begins with a team | Write the application ID of your app, as build.gradle has it."
            ),
            Row(
                "android: { packages: [{ package: com.boats.ios, sha256: [\"\(fingerprint)\"] }] }",
                "'com.boats.ios' is named like an app of iOS | Write the application ID of your app, as build.gradle has it."
            ),
            Row(
                "android: { package: 7QK4M2X9TB.com.boats, sha256: [\"\(fingerprint)\"] }",
                "'7QK4M2X9TB.com.boats' is not an Android application ID | This is an app ID of iOS: write the application ID of the Android app, as build.gradle has it."
            ),
            Row(
                "android: { package: com.boats/.MainActivity, sha256: [\"\(fingerprint)\"] }",
                "'com.boats/.MainActivity' is not an Android application ID | Write the application ID alone: com.boats"
            ),
            Row(
                "android: { package: \"package:com.boats\", sha256: [\"\(fingerprint)\"] }",
                "'package:com.boats' is not an Android application ID | Write the application ID alone: com.boats"),
            Row(
                "android: { package: \"https://play.google.com/store/apps/details?id=com.boats&hl=de\", sha256: [\"\(fingerprint)\"] }",
                "'https://play.google.com/store/apps/details?id=com.boats&hl=de' is not an Android application ID | Write the application ID alone: com.boats"
            ),
            Row(
                "android: { package: com.boats-app, sha256: [\"\(fingerprint)\"] }",
                "'com.boats-app' is not an Android application ID | Write letters, digits and '_' between the dots, and no '-': an application ID may differ from the bundle identifier of iOS."
            ),
            Row(
                "android: { package: com.boats, sha256: [\"Whx3DpOyRNhvIak85XAYu0KdBveOw1EqlO9gPbgXfKU=\"] }",
                "'Whx3DpOyRNhvIak85XAYu0KdBveOw1EqlO9gPbgXfKU=' is not a SHA-256 fingerprint | This is in base64: copy the one by SHA-256 in hexadecimal, '14:6D:…:E5'."
            ),
            Row(
                "android: { package: com.boats, sha256: [\"SHA256: \(fingerprint)\"] }",
                "'SHA256: \(fingerprint)' is not a SHA-256 fingerprint | Write the fingerprint alone: \"\(fingerprint)\""
            ),
            Row(
                "android: { package: com.boats, sha256: [\"SHA-256/\(fingerprint)\"] }",
                "'SHA-256/\(fingerprint)' is not a SHA-256 fingerprint | Write the fingerprint alone: \"\(fingerprint)\""
            ),
            Row(
                "android: { package: com.boats, sha256: [\"\(fingerprint.prefix(47))\"] }",
                "'\(fingerprint.prefix(47))' is not a SHA-256 fingerprint | This is as long as a fingerprint by MD5: copy the one by SHA-256, of 32 pairs of digits."
            ),
            Row("android: { package: com.ios7.boats_android, sha256: [\"\(fingerprint)\"] }", nil),
            Row("ios: { app-id: 7QK4M2X9TB.com.androids }", nil),
            Row("hosts: [yours.com, yourself.org, mydomains.com]", nil),
            Row(
                "hosts: [app.tidalap.com]\nsupport: help@tidalapp.com",
                "'help@tidalapp.com' is at 'tidalapp.com', and the app's host at 'tidalap.com' | Write the same domain in both, unless there are two."
            ),
            Row("hosts: [app.tidalapp.com]\nsupport: help@tidalapp.com", nil),
            Row("hosts: [app.tidalapp.com]\nsupport: help@tidalapp.io", nil),
            Row(
                "hosts: [boats.com]\nbackend: { contract: a, base: \"https://3f2a.ngrok-free.app\" }",
                "'https://3f2a.ngrok-free.app' is an address for tests | Write your own, and this one in the file of an environment."
            ),
        ])
    func examples(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test("the greatest length of a built-in contract stays with a list of the app's own")
    func greatestLengths() {
        func required(_ own: [PasswordRequirement], _ standing: Contract.Standing?) -> [String] {
            let contract = Contract(standing: standing, password: [.atLeast(6), .atMostBytes(72)], operations: [])
            let backend = Backend(
                contract: "a", base: "https://b.test", timeout: 30, resendAfter: 60, retryAfter: nil, settings: [:],
                password: own)
            return backend.requirements(of: contract).map(\.text)
        }
        #expect(required([.atLeast(8)], .tested) == ["at-least 8", "at-most 72 bytes"])
        #expect(required([.atLeast(8), .atMost(128)], .tested) == ["at-least 8", "at-most 128", "at-most 72 bytes"])
        #expect(required([.atMostBytes(64)], .tested) == ["at-most 64 bytes"])
        #expect(required([.atLeast(8)], nil) == ["at-least 8"])
    }

    @Test(
        "a value of the backend that leaves an operation or a link without effect is told",
        arguments: [
            Row(
                "resend-after: 2h",
                "nobody gets another email for '2h', and the link 'a' is over before | Write a minute or two, or how long your backend makes people wait."
            ), Row("resend-after: 1h", nil),
            Row(
                "settings: { back: /page }",
                "the backend takes '/page' for an address of its own host | Write it whole: https://t.example/page"),
            Row(
                "settings: { back: page }",
                "the backend takes 'page' for an address of its own host | Write it whole: https://t.example/page"),
            Row("settings: { back: \"https://t.example/page\" }", nil),
            Row(
                "settings: { back: t.example/page }",
                "'t.example/page' is an address without its 'https://' | Write it whole, beginning with 'https://'."),
            Row(
                "settings: { back: www.other.test/page }",
                "'www.other.test/page' is an address without its 'https://' | Write it whole, beginning with 'https://'."
            ),
            Row(
                "settings: { back: \"https//t.example/page\" }",
                "'https//t.example/page' is an address without its 'https://' | Write it whole, beginning with 'https://'."
            ), Row("settings: { back: eyJh.bGci.x }", nil),
            Row(
                "settings: {}",
                "without the setting 'back' the request of 'go' is never sent | Add it to the backend, settings: { back: … }, or write {{back?}} in the contract, which leaves it out."
            ),
        ])
    func backends(_ row: Row) {
        let settings = row.text.hasPrefix("settings") ? "" : ", settings: { back: \"https://t.example/page\" }"
        let said = said(
            app: Self.app(
                "backend: { base: \"https://b.test\", \(row.text)\(settings) }\nlinks: { a: { web: \"/r?t={t}\", lives: 1h } }"
            ),
            contract: """
                settings: { back: optional }
                operations:
                  go: { request: { method: POST, url: "{{base}}/x", json: { b: "{{back}}" } }, outcomes: [{ status: 200, is: ok }] }
                """)
        let rest = "the link 'a' has neither a page nor an app address"
        let told = said?.split(separator: "\n").filter { !$0.hasPrefix(rest) } ?? []
        #expect(told == (row.says.map { [$0[...]] } ?? []))
    }

    @Test(
        "the address to which the backend sends people with a link is that of one",
        arguments: [
            Row(
                "https://www.t.example/page",
                "the backend sends people with a link to 'www.t.example', which is none of the app's hosts | \(pageAddress)"
            ),
            Row(
                "https://api.b.test/page",
                "the backend sends people with a link to 'api.b.test', which is its own host, and none of the app's hosts | \(pageAddress)"
            ),
            Row(
                "http://t.example/page",
                "the backend sends people with a link to 'http://t.example', and the pages are at 'https://' | \(pageAddress)"
            ),
            Row(
                "https://t.example",
                "the backend sends people with a link to '/', where no page receives one | \(pageAddress)"),
            Row(
                "https://t.example/.well-known/assetlinks.json",
                "the backend sends people with a link to '/.well-known/assetlinks.json', which no page answers | \(pageAddress)"
            ),
            Row(
                "https://t.example/new-password",
                "the backend sends people with a link to '/new-password', which no page answers | \(pageAddress)"),
            Row(
                "https://t.example/page.html",
                "the backend sends people with a link to '/page.html', which no page answers | \(pageAddress)"),
            Row(
                "own | https://t.example/elsewhere",
                "no page, file or link has the path '/elsewhere' | Add a page, or list it under 'elsewhere:' in app.yml if another server answers it on t.example."
            ),
            Row("https://t.example/login", nil), Row("https://t.example/page?x=1", nil), Row("t://page", nil),
            // An address to go on at, where links say one; and a team's own contract may send any address.
            Row("continue: next | https://shop.test/page", nil), Row("own | https://shop.test/home", nil),
            Row(
                "own | https://shop.test/page",
                "the backend sends people with a link to 'shop.test', which is none of the app's hosts | \(pageAddress)"
            ),
            Row(
                "http://localhost:3000/page",
                "'http://localhost:3000/page' is the visitor's own machine | \(pageAddress)"
            ),
            // A host that is refused is told alone.
            Row(
                "hosts: [\"t.example:8443\"] | https://t.example/page",
                "'t.example:8443' is not the name of a host | Write the host alone, without scheme, port and path: 't.example'."
            ),
            Row(
                "hosts: [\"https://t.example\"] | https://t.example/page",
                "'https://t.example' is not the name of a host | Write the host alone, without scheme, port and path: 't.example'."
            ),
        ])
    func redirects(_ row: Row) {
        let parts = row.text.split(separator: " | ").map(String.init)
        let (kind, address) = (parts.count > 1 ? parts[0] : "", parts[parts.count - 1])
        let contract = """
            \(kind == "own" ? "" : "standing: documented")
            \(kind.hasPrefix("continue") ? kind : "")
            settings: { back: required }
            operations:
              go: { sends: reset-password, request: { method: POST, url: "{{base}}/x", json: { e: "{{email}}", b: "{{back}}" } }, outcomes: [{ status: 200, is: ok }] }
            """
        let app = """
            \(kind.hasPrefix("hosts") ? kind : "hosts: [t.example]")
            backend: { contract: c, base: "https://api.b.test", settings: { back: "\(address)" } }
            links: { reset-password: { web: "/page?t={t}", page: page } }
            elsewhere: [/login]
            """
        let page =
            "---\ntitle: T\nlink: reset-password\nstart: { reset-password: form, none: form }\n---\n# form\nWords.\n"
        #expect(said(app: Self.app(app), page: page, named: ["c": contract]) == row.says)
    }

    private static let pageAddress = "Write https://t.example/page, the address of the link 'reset-password'."

    @Test(
        "a maximum for passwords that a built-in contract does not have is told",
        arguments: [
            Row(
                "at-most 12",
                "'at-most 12' refuses what password managers generate, and the contract 'c' has no maximum | Remove it, unless the backend refuses longer ones."
            ), Row("at-most 64", nil),
            Row(
                "at-most 72 bytes, at-most 200",
                "'at-most 200' has no effect beside 'at-most 72 bytes' | Remove it: what meets 'at-most 72 bytes' meets it too."
            ),
            Row(
                "at-least 12",
                "'at-least 8' has no effect beside 'at-least 12' | Remove it: what meets 'at-least 12' meets it too."),
        ])
    func leastMaximum(_ row: Row) {
        let contract = """
            standing: documented
            operations: { go: { request: { method: POST, url: "{{base}}/x" }, outcomes: [{ status: 200, is: ok }] } }
            """
        let app = Self.app(
            "backend: { contract: c, base: \"https://api.b.test\", password: [at-least 8, \(row.text)] }")
        #expect(said(app: app, named: ["c": contract]) == row.says)
    }

    @Test(
        "a requirement that the greatest length of a built-in contract makes superfluous is told",
        arguments: ["at-most 200", "at-most 73 bytes", "at-most 72"].map { text in
            Row(
                text,
                "'\(text)' has no effect beside 'at-most 72 bytes' of the contract 'c' | Remove it: what meets 'at-most 72 bytes' meets it too."
            )
        } + ["at-most 72 bytes", "at-most 60", "at-most 64 bytes"].map { Row($0, nil) })
    func idleMaximum(_ row: Row) {
        let contract = """
            standing: documented
            password: [at-most 72 bytes]
            operations: { go: { request: { method: POST, url: "{{base}}/x" }, outcomes: [{ status: 200, is: ok }] } }
            """
        let app = Self.app(
            "backend: { contract: c, base: \"https://api.b.test\", password: [at-least 8, \(row.text)] }")
        #expect(said(app: app, named: ["c": contract]) == row.says)
    }

    @Test(
        "the file of an environment and variables may have values for tests, and say which hosts they are for",
        arguments: [
            Row(
                "hosts: [s.example]\nbackend: { base: \"https://api.s.example\", captcha: { turnstile: 1x00000000000000000000AA } }",
                nil),
            Row(
                "hosts: [s.example]\nandroid: { sha256: [\"\(debugKeystore)\"] }\nbackend: { base: \"https://api.s.example\" }",
                nil),
            Row("hosts: [s.example]\nbackend: { base: \"https://api.s.example\" }", nil),
            Row("backend: { base: \"http://localhost:9000\" }", nil), Row("backend: { timeout: 20s }", nil),
            Row(
                "backend: { settings: { key: staging } }",
                "this 'key' is another one, and the hosts are those of app.yml | Write this environment's 'hosts:' here too, or its emails lead to the pages of app.yml."
            ),
            Row(
                "hosts: [s.example]",
                "these hosts are other ones, and the backend is that of app.yml, with its accounts | Write this environment's backend here too: backend: { base: … }"
            ),
            Row(
                "backend: { base: \"https://api.s.example\" }",
                "this backend is another one, and the hosts are those of app.yml | Write this environment's 'hosts:' here too, or its emails lead to the pages of app.yml."
            ),
        ])
    func environments(_ row: Row) throws {
        let app = Self.app(
            """
            android: { package: com.boats, sha256: ["\(Array(repeating: "A1", count: 32).joined(separator: ":"))"] }
            backend: { contract: a, base: "https://b.test", captcha: { turnstile: "${KEY}" } }
            """)
        let document = try AppFile.document(
            SourceText(file: "app.yml", text: app), overriddenBy: SourceText(file: "app.staging.yml", text: row.text),
            variables: ["KEY": "2x00000000000000000000AB"])
        var reader = AppReader(file: try AppFile(name: "test", document: document))
        _ = reader.read(pages: [])
        let texts = reader.diagnostics.map { "\($0.message) | \($0.fix ?? "")" }
        #expect(texts == [row.says].compactMap(\.self))
    }

    static let fingerprint = (0..<16).map { "A\($0 % 10):B\($0 % 10)" }.joined(separator: ":")
    static let debugKeystore =
        "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"

    @Test(
        "an address of the app with other slashes than its other addresses is told",
        arguments: [
            Row(
                "t:/page/{t}",
                "this address begins with 't:/', and the app's others with 't://' | Write t://page/{t}, unless the app reads both."
            ),
            Row(
                "t:///page/{t}",
                "this address begins with 't:///', and the app's others with 't://' | Write t://page/{t}, unless the app reads both."
            ),
            Row("t://page/{t}", nil),
        ])
    func slashes(_ row: Row) {
        let links =
            "links: { a: { web: \"/page/{t}\", app: \"\(row.text)\" }, b: { web: \"/b/{t}\", app: \"t://b/{t}\" } }"
        let says = said(app: Self.app("login: { app: \"t://login\" }\n\(links)"))
        #expect(
            says?.split(separator: "\n").first { $0.contains("slash") || $0.contains("begins with") }.map(String.init)
                == row.says)
    }

    @Test(
        "what the file of an environment removes, and pages name, is told there and nowhere else",
        arguments: [
            Row("links: { a: ~ }", "this removes 'a', which is named in page.md | "),
            Row("login: ~", "this removes 'login', which is named in page.md | "),
            Row("links: { b: ~ }", nil),
        ])
    func removals(_ row: Row) throws {
        let app = Self.app(
            "login: { app: \"t://login\" }\nlinks: { a: { web: \"/page?t={t}\", page: page }, b: { web: \"/b\", app: \"t://b\" } }"
        )
        let document = try AppFile.document(
            SourceText(file: "app.yml", text: app), overriddenBy: SourceText(file: "app.staging.yml", text: row.text))
        var reader = AppReader(file: try AppFile(name: "test", document: document))
        let page = "---\ntitle: T\nlink: a\nstart: form\n---\n# form\nWords.\n\n[Log in](app:login)\n"
        _ = reader.read(pages: [AppSources.Spec(name: "page", source: SourceText(file: "page.md", text: page))])
        let texts = reader.diagnostics.map { "\($0.file ?? ""): \($0.message) | \($0.fix ?? "")" }
        let fix = "Leave it out here: the environment then has it as app.yml does; or write another value."
        #expect(texts == [row.says.map { "app.staging.yml: \($0)\(fix)" }].compactMap(\.self))
    }

    @Test(
        "a page for something else in the place of the login is told",
        arguments: [
            Row(
                "/page",
                "nobody can log in on the page 'page', which is for something else | Write the page or the path where people log in, or remove 'web': buttons then open the app alone."
            ),
            Row(
                "/terms",
                "'/terms' is 'terms' in the footer, and nobody can log in there | Write the page or the path where people log in, or remove 'web': buttons then open the app alone."
            ),
            Row(
                "https://t.example/page",
                "nobody can log in on the page 'page', which is for something else | Write the page or the path where people log in, or remove 'web': buttons then open the app alone."
            ),
            Row(
                "https://t.example/terms",
                "'https://t.example/terms' is 'terms' in the footer, and nobody can log in there | Write the page or the path where people log in, or remove 'web': buttons then open the app alone."
            ),
            Row(
                "/reset",
                "no page, file or link has the path '/reset' | '/reset/{token}' is that of a link, with values that only its email has. Write a path without any."
            ),
            Row("/login", nil), Row("https://t.example/login", nil), Row("https://other.test/page", nil),
            Row("sign-in | /page", nil),
        ])
    func logins(_ row: Row) {
        let parts = row.text.split(separator: " | ").map(String.init)
        let name = parts.count > 1 ? parts[0] : "forgot"
        let contract =
            "operations: { \(name): { request: { method: POST, url: \"{{base}}/a\" }, outcomes: [{ status: 200, is: ok }] } }"
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { \(name): { ok: done } } }\n---\n# form\n[Go](run:\(name))\n\n# done\n[On](/login)\n"
        let app = Self.app(
            "login: { web: \(parts[parts.count - 1]) }\nfooter: { terms: /terms }\nelsewhere: [/login, /terms, \"/reset/{token}\"]\nbackend: { base: \"https://b.t.example\" }"
        )
        #expect(said(app: app, page: page, contract: contract) == row.says)
    }

    @Test(
        "a page that only opens the app in the place of the login is told",
        arguments: [
            Row(
                "[Open](app:login)",
                "nobody can log in on the page 'page', all of whose links open the app | Write the page or the path where people log in, or remove 'web': buttons then open the app alone."
            ),
            Row("[Open](app:login)\n[Log in](/login)", nil), Row("Words.", nil),
        ])
    func loginsByTheApp(_ row: Row) {
        let app = Self.app("login: { app: \"t://login\", web: /page }\nelsewhere: [/login]")
        #expect(said(app: app, page: "---\ntitle: T\nstart: form\n---\n# form\n\(row.text)\n") == row.says)
    }

    @Test(
        "a page for something else where passkeys are created or passwords are changed is told",
        arguments: [
            Row(
                "passkeys: { enroll: /page }",
                "nobody can create a passkey on the page 'page', which is for something else | Write the page or the path where people create a passkey, or remove 'enroll'."
            ),
            Row(
                "passkeys: { manage: https://t.example/terms }",
                "'https://t.example/terms' is 'terms' in the footer, and nobody can manage passkeys there | Write the page or the path where people manage passkeys, or remove 'manage'."
            ),
            Row("passkeys: { enroll: /login }", nil),
            Row(
                "change-password: page",
                "nobody can change a password on the page 'page', which is for something else | Name the page that requests a link, such as forgot-password."
            ),
        ])
    func otherPages(_ row: Row) {
        let contract =
            "operations: { resend: { sends: verify-email, request: { method: POST, url: \"{{base}}/a\" }, outcomes: [{ status: 200, is: ok }] } }"
        let page =
            "---\ntitle: T\nstart: form\nstates: { form: { resend: { ok: done } } }\n---\n# form\n[Go](run:resend)\n\n# done\n[On](/login)\n"
        let app = Self.app(
            "\(row.text)\nfooter: { terms: /terms }\nelsewhere: [/login, /terms]\nbackend: { base: \"https://b.t.example\" }"
        )
        #expect(said(app: app, page: page, contract: contract) == row.says)
    }

    @Test(
        "a login on a host that an environment has not is told",
        arguments: [
            Row(
                "hosts: [s.example]\nbackend: { base: \"https://api.s.example\" }",
                "in this environment 'login.web' leads to 't.example', which is a host of app.yml alone | Write the path alone in app.yml, or this environment's 'login:' here."
            ),
            Row(
                "hosts: [s.example]\nbackend: { base: \"https://api.s.example\" }\nlogin: { web: https://s.example/ }",
                nil),
            Row("backend: { timeout: 20s }", nil),
        ])
    func loginsOfEnvironments(_ row: Row) throws {
        let app = Self.app("backend: { base: \"https://b.test\" }\nlogin: { web: https://t.example/ }")
        let document = try AppFile.document(
            SourceText(file: "app.yml", text: app), overriddenBy: SourceText(file: "app.staging.yml", text: row.text))
        var reader = AppReader(file: try AppFile(name: "test", document: document))
        _ = reader.read(pages: [])
        let texts = reader.diagnostics.map { "\($0.message) | \($0.fix ?? "")" }
        #expect(texts == [row.says].compactMap(\.self))
    }

    @Test(
        "a backend for tests beside hosts of visitors is told",
        arguments: [
            Row("api.staging.t.example", "staging"), Row("api-dev.t.example", "dev"), Row("qa.api.t.example", "qa"),
            Row("api.t.example", nil), Row("api.t.dev", nil), Row("testimony.t.example", nil),
            Row("hosts: [staging.t.example]\n|api.staging.t.example", nil),
        ])
    func testBackends(_ row: Row) {
        let parts = row.text.split(separator: "|").map(String.init)
        let app = Self.app(
            (parts.count > 1 ? parts[0] : "") + "backend: { base: \"https://\(parts[parts.count - 1])\" }")
        let contract =
            "operations: { go: { request: { method: POST, url: \"{{base}}/go\" }, outcomes: [{ status: 200, is: ok }] } }"
        let told = row.says.map { label in
            "'\(parts[parts.count - 1])' is a backend for tests by its name, '\(label)', and visitors come to 't.example' | Write the address of the backend that they have; this one belongs into the file of an environment, such as app.staging.yml."
        }
        #expect(said(app: app, contract: contract) == told)
    }

    @Test(
        "a base URL of another part of the backend, or of another site, is told",
        arguments: [
            Row(
                "base: \"https://vendor-host.com/x\"",
                "'https://vendor-host.com/x' is not where this backend answers requests | Write https://YOUR-PROJECT.vendor.co"
            ),
            Row(
                "base: \"https://project.vendoruploads.co\"",
                "'https://project.vendoruploads.co' is not where this backend answers requests | Write https://YOUR-PROJECT.vendor.co"
            ),
            Row(
                "base: \"https://auth.t.example/admin\"",
                "'/admin' is for people, and no request is answered there | Write https://auth.t.example"),
            Row(
                "base: \"https://auth.t.example/docs/\"",
                "'/docs' is for people, and no request is answered there | Write https://auth.t.example"),
            Row(
                "base: \"https://auth.t.example/v1/dashboard\"",
                "'/dashboard' is for people, and no request is answered there | Write https://auth.t.example/v1"),
            Row(
                "base: \"https://auth.t.example/realms/boats\", settings: { realm: boats }",
                "the requests to '{{base}}/realms/boats/go' would have '/boats' twice | Write https://auth.t.example"),
            Row(
                "base: \"https://auth.t.example/realms\", settings: { realm: boats }",
                "the requests to '{{base}}/realms/boats/go' would have '/realms' twice | Write https://auth.t.example"),
            Row(
                "base: \"https://boats.fly.dev\"",
                "'boats.fly.dev' is on another site than 't.example', so that no page can read its cookie 'XSRF-TOKEN' | Serve the backend below the pages' domain, such as on api.t.example."
            ),
            Row(
                "base: \"https://api.boats.com\"",
                "'api.boats.com' is on another site than 't.example', so that no page can read its cookie 'XSRF-TOKEN' | Serve the backend below the pages' domain, such as on api.t.example."
            ),
            Row(
                "base: \"https://t.example\"",
                "'t.example' serves the pages, and the requests to '{{base}}/realms/ships/go' go there too | Write where the backend is, unless a proxy on this host passes these requests on."
            ),
            Row(
                "base: \"https://a.vendor.co\", settings: { realm: \(token) }",
                "this key is for the project 'zebra', and 'base' has 'a' | Write both from one project.\n'a.vendor.co' is on another site than 't.example', so that no page can read its cookie 'XSRF-TOKEN' | Serve the backend below the pages' domain, such as on api.t.example."
            ),
            Row(
                "base: \"https://zebra.vendor.co\", settings: { realm: \(token) }",
                "'zebra.vendor.co' is on another site than 't.example', so that no page can read its cookie 'XSRF-TOKEN' | Serve the backend below the pages' domain, such as on api.t.example."
            ),
            Row(
                "base: \"https://auth.t.example//v1\"",
                "'https://auth.t.example//v1' has two slashes in a row in its path | Write https://auth.t.example/v1"),
            Row(
                "base: \"https://auth.t.example/v1/v1\"",
                "'https://auth.t.example/v1/v1' has '/v1' twice in a row | Write https://auth.t.example/v1"),
            Row(
                "base: \"https://auth.t.example/auth/jwt/create\"",
                "'/jwt/create' is one of the backend's requests, and 'base' is what all of them begin with | Write https://auth.t.example/auth"
            ),
            Row(
                "base: \"https://auth.t.example/sign-in\"",
                "'/sign-in' is one of the backend's requests, and 'base' is what all of them begin with | Write https://auth.t.example"
            ),
            Row(
                "base: \"https://boats.eu.auth0.com\"",
                "'boats.eu.auth0.com' is a host of Auth0, and the contract is 'vendor' | Write 'contract: auth0' if this is the app's backend, and else the address of its own."
            ),
            Row(
                "base: \"https://cognito-idp.eu-west-1.amazonaws.com\"",
                "'cognito-idp.eu-west-1.amazonaws.com' is a host of Amazon Cognito, and the contract is 'vendor' | Write 'contract: cognito' if this is the app's backend, and else the address of its own."
            ),
            Row(
                "base: \"https://identitytoolkit.googleapis.com\"",
                "'identitytoolkit.googleapis.com' is a host of Firebase, and the contract is 'vendor' | Write 'contract: firebase' if this is the app's backend, and else the address of its own."
            ),
            Row(
                "base: \"https://boats.clerk.accounts.dev/v1\"",
                "'boats.clerk.accounts.dev' is a host of Clerk, and the contract is 'vendor' | Write the backend's own address; Clerk needs a contract of your own: latchkey add contract NAME"
            ),
            Row("base: \"https://auth.t.example/v1\", settings: { realm: docs }", nil),
            Row(
                "base: \"https://t.example/auth\"",
                "'t.example' serves the pages, and the requests to '{{base}}/realms/ships/go' go there too | Write where the backend is, unless a proxy on this host passes these requests on."
            ), Row("base: \"https://api.t.example\"", nil),
        ])
    func otherBases(_ row: Row) {
        let contract = """
            standing: documented
            base: "https://*.vendor.co"
            settings: { realm: required }
            operations:
              go:
                request: { method: POST, url: "{{base}}/realms/{{realm}}/go" }
                outcomes: [{ status: 200, is: ok, keep: { csrf: cookie XSRF-TOKEN } }]
            """
        let settings = row.text.hasSuffix("}") ? "" : ", settings: { realm: ships }"
        let app = Self.app("backend: { contract: vendor, \(row.text)\(settings) }")
        #expect(said(app: app, named: ["vendor": contract]) == row.says)
    }

    @Test(
        "a vendor's address without a project's own part is told",
        arguments: [
            Row("https://idp.vendor.com", "https://idp.YOUR-REGION.vendor.com"),
            Row("https://idp.eu.vendor.com", nil),
            Row("https://idp-eu.vendor.com", "https://idp.YOUR-REGION.vendor.com"),
        ])
    func missingRegions(_ row: Row) {
        let contract = """
            standing: documented
            base: "https://idp.*.vendor.com"
            operations:
              go: { request: { method: POST, url: "{{base}}/go" }, outcomes: [{ status: 200, is: ok }] }
            """
        let told = said(app: Self.app("backend: { contract: v, base: \"\(row.text)\" }"), named: ["v": contract])
        #expect(told == row.says.map { "'\(row.text)' is not where this backend answers requests | Write \($0)" })
    }

    @Test(
        "a base URL without the path that servers usually have is noted, and hosts below one domain are of one site",
        arguments: [
            Row(
                "https://api.t.example",
                "'https://api.t.example' has no path, and this backend's requests usually begin with '/api/auth' | Write https://api.t.example/api/auth if yours do."
            ),
            Row("https://api.t.example/accounts", nil), Row("https://api.t.example/api/auth", nil),
            Row("http://localhost:8000", nil),
        ])
    func usualPaths(_ row: Row) {
        let contract = """
            standing: documented
            base: "https://*/api/auth"
            operations:
              go: { request: { method: POST, url: "{{base}}/go" }, outcomes: [{ status: 200, is: ok }] }
            """
        let app = Self.app("backend: { contract: server, base: \"\(row.text)\" }")
        #expect(said(app: app, named: ["server": contract]) == row.says)
    }

    @Test(arguments: [
        ("app.boats.com", "boats.com"), ("boats.com", "boats.com"), ("app.boats.co.uk", "boats.co.uk"),
        ("boats.com.au", "boats.com.au"), ("a.b.boats.org.nz", "boats.org.nz"), ("app.boats.io", "boats.io"),
        ("localhost", "localhost"),
    ])
    func registrable_domain_is_below_the_second_level(_ host: String, _ domain: String) {
        #expect(RegistrableDomain.of(host) == domain)
    }

    /// `{"ref":"zebra"}`
    static let token = "eyJhbGciOiJIUzI1NiJ9.eyJyZWYiOiJ6ZWJyYSJ9.c2lnbmF0dXJl"

    @Test(
        "an address in the app that opens no app is told, of the login as of a link",
        arguments: [
            Row(
                "https://t.example/page",
                "an address in the app begins with a scheme of its own | Begin it with 'myapp://'."),
            Row(
                "http://t.example/page",
                "an address in the app begins with a scheme of its own | Begin it with 'myapp://'."),
            Row(
                "/elsewhere",
                "an address in the app begins with a scheme of its own | Begin it with 'myapp://'."),
            Row(
                "page",
                "an address in the app begins with a scheme of its own | Write it with the app's own scheme, such as myapp://page"
            ),
            Row(
                "t.example/page",
                "an address in the app begins with a scheme of its own | Write it with the app's own scheme, such as myapp://t.example/page"
            ), Row("t://page", nil), Row("com.t.app://page", nil),
        ])
    func appAddresses(_ row: Row) {
        #expect(
            said(app: Self.app("login: { app: \"\(row.text)\" }"))
                == row.says?.replacing(
                    "| Begin it with", with: "| Write it under 'web' if people log in there; else begin it with"))
        let link = said(app: Self.app("links: { a: { web: \"/page\", app: \"\(row.text)\", page: page } }"))
        #expect(link == row.says)
    }

    @Test(
        "what other tools mean by a key or a notation is told",
        arguments: [
            Row(
                "theme: { dark: { accent: \"#FFFFFF\" } }",
                "unknown key 'dark' | Remove it: the colours for dark mode are made of 'accent'; a picture for it is logo: { light: …, dark: … }."
            ),
            Row(
                "passkeys: yes",
                "expected a mapping, found 'yes' | Write, for example, passkeys: { enroll: https://account.harbour.example/passkeys/new }"
            ),
            Row(
                "passkeys: {}",
                "missing key 'enroll' | Add it, for example: enroll: https://account.harbour.example/passkeys/new"),
            Row(
                "redirect_to: [\"https://www.t.app/\"]",
                "unknown key 'redirect_to' | Did you mean 'continue'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links."
            ),
            Row(
                "ios: { bundle-id: com.t.app }",
                "unknown key 'bundle-id' | Write 'app-id', with the team's ID, a dot and the bundle identifier: ABCDE12345.com.t.app"
            ),
            Row(
                "ios: { store: \"https://apps.apple.com/us/app/x2/id1611223344?mt=8\" }",
                "missing key 'app-id' | Add it, for example: app-id: ABCDE12345.example.harbour\nexpected a whole number, found the text 'https://apps.apple.com/us/app/x2/id16112…' | Write the number alone: 1611223344"
            ),
            Row("login: {}", "missing key 'app' | Add it, for example: app: harbour://login"),
            Row(
                "backend: firebase",
                "expected a mapping, found 'firebase' | Write backend: { contract: firebase }"),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { recaptcha-enterprise: 6Lc } }",
                "'recaptcha-enterprise' is not supported | Write another provider: 'recaptcha' is version 2 with its checkbox, which needs a key of its own."
            ),
            Row(
                "ios: { team-id: 7QK4M2X9TB, bundle-id: com.t.app }",
                "unknown key 'team-id' | Write 'app-id', with the team's ID, a dot and the bundle identifier: 7QK4M2X9TB.com.t.app\nunknown key 'bundle-id' | Write 'app-id', with the team's ID, a dot and the bundle identifier: 7QK4M2X9TB.com.t.app"
            ),
            Row(
                "theme: { primary: \"#FFFFFF\" }",
                "unknown key 'primary' | Did you mean 'accent'? The keys here are accent, background, header, radius, error, success, logo, icon, type, font."
            ),
            Row(
                "links: { a: { web: \"/page?t={t}\", page: page, expires: 1h } }",
                "unknown key 'expires' | Did you mean 'lives'? The keys here are web, app, page, lives, landing."),
            Row(
                "backend: { provider: a, base: \"https://b.test\" }",
                "unknown key 'provider' | Did you mean 'contract'? The keys here are contract, base, timeout, resend-after, retry-after, settings, captcha, password."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", password: \"min:9|symbols\" }",
                "expected a list, found the text 'min:9|symbols' | Write [at-least 9, special]."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", password: \"required|min:8|mixedCase|numbers\" }",
                "expected a list, found the text 'required|min:8|mixedCase|numbers' | Write [at-least 8, upper, lower, digit]."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", password: \"minlength: 8; required: digit\" }",
                "expected a list, found the text 'minlength: 8; required: digit' | Write [at-least 8, digit]."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", password: at-least 8 }",
                "expected a list, found 'at-least 8' | Write [at-least 8]."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", password: { min: 8, special: true, digit: false } }",
                "expected a list, found a mapping | Write [at-least 8, special]."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", password: 8 }",
                "expected a list, found '8' | Write [at-least 8]."),
            Row(
                "backend: { contract: a, base: \"https://b.test\", password: at-least 9 special }",
                "expected a list, found 'at-least 9 special' | Write a list of at-least 8, at-most 128, at-most 72 bytes, upper, lower, digit, special or uncommon."
            ),
            Row(
                "backend: { contract: a, base: \"https://b.test\", password: [at least 10 characters, max-length 72 bytes] }",
                "'at least 10 characters' is not a requirement | Write at-least 10.\n'max-length 72 bytes' is not a requirement | Write at-most 72 bytes."
            ),
            Row(
                "ios: { app-id: 7qk4m2x9tb.com.t }",
                "'7qk4m2x9tb.com.t' is not an application identifier | Write '7QK4M2X9TB.com.t': a team's ten characters are capital letters and digits."
            ),
            Row(
                "ios: { app-ids: [7QK4M2X9Tb.com.t] }",
                "'7QK4M2X9Tb.com.t' is not an application identifier | Write '7QK4M2X9TB.com.t': a team's ten characters are capital letters and digits."
            ),
            Row(
                "ios: { app-id: 7QK4M2X9TB-com.t }",
                "'7QK4M2X9TB-com.t' is not an application identifier | Write '7QK4M2X9TB.com.t': a team's ten characters are capital letters and digits."
            ),
            Row(
                "ios: { app-id: \"7QK4M2X9TB. com.t \" }",
                "'7QK4M2X9TB. com.t ' is not an application identifier | Write '7QK4M2X9TB.com.t': a team's ten characters are capital letters and digits."
            ),
            Row(
                "ios: { app-id: com.t.app.7QK4M2X9TB }",
                "'com.t.app.7QK4M2X9TB' is not an application identifier | Write '7QK4M2X9TB.com.t.app': a team's ten characters are capital letters and digits."
            ),
            Row(
                "ios: { app-id: 7QK4M2X9T.com.t }",
                "'7QK4M2X9T.com.t' is not an application identifier | Write the team's ten characters: '7QK4M2X9T' has 9."
            ),
            Row(
                "ios: { app-id: 7QK4M2X9TBA.com.t }",
                "'7QK4M2X9TBA.com.t' is not an application identifier | Write the team's ten characters: '7QK4M2X9TBA' has 11."
            ),
            Row(
                "ios: { app-id: 7QK4M2X9TB }",
                "'7QK4M2X9TB' is not an application identifier | Write a dot and the bundle identifier behind the team: '7QK4M2X9TB.com.example.app'."
            ),
            Row(
                "ios: { app-id: \"7QK4M2X9TB.*\" }",
                "'7QK4M2X9TB.*' is not an application identifier | Write each app whole, further ones under 'app-ids': '*' is for provisioning profiles."
            ),
            Row(
                "ios: { app-id: $(AppIdentifierPrefix)com.t }",
                "'$(AppIdentifierPrefix)com.t' is not an application identifier | Write the ten characters of the team and a dot in place of '$(AppIdentifierPrefix)', which Xcode fills in."
            ),
            Row(
                "ios: { app-id: com.t.application }",
                "'com.t.application' is not an application identifier | Write the team's ten characters and a dot in front of it: 'ABCDE12345.com.t.application'."
            ),
            Row(
                "android:\n  packages:\n    - package: com.t\n      sha256: [\"\(debugKeystore)\"]\n    - package: com.t.beta\n  sha256: [\"\(debugKeystore)\"]",
                "'sha256' belongs to the package 'com.t.beta', which lacks it | Move it into the item on line 7."),
            Row(
                "android:\n  packages:\n    - sha256: [\"\(debugKeystore)\"]\n  package: com.t",
                "'package' belongs to an item of 'packages', which lacks it | Move it into the item on line 5."),
            Row(
                "android:\n  packages:\n    - package: com.t\n    - package: com.t.beta\n  sha256: [\"\(debugKeystore)\"]",
                "'sha256' belongs to one of the items of 'packages', and 2 lack it | Move it into the item that it belongs to, and write the others' there."
            ),
            Row(
                "android:\n  packages:\n    - package: com.t\n      sha256: [\"\(debugKeystore)\"]\n  sha256: [\"\(debugKeystore)\"]",
                "'package' and 'sha256' need each other | Move both into an item of 'packages', or remove this."),
            Row(
                "links: { a: { web: \"/page?t=${token}\", page: page } }",
                "'${token}' is not how a parameter is written here | Write it as {token}."),
            Row(
                "links: { a: { web: \"/page/${userId}\", page: page } }",
                "'${userId}' is not how a parameter is written here | Write it as {userId}."),
            Row(
                "links: { a: { web: \"/page?t=$${token}\", page: page } }",
                "'/page?t=$${token}' is not how a parameter is written here | Write it as {token}."),
            Row(
                "ios: { app-id: 7QK4M2X9TB.com.t.the_app }",
                "'7QK4M2X9TB.com.t.the_app' is not an application identifier | Write it without '_', which only Android's application IDs have: the two may differ."
            ),
            Row(
                "links: { a: { web: \"/page?t={t}?u={u}\", page: page } }",
                "only the first '?' begins a query | Write '&' between items."),
            Row(
                "links: { a: { web: \"/page?from=a&b&t={t}\", page: page } }",
                "an item of the query is a name and a value | Write it like 'token={token}' or 'type=recovery', or the '&' before it as '%26' if the value contains it."
            ),
            Row(
                "links: { a: { web: \"/page?t={t}&\", page: page } }",
                "an item of the query is a name and a value | Remove the '&' that no item stands beside."),
            Row(
                "passkeys: { enroll: \"t://passkeys\" }",
                "a link cannot have the scheme 't:' | Write a path such as /terms, or an https address."),
            Row(
                "passkeys: { enroll: \"http://t.example/passkeys\" }",
                "a link cannot have the scheme 'http:' | Write https://t.example/passkeys."),
            Row(
                "continue: true",
                "expected a list, found 'true' | Write, for example, continue: [https://shop.harbour.example/account]"),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { turnstile: [0x4AAAAAAADnPIDROrmt1Wwj] } }",
                "expected text, found a list | Write it without the brackets: 0x4AAAAAAADnPIDROrmt1Wwj"),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: { turnstile: } }",
                "expected text, found nothing | Write the value after the ':', or remove the key."),
            Row("login: [/login]", "expected a mapping, found a list | Write login: { web: /login }"),
            Row(
                "backend: { contract: a, base: \"https://b.test\", captcha: [turnstile] }",
                "the provider is the key of 'captcha', and the site key its value | Write captcha: { turnstile: … }, with the site key behind the ':'."
            ),
            Row(
                "links: { a: { web: \"/page/{uid?}\", page: page } }",
                "'{uid?}' is not how a parameter is written here | Write it as {uid}."
            ),
            Row(
                "links: { a: { web: \"/page?t={t}&lang={lang?}\", page: page } }",
                "'{lang?}' is not how a parameter is written here | Leave it out: every parameter is required, and a link may have further items."
            ),
        ])
    func notationsOfOthers(_ row: Row) {
        #expect(said(app: Self.app(row.text)) == row.says)
    }

    @Test(
        "an address to go on at that another one covers is told",
        arguments: [
            Row("[\"https://shop.t.app\", \"https://shop.t.app/\"]", "https://shop.t.app"),
            Row("[\"https://shop.t.app/a\", \"https://shop.t.app/a\"]", "https://shop.t.app/a"),
            Row("[\"https://shop.t.app/a/b\", \"https://shop.t.app/a\"]", "https://shop.t.app/a"),
            Row("[\"https://shop.t.app/ab\", \"https://shop.t.app/a\"]", nil),
            Row("[\"https://shop.t.app\", \"https://shop.t.app.io\"]", nil),
        ])
    func continuations(_ row: Row) {
        let contract = """
            continue: next
            operations:
              go: { request: { method: POST, url: "{{base}}/go" }, outcomes: [{ status: 200, is: ok }] }
            """
        let app = Self.app("continue: \(row.text)\nbackend: { base: \"https://api.t.example\" }")
        let says = row.says.map {
            "this is at or below '\($0)', which is listed too | Remove one of the two: an address is for all below it."
        }
        #expect(said(app: app, contract: contract) == says)
    }

    @Test(
        "a template's words for its reader, and an emoji by name, are told in a title",
        arguments: [
            Row(
                "[Your company] account",
                "'[Your company]' is shown literally here | Write the words themselves."),
            Row(
                "Log in to [APP NAME]",
                "'[APP NAME]' is shown literally here | Write the words themselves."),
            Row("[insert title]", "'[insert title]' is shown literally here | Write the words themselves."),
            Row(":lock: Log in", "':lock:' is shown literally here | Write the emoji itself, such as 🎉."),
            Row("Log in :wave:", "':wave:' is shown literally here | Write the emoji itself, such as 🎉."),
            Row("At 10:30:00 [new]", nil), Row("Note: a : b", nil),
        ])
    func titlesOfTemplates(_ row: Row) {
        #expect(said(page: "---\ntitle: '\(row.text)'\nstart: form\n---\n# form\nWords.\n") == row.says)
    }
}
