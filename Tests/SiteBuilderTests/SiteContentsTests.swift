import AppLinks
import AuthContracts
import CZlib
import Configuration
import Diagnostics
import Release
import SiteModel
import TemplateFiles
import TestSupport
import Testing
import TextEncoding

@testable import SiteBuilder

@Suite struct SiteContentsTests {
    private func contents(_ appFile: String, pages: [String] = []) throws -> AppContents {
        let pages = Dictionary(uniqueKeysWithValues: pages.map { ($0, Samples.page("Hello")) })
        let made = try SiteContents.make(of: Samples.site(appFile, pages: pages), templates: .embedded)
        return try #require(made.contents.apps.first)
    }

    @Test("Artitec's release equals its golden: routes, files and their headers")
    func artitec() throws {
        let site = try SiteReader.read("\(Samples.package)/Site", contracts: Samples.contracts).site
        let app = try #require(
            SiteContents.make(of: site, templates: .embedded).contents.apps.first { $0.name == "artitec" })
        var text = "hosts: \(app.hosts.joined(separator: " "))\n\n"
        let rendered = try Samples.renderer.get().render(Samples.artitec())
        for route in app.routes { text += "\(route.path) \(conditions(of: route))→ \(answer(of: route))\n" }
        text += "any other path → \(app.notFound) (404)\n"
        for file in app.files {
            text += "\n\(file.name) (\(file.type))\n"
            let page = rendered.allPages.first { $0.fileName == file.name }
            for header in file.headers {
                let isPolicy = header.name == "Content-Security-Policy"
                if isPolicy { #expect(header.value == page?.policy.text) }
                text += "  \(header.name): \(isPolicy ? page.map(policyWithoutHashes(of:)) ?? "" : header.value)\n"
            }
            if file.type == "application/json" { text += "  \(String(decoding: file.bytes, as: UTF8.self))\n" }
        }
        try expectGolden("artitec-release.txt", is: text)
    }

    private func policyWithoutHashes(of page: RenderedPage) -> String {
        let hash = "'sha256-…='"
        return SecurityHeaders.policy(
            style: hash, scripts: page.scripts.map { _ in hash }, backend: page.backend, captcha: page.captcha,
            files: page.files
        ).text
    }

    private func conditions(of route: Route) -> String {
        route.conditions.sorted { $0.key < $1.key }.map { "[\($0.key)=\($0.value)] " }.joined()
    }

    private func answer(of route: Route) -> String {
        switch route.answer {
        case .file(let name): name
        case .redirect(let status, let location): "\(status) \(location)"
        case .open(let link): "opens \(link.app ?? "nothing"), else \(link.web)"
        }
    }

    @Test("the same site gives the same bytes")
    func deterministic() throws {
        let site = try SiteReader.read("\(Samples.package)/Site", contracts: Samples.contracts).site
        let first = try SiteContents.make(of: site, templates: .embedded).contents
        #expect(try SiteContents.make(of: site, templates: .embedded).contents == first)
    }

    // MARK: - Routes

    private static let firebase = """
        name: T
        hosts: [t.example]
        android: { package: com.t.app, sha256: ["\(Array(repeating: "AB", count: 32).joined(separator: ":"))"] }
        links:
          reset:
            web: /auth/action?mode=resetPassword&oobCode={code}
            app: t://reset?code={code}
            page: reset
          verify:
            web: /auth/action?mode=verifyEmail&oobCode={code}
            app: t://verify?code={code}
            page: verify
        """

    @Test("links that share a path are distinguished by their conditions, and the bare path has no route")
    func conditions() throws {
        let app = try contents(Self.firebase, pages: ["reset", "verify"])
        let routes = app.routes.filter { $0.path.text == "/auth/action" }
        #expect(routes.map(\.conditions) == [["mode": "resetPassword"], ["mode": "verifyEmail"]])
        #expect(routes.map(\.answer) == [.file("reset.html"), .file("verify.html")])
    }

