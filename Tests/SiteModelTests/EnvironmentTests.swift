import AppLinks
import Branding
import Colors
import Diagnostics
import LinkDefinitions
import SiteModel
import TestSupport
import Testing

@Suite("Environments") struct EnvironmentTests {
    private static let app = """
        name: Harbour
        hosts: [harbour.example, www.harbour.example]
        support: help@harbour.example
        theme: { accent: "#112233", radius: 8 }
        backend:
          contract: mine
          base: https://api.harbour.example
          settings: { one: a, two: b }
        links:
          reset: { web: "/reset?token={token}", page: reset, lives: 1h }
        """
    private static let page = "---\ntitle: T\nlink: reset\nstart: form\n---\n# form\nWords.\n"

    private func read(
        _ override: String?, env: String? = "staging", app: String = Self.app, page: String = Self.page,
        variables: [String: String] = [:]
    ) throws -> App {
        let folder = try TemporaryFolder()
        try folder.write(app, to: "Site/harbour/app.yml")
        try folder.write(page, to: "Site/harbour/reset.md")
        if let override { try folder.write(override, to: "Site/harbour/app.staging.yml") }
        let environment = SiteEnvironment(name: env, variables: variables)
        do {
            return try #require(
                try SiteReader.read("\(folder.path)/Site", environment: environment).site.apps.first)
        } catch let report as DiagnosticReport {
            let text = DiagnosticPrinter(colors: false).text(report)
            throw Told(text: text.split(separator: folder.path + "/", omittingEmptySubsequences: false).joined())
        }
    }

    private struct Told: Error, Equatable { let text: String }

    @Test("mappings are merged key by key, everything else is replaced, and null removes a key")
    func merges() throws {
        let app = try read(
            """
            hosts: [staging.harbour.example]
            support: null
            theme: { radius: 12 }
            backend: { base: https://staging.harbour.example, settings: { two: c, one: ~ } }
            links: { reset: { lives: 5m } }
            local: true
            """)
        #expect(app.hosts == ["staging.harbour.example"])
        #expect(app.title == "Harbour")
        #expect(app.support == nil)
        #expect(app.theme.radius == 12)
        #expect(app.theme.accent.hex == "#112233")
        #expect(app.backend?.contract == "mine")
        #expect(app.backend?.base == "https://staging.harbour.example")
        #expect(app.backend?.settings == ["two": "c"])
        #expect(app.linkSet.links.first?.lifetime == 300)
        #expect(app.linkSet.links.first?.web.map(\.text) == ["/reset?token={token}"])
        #expect(app.isLocal)
    }

    @Test("an environment's file is read only if the environment is named and the file has keys")
    func unread() throws {
        #expect(try read("- this is no mapping", env: nil).theme.radius == 8)
        #expect(try read("# nothing yet", env: "staging").theme.radius == 8)
    }

    @Test(
        "a mistake is told where the value was written",
        arguments: [
            (
                "login: { pap: x }",
                """
                Site/harbour/app.staging.yml:1:10: error: unknown key 'pap'
                  1 | login: { pap: x }
                    |          ^
                  fix: Did you mean 'app'? The keys here are app, web.

                """
            ),
            (
                "hots: [a.example]",
                """
                Site/harbour/app.staging.yml:1:1: error: unknown key 'hots'
                  1 | hots: [a.example]
                    | ^
                  fix: Did you mean 'hosts'? The keys here are name, hosts, support, reply-to, sender, postal-address, language, languages, theme, footer, login, change-password, passkeys, elsewhere, continue, local, preview, ios, android, backend, links.

                """
            ),
            (
                "theme: { radius: 99 }",
                """
                Site/harbour/app.staging.yml:1:18: error: a radius of 99 is out of range
                  1 | theme: { radius: 99 }
                    |                  ^
                  fix: Write a number of pixels from 0 to 48.

                """
            ),
            (
                "hosts: null",
                """
                Site/harbour/app.staging.yml:1:1: error: this removes the required key 'hosts'
                  1 | hosts: null
                    | ^
                  fix: Give it a value, or leave it out here.

                """
            ),
            (
                "backend:\n  # base: https://b.example",
                """
                Site/harbour/app.staging.yml:1:1: error: 'backend' has no value here, which would remove that of app.yml
                  1 | backend:
                    | ^
                  fix: Write 'backend: null' to remove it, or its value; without this line it is as in app.yml.

                """
            ),
            (
                "hosts:",
                """
                Site/harbour/app.staging.yml:1:1: error: 'hosts' has no value here, which would remove that of app.yml
                  1 | hosts:
                    | ^
                  fix: Write its value; or remove the line, and it is as in app.yml.

                """
            ),
            (
                "links: { reset: { lives: } }",
                """
                Site/harbour/app.staging.yml:1:19: error: 'lives' has no value here, which would remove that of app.yml
                  1 | links: { reset: { lives: } }
                    |                   ^
                  fix: Write 'lives: null' to remove it, or its value; without this line it is as in app.yml.

                """
            ),
            (
                "change-password: rest",
                """
                Site/harbour/app.staging.yml:1:18: error: there is no page 'rest'
                  1 | change-password: rest
                    |                  ^
                  fix: Did you mean 'reset'?

                """
            ),
            (
                "[a, b]",
                """
                Site/harbour/app.staging.yml:1:1: error: expected a mapping, found a list
                  1 | [a, b]
                    | ^
                  fix: Write, for example, name: Harbour

                """
            ),
            (
                "base: ${API}\nbackend: { base: ${API} }",
                """
                Site/harbour/app.staging.yml:2:19: error: expected ',' or '}', found '{'
                  2 | backend: { base: ${API} }
                    |                   ^
                  fix: Quote the text, since [ ] { } and , end it inside of brackets.

                """
            ),
            (
                "links: { rset: { lives: 10m } }",
                """
                Site/harbour/app.staging.yml:1:16: error: app.yml has no link 'rset' to change
                  1 | links: { rset: { lives: 10m } }
                    |                ^
                  fix: Did you mean 'reset'?

                """
            ),
        ])
    func mistakes(override: String, told: String) throws {
        #expect(throws: Told(text: told)) { try read(override) }
    }

    @Test("an unknown environment is reported with the known ones")
    func unknown() throws {
        let none = "Site: error: no app has an environment 'qa'\n  fix: There is staging.\n"
        #expect(throws: Told(text: none)) { try read("local: true", env: "qa") }
        let near = "Site: error: no app has an environment 'stagin'\n  fix: Did you mean 'staging'?\n"
        #expect(throws: Told(text: near)) { try read("local: true", env: "stagin") }
        let path = "Site: error: no app has an environment '../staging'\n  fix: Did you mean 'staging'?\n"
        #expect(throws: Told(text: path)) { try read("local: true", env: "../staging") }
        let empty =
            "Site: error: no app has an environment 'staging'\n  fix: There is none: add app.staging.yml beside an app.yml.\n"
        #expect(throws: Told(text: empty)) { try read(nil, env: "staging") }
    }

    @Test(
        "what other systems call production is app.yml itself",
        arguments: ["production", "prod", "Production", "live", "release", "main", "default"])
    func production(name: String) throws {
        let told =
            "Site: error: no app has an environment '\(name)'\n  fix: Leave '--env' out: production is app.yml itself."
        #expect(throws: Told(text: "\(told) There is staging.\n")) { try read("local: true", env: name) }
        #expect(throws: Told(text: "\(told)\n")) { try read(nil, env: name) }
    }

    @Test(
        "a file that is probably the environment's is named",
        arguments: [
            "app-staging.yml", "app_staging.yml", "staging.yml", "app.staging.yaml", "app.Staging.yml",
            "app.yml.staging",
            "staging.app.yml", "staging-app.yml",
        ])
    func misnamed(file: String) throws {
        #expect(try fixes(for: file) == ["Rename Site/a/\(file) to app.staging.yml."])
    }

    @Test(
        "a file that is probably the environment's and lies elsewhere is named",
        arguments: ["environments/staging.yml", "config/app.staging.yml", "staging/app.yml", "public/app.staging.yml"])
    func misplaced(file: String) throws {
        #expect(try fixes(for: file) == ["Move Site/a/\(file) to Site/a/app.staging.yml."])
    }

    /// What to do about an environment that no app has, beside a file with a path in an app's folder.
    private func fixes(for file: String) throws -> [String?]? {
        let folder = try TemporaryFolder()
        try folder.write("name: T\nhosts: [t.example]\n", to: "Site/a/app.yml")
        try folder.write("name: U", to: "Site/a/\(file)")
        let report = #expect(throws: DiagnosticReport.self) {
            try SiteReader.read("\(folder.path)/Site", environment: SiteEnvironment(name: "staging"))
        }
        return report?.diagnostics.filter { $0.code == "unknown-environment" }.map {
            $0.fix?.replacing("\(folder.path)/", with: "")
        }
    }

    @Test(
        "keys below the environment's name in its own file are told to stand at the beginning of their lines",
        arguments: [
            (
                "staging:\n  name: U",
                "Write what is under it at the beginning of its lines: app.staging.yml is for '--env staging' alone."
            ),
            ("production:\n  name: U", "Write what is under it into app.yml beside this file, which is for visitors."),
            (
                "default:\n  name: U",
                "Write what is under it at the beginning of its lines: app.staging.yml is for '--env staging' alone."
            ),
            (
                "hosts: [s.example]\ndefault:\n  name: U",
                "Write what is under it into app.yml beside this file, which is for visitors."
            ),
            (
                "default: &default\n  name: U\nother:\n  <<: *default\n  hosts: [s.example]",
                "Write what is under it at the beginning of its lines: app.staging.yml is for '--env staging' alone."
            ),
            ("env: staging", "Remove it: the name of a file says the environment, such as app.staging.yml."),
        ])
    func nested(override: String, fix: String) throws {
        let report = #expect(throws: Told.self) { try read(override, env: "staging") }
        #expect(report?.text.contains("fix: \(fix)\n") == true, "\(report?.text ?? "")")
    }

    @Test("an app without the environment's file is read from app.yml alone")
    func without() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] { try folder.write("name: T\nhosts: [\(name).example]\n", to: "Site/\(name)/app.yml") }
        try folder.write("name: U", to: "Site/b/app.staging.yml")
        try folder.write("name: V", to: "Site/b/app.production.yml")
        let site = try SiteReader.read("\(folder.path)/Site", environment: SiteEnvironment(name: "staging")).site
        #expect(site.apps.map(\.title) == ["T", "U"])
    }

    // MARK: - Variables

    @Test("a variable can be a value, a part of one, and a number")
    func variables() throws {
        let app = try read(
            """
            name: "$${NAME} is ${NAME}, $ and {}"
            theme: { accent: "${HEX}" }
            backend: { base: "https://${HOST}/v1" }
            postal-address: ["${STREET}", Bristol]
            """,
            variables: ["NAME": "Quay", "HEX": "#445566", "HOST": "x.example", "STREET": "1 Quay St: #4"])
        #expect(app.title == "${NAME} is Quay, $ and {}")
        #expect(app.theme.accent.hex == "#445566")
        #expect(app.backend?.base == "https://x.example/v1")
        #expect(app.postalAddress == ["1 Quay St: #4", "Bristol"])
        let number = try read("theme:\n  radius: ${RADIUS}\n", variables: ["RADIUS": "20"])
        #expect(number.theme.radius == 20)
    }

    @Test("a variable that is overridden need not be set")
    func overridden() throws {
        let app = try read("name: Staging", app: Self.app.replacing("name: Harbour", with: "name: ${NAME}"))
        #expect(app.title == "Staging")
    }

    @Test(
        "a variable that cannot be used is told by its name alone",
        arguments: [
            (
                "is not set", nil,
                "Set it where this command runs, or write '$${API_KEY}' for the text '${API_KEY}' itself."
            ),
            ("is empty", "", "Give it a value where this command runs, or remove its key."),
            (
                "has a line break or another control character, or is not UTF-8", "s3cret\nvalue",
                "Give it a value of one line where this command runs."
            ),
        ] as [(String, String?, String)])
    func unusable(fault: String, value: String?, fix: String) throws {
        let told = """
            Site/harbour/app.staging.yml:1:15: error: the environment variable 'API_KEY' \(fault)
              1 | support: help@${API_KEY}.example
                |               ^
              fix: \(fix)

            """
        #expect(throws: Told(text: told)) {
            try read(
                "support: help@${API_KEY}.example", variables: value.map { ["API_KEY": $0] } ?? [:])
        }
    }

    @Test("a default of a variable is told as what it is", arguments: [":-quay", "-quay", ":=quay", ":?quay", "-"])
    func defaults(rest: String) throws {
        let told = """
            Site/harbour/app.staging.yml:1:16: error: a variable has no default here: what follows 'HOST' is no part of its name
              1 | support: "help@${HOST\(rest)}.example"
                |                ^
              fix: Write ${HOST}, and set it where this command runs.

            """
        #expect(throws: Told(text: told)) {
            try read("support: \"help@${HOST\(rest)}.example\"", variables: ["HOST": "hunter2"])
        }
    }

    @Test("a path from a variable that leads nowhere is quoted as it is written", arguments: ["/${KEY}", "/a/${KEY}"])
    func paths(written: String) throws {
        let told = """
            Site/harbour/app.staging.yml:1:18: error: no page, file or link has the path '\(written)'
              1 | footer: { terms: "\(written)" }
                |                  ^
              fix: Write https:// and a host in front if it is on another site. Else add a page, or list it under 'elsewhere:' in app.yml if another server answers it on harbour.example, or put the file into 'Site/harbour/public'.

            """
        #expect(throws: Told(text: told)) {
            try read("footer: { terms: \"\(written)\" }", variables: ["KEY": "hunter2"])
        }
    }

    // MARK: - Keys

    @Test(
        "a key that gives more than a visitor may do is told and not shown",
        arguments: [
            ("sb_secret_N7UND0UgjKTVKUODkm0Hgxg01", "a secret key of Supabase"),
            ("sbp_0123456789abcdef0123456789abcdef01234567", "an access token of Supabase"),
            ("ghp_0123456789abcdefghijABCDEFGHIJ012345", "an access token of GitHub"),
            ("github_pat_11ABCDEFG0123456789_abcdefghijklmnopqrstuvwxyz", "an access token of GitHub"),
            ("SG.0123456789abcdefghijAB.0123456789abcdefghijABCDEFGHIJ0123456789abc", "an API key of SendGrid"),
            ("xoxb-012345678901-012345678901-abcdefghijABCDEFGHIJ0123", "a token of Slack"),
            ("rk_live_4eC39HqLyjWDarjtT1zdp7dc", "a restricted key of Stripe"),
            ("whsec_4eC39HqLyjWDarjtT1zdp7dc", "the secret of a webhook"),
            ("AKIAIOSFODNN7EXAMPLE", "an access key of AWS"),
            ("sk_live_4eC39HqLyjWDarjtT1zdp7dc", "a secret key"),
            ("sk_test_4eC39HqLyjWDarjtT1zdp7dc", "a secret key"),
            ("APA91bHun4MxP5egoKMwt2KZFBaFUH-1RYqx", "a key of Firebase Cloud Messaging"),
            (
                "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2lnbmF0dXJlNzEx",
                "a token with the role 'service_role'"
            ),
            ("-----BEGIN RSA PRIVATE KEY-----MIIEpAIBAAKCAQEA7", "a private key"),
            ("-----BEGIN PRIVATE KEY-----MIIEpAIBAAKCAQEA7", "a private key"),
        ])
    func secrets(key: String, kind: String) throws {
        for (override, variables, page) in [
            ("name: \"\(key)\"", [:], Self.page), ("name: \"${KEY}\"", ["KEY": key], Self.page),
            ("support: \"${KEY}\"", ["KEY": key], Self.page), ("local: true", [:], Self.page + "See \(key)\n"),
            ("them: 1", [:], Self.page + "See \(key)\n"), ("local: true", [:], Self.page + "See \(key).\n"),
        ] {
            do {
                _ = try read(override, page: page, variables: variables)
                Issue.record("nothing was said of \(override)")
            } catch let told as Told {
                let message = "error: this is \(kind), and everyone who opens a page or an email could read it"
                #expect(told.text.contains(message))
                #expect(!told.text.contains(key.dropFirst(12)), "\(told.text)")
            }
        }
    }

    @Test(
        "a password in a URL is told and not shown, wherever it stands",
        arguments: [
            ("backend: { base: \"https://deploy:hunter2@api.example\" }", [:]),
            ("backend: { base: \"https://deploy:hun/ter2@api.example\" }", [:]),
            ("backend: { base: \"${API}\" }", ["API": "https://deploy:hunter2@api.example"]),
            ("backend: { base: \"https://deploy:${PASSWORD}@api.example\" }", ["PASSWORD": "hunter2"]),
            ("home: \"https://:hunter2@api.example\"", [:]),
            ("them: \"https://deploy:hunter2@api.example\"", [:]),
            // Not valid YAML.
            ("name: [\"https://deploy:hunter2@api.example\"", [:]),
        ])
    func passwords(override: String, variables: [String: String]) throws {
        do {
            _ = try read(override, variables: variables)
            Issue.record("nothing was said of \(override)")
        } catch let told as Told {
            #expect(
                told.text.contains(
                    "error: this is a password in a URL, and everyone who opens a page or an email could read it"))
            #expect(!told.text.contains("is not the address"))
            for part in ["hunter2", "ter2", "hun/"] { #expect(!told.text.contains(part), "\(told.text)") }
        }
    }

    @Test(
        "what is made to be published, or only looks like a key, may be there",
        arguments: [
            "sb_publishable_N7UND0UgjKTVKUODkm0Hgxg01", "pk_live_4eC39HqLyjWDarjtT1zdp7dc",
            "task_live_4eC39HqLyjWDarjtT1",
            "ghp_is_short_1", "MAKIAIOSFODNN7EXAMPLE", "SG.1", "SG.and.more.words.like.these.here",
            "sk_is_a_prefix_of_some_keys", "AIzaSyD4eC39HqLyjWDarjtT1zdp7dc",
            "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJlNzEx", "eyJ.x.y", "-----BEGIN PUBLIC KEY-----",
            "https://example.com:8443/@name", "https://example.com/a:b@c", "https://name@example.com", "://:@",
        ])
    func published(text: String) throws {
        #expect(try read("name: \"\(text)\"", page: Self.page + "See `\(text)`.\n").title == text)
    }

    // MARK: - Releases

    @Test(
        "a backend that visitors cannot reach safely keeps an app out of a release",
        arguments: [
            ("https://api.harbour.example", nil), ("https://localhost.example", nil), ("https://127.example", nil),
            ("http://localhost:8000", "local-backend"), ("https://localhost:8443", "local-backend"),
            ("http://api.localhost", "local-backend"), ("http://127.0.0.1:1", "local-backend"),
            ("https://127.1.2.3", "local-backend"), ("http://[::1]:80", "local-backend"),
            ("http://0.0.0.0:8000", "local-backend"), ("http://192.168.1.20:8000", "insecure-backend"),
            ("http://10.0.0.1", "insecure-backend"), ("http://api.harbour.example", "insecure-backend"),
        ] as [(String, String?)])
    func releases(base: String, code: String?) throws {
        #expect(try read("backend: { base: \"\(base)\" }").releaseProblem?.code == code)
        #expect(try read("backend: { base: \"\(base)\" }\nlocal: true").releaseProblem == nil)
    }
}