    @Test("links of one page that share its path are one route")
    func modes() throws {
        let page = """
            ---
            title: T
            link: [reset, verify]
            start: { reset: reset, verify: verify, none: none }
            ---
            # reset
            # verify
            # none
            """
        let app = Self.firebase.dropLast("page: verify".count) + "page: reset"
        let site = try Samples.site(String(app), pages: ["reset": page])
        let routes = try #require(SiteContents.make(of: site, templates: .embedded).contents.apps.first).routes
        #expect(
            routes.filter { $0.path.text == "/auth/action" } == [
                Route(path: "/auth/action", answer: .file("reset.html"))
            ])
    }

    @Test("a path whose links all lead to one page is routed without conditions")
    func fallback() throws {
        let app = try contents(
            """
            name: T
            hosts: [t.example]
            links:
              reset:
                web: ["/reset?token_hash={hash}&type=recovery", "/r/{hash}"]
                page: reset
            """, pages: ["reset"])
        #expect(
            app.routes.filter { $0.answer == .file("reset.html") }.map { "\($0.path) \($0.conditions)" } == [
                "/r/{hash} [:]", "/reset [:]",
            ])
    }

    @Test("links on one path are distinguished by their required items")
    func required() throws {
        let app = try contents(
            """
            name: T
            hosts: [t.example]
            links:
              recover: { web: "/auth?token_hash={hash}&type=recovery", page: recover }
              error: { web: ["/auth?error={error}", "/auth#error={error}"], page: error }
            """, pages: ["recover", "error"])
        #expect(
            app.routes.filter { $0.path.text == "/auth" }.map { "\($0.conditions) \($0.required) \(answer(of: $0))" }
                == [
                    "[\"type\": \"recovery\"] [\"token_hash\"] recover.html", "[:] [] error.html",
                ])
    }

    @Test(
        "links that a server cannot distinguish are refused where they are defined",
        arguments: [
            (
                "/v/{a}", "/v/{b}?x={x}", nil,
                ""
            ),
            (
                "/v#a={a}", "/v#b={b}", "'/v' is already answered by the link 'one'",
                "Give one of the two another path, or both the same page: servers do not receive the text after a '#'."
            ),
            (
                "/v", "/v#b={b}", "'/v' is already answered by the link 'one'",
                "Give one of the two another path, or both the same page: servers do not receive the text after a '#'."
            ),
            (
                "/three", "/v", "'/three' is already answered by the link 'one'",
                "Give one of the two another path, or a condition that tells them apart."
            ),
        ] as [(String, String, String?, String)])
    func indistinguishable(first: String, second: String, message: String?, fix: String) throws {
        func make() throws {
            _ = try contents(
                """
                name: T
                hosts: [t.example]
                links:
                  one: { web: "\(first)", page: one }
                  two: { web: "\(second)", page: two }
                """, pages: ["one", "two", "three"])
        }
        guard let message else {
            try make()
            return
        }
        let report = try #require(throws: DiagnosticReport.self) { try make() }
        #expect(report.diagnostics.map(\.message) == [message])
        #expect(report.diagnostics.map(\.fix) == [fix])
        #expect(report.diagnostics.map { $0.line != nil } == [true])
    }

    @Test("a link with a redirect opens the app")
    func redirecting() throws {
        let app = try contents(
            """
            name: T
            hosts: [t.example]
            links:
              invite: { web: "/i/{code}", app: "t://i/{code}", landing: redirect }
            """)
        #expect(app.routes.map(\.path.text) == ["/open/invite", "/i/{code}"])
        let link = OpenLink(web: "/i/{code}", app: "t://i/{code}", opensOnIPhones: true)
        #expect(app.routes.allSatisfy { $0.answer == .open(link) })
        let withPage = try contents(
            """
            name: T
            hosts: [t.example]
            links:
              invite: { web: "/i/{code}", app: "t://i/{code}", page: invite, landing: redirect }
            """, pages: ["invite"])
        #expect(withPage.routes.map(\.path.text) == ["/open/invite", "/i/{code}", "/i/{code}"])
        #expect(withPage.routes.last?.answer == .file("invite.html"))
    }

    @Test("an app that is on Android alone opens on no iPhone")
    func androidAlone() throws {
        let app = try contents(
            """
            name: T
            hosts: [t.example]
            android: { package: example.t, sha256: ["\(Array(repeating: "14", count: 32).joined(separator: ":"))"] }
            links:
              invite: { web: "/i/{code}", app: "t://i/{code}" }
            """)
        let link = OpenLink(web: "/i/{code}", app: "t://i/{code}", androidPackage: "example.t")
        #expect(app.routes.first { $0.path.text == "/open/invite" }?.answer == .open(link))
    }

    @Test("only what an app declares has an association file and a route")
    func association() throws {
        let paths = try contents(Self.firebase, pages: ["reset", "verify"]).routes.map(\.path.text)
        #expect(paths.contains("/.well-known/assetlinks.json"))
        #expect(!paths.contains("/apple-app-site-association"))
        #expect(!paths.contains("/.well-known/change-password"))
        #expect(try contents("name: T\nhosts: [t.example]").files.map(\.name) == ["404.html"])
    }

    // MARK: - Colours

    @Test("a replaced colour is noted where it is defined, once for each scheme")
    func notes() throws {
        let site = try Samples.site("name: T\nhosts: [t.example]\ntheme: { accent: \"#D4AF37\", error: \"#FF3B30\" }")
        let notes = try SiteContents.make(of: site, templates: .embedded).warnings
        #expect(notes.allSatisfy { $0.severity == .note && $0.code == "contrast" && $0.line == 3 })
        #expect(
            notes.map(\.message) == [
                "#D4AF37 is hard to read as text on light (1.8:1), so text is #886C00 there (4.5:1)",
                "#FF3B30 is hard to read as text on light (3.1:1), so text is #DF030A there (4.5:1)",
                "#FF3B30 is hard to read as text on dark (3.9:1), so text is #FF5A4B there (4.5:1)",
            ])
        #expect(notes.map(\.column) == [18, 36, 36])
    }

    @Test("the default theme causes no notes")
    func plain() throws {
        let site = try Samples.site("name: T\nhosts: [t.example]")
        #expect(try SiteContents.make(of: site, templates: .embedded).warnings.isEmpty)
    }

    // MARK: - Compression

    @Test(
        "gzip unpacks to the same bytes, and contains neither time nor system", arguments: [0, 1, 50, 100_000])
    func gzip(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
        let packed = try #require(Compression.compress(bytes, "gzip"))
        #expect(Array(packed[..<10]) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, packed[8], 255])
        #expect(Compression.compress(bytes, "gzip") == packed)
        #expect(try unpacked(packed, count: count) == bytes)
    }

    @Test("brotli is smaller than gzip and deterministic")
    func brotli() throws {
        let bytes = Array(String(repeating: "Reset your password. ", count: 200).utf8)
        let packed = try #require(Compression.compress(bytes, "br"))
        #expect(packed.count < 80)
        #expect(Compression.compress(bytes, "br") == packed)
        #expect(Compression.compress(bytes, "identity") == nil)
    }

    private func unpacked(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
        var stream = z_stream()
        try #require(inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var input = bytes
        return input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, written in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(count + 1)
                inflate(&stream, Z_FINISH)
                written = count + 1 - Int(stream.avail_out)
            }
        }
    }
}

@Suite struct TemplateSourcesTests {
    @Test("each setting of a built-in contract is told its place where it stands under 'backend:'")
    func settings() throws {
        guard case .keyed(let backend)? = KeyTable.app["backend"]?.type else {
            Issue.record("'backend' has no keys")
            return
        }
        for source in TemplateSources.embedded.contracts.values {
            // 'url' is taken for 'base'.
            for setting in try Contract(parsing: source).settings where setting.name != "url" {
                #expect(backend.otherNames[setting.name] == "Write it under 'settings:'.")
            }
        }
    }

    @Test(
        "a site's own part of the style sheet replaces the minified one, and an unchanged copy has no effect"
    )
    func style() throws {
        func text(_ seal: String) throws -> String {
            let folder = try TemporaryFolder()
            try folder.write(seal, to: "pages/style/seal.css")
            let renderer = try PageRenderer(templates: TemplateSources(override: folder.path))
            return try renderer.render(Samples.artitec()).notFound.style.text
        }
        #expect(try text(".seal { color: teal }\n").contains(".seal { color: teal }"))
        let unchanged = try #require(TemplateSources.embedded.source(of: "pages/style/seal.css")).text
        #expect(try text(unchanged) == Samples.renderer.get().render(Samples.artitec()).notFound.style.text)
    }

    @Test("a folder's templates replace the built-in ones, file by file")
    func override() throws {
        let folder = try TemporaryFolder()
        try folder.write("<p class=\"brand\">Mine</p>\n", to: "pages/action.mustache")
        let sources = try TemplateSources(override: folder.path)
        #expect(sources.source(of: "pages/action.mustache")?.text == "<p class=\"brand\">Mine</p>\n")
        #expect(
            sources.source(of: "pages/style/core.css")?.text
                == TemplateSources.embedded.source(of: "pages/style/core.css")?.text)
    }

    @Test("A script of a site's own is refused", arguments: ["pages/script/main.js", "pages/script.min/core.js"])
    func ownScript(path: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("// Mine.\n", to: path)
        let sources = try TemplateSources(override: folder.path)
        let report = try #require(throws: DiagnosticReport.self) { try PageRenderer(templates: sources) }
        #expect(
            report.diagnostics == [
                Diagnostic(
                    code: "own-script", file: "\(folder.path)/\(path)",
                    message: "pages run no script but Latchkey's", fix: "Remove it.")
            ])
    }

    @Test(
        "an invalid template is reported with its place",
        arguments: [
            ("pages/style/core.css", "a { content: \"</style>\" }", 1, 15, "'</' would end the page's style sheet"),
            ("pages/page.mustache", "\n{{#a}}", 2, 1, "'{{#a}}' is never closed"),
        ])
    func mistakes(path: String, text: String, line: Int, column: Int, message: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: path)
        let sources = try TemplateSources(override: folder.path)
        let report = try #require(throws: DiagnosticReport.self) { try PageRenderer(templates: sources) }
        let diagnostic = try #require(report.diagnostics.first)
        #expect(diagnostic.message == message)
        #expect(diagnostic.file == "\(folder.path)/\(path)")
        #expect(diagnostic.line == line && diagnostic.column == column)
    }

    @Test(
        "a rule that hides the fields or buttons of every page is a warning",
        arguments: [
            ("a { color: red }\n.action { display: none }", "'display: none' hides '.action'", 2),
            ("input, .help { visibility: hidden !important }", "'visibility: hidden !important' hides 'input'", 1),
            ("main form .field { position: absolute; left: -9999px }", "'left: -9999px' hides '.field'", 1),
            ("@media (max-width: 400px) { a.action.main { opacity: 0 } }", "'opacity: 0' hides 'a.action.main'", 1),
            (".tick input { opacity: 0 }", nil, 0), (".action:disabled { opacity: 0 }", nil, 0),
            ("@media print { button { display: none } }", nil, 0), ("footer, .brand { display: none }", nil, 0),
            ("button { display: inline-block; opacity: 0.9; left: -2px }", nil, 0),
        ])
    func hiddenParts(style: String, says: String?, line: Int) throws {
        let folder = try TemporaryFolder()
        try folder.write(style + "\n", to: "pages/custom.css")
        let warnings = try TemplateSources(override: folder.path).warnings
        #expect(warnings.map(\.message) == [says.map { "\($0) on every page" }].compactMap(\.self))
        #expect(warnings.allSatisfy { $0.severity == .warning && $0.line == line })
    }

    @Test(
        "Sass is refused in a style sheet",
        arguments: ["// A note.\na { color: red }", "$accent: red;\na { color: $accent }"])
    func sass(style: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(style, to: "pages/custom.css")
        let report = try #require(throws: DiagnosticReport.self) { try TemplateSources(override: folder.path) }
        #expect(
            report.diagnostics.map { "\($0.message) | \($0.fix ?? "")" } == [
                "this is of Sass, and browsers ignore the rule that follows | Write a comment as /* … */, and a variable as --name: …, used by var(--name)."
            ])
    }
}
