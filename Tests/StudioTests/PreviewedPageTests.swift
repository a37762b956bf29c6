import Release
import SiteModel
import Synchronization
import TemplateFiles
import TestSupport
import Testing
import TextEncoding

@testable import SiteBuilder
@testable import Studio

@Suite struct PreviewedPageTests {
    private let page = PreviewedPage(studio: "http://127.0.0.1:4000")

    private static let spec = """
        ---
        title: Forgot password
        start: form
        states:
          form:
            fields:
              - { name: email, rule: email, label: Email, error: Enter an email address. }
            send-link: { ok: sent }
        ---
        # form
        ## Forgot your password?
        [Send Link](run:send-link)
        # sent
        ## Check your email
        We wrote to {{email}}.
        # messages
        - **invalid-email** This is not an email address.
        """

    /// An app with one page.
    private func app(_ spec: String = spec) throws -> App {
        let folder = try TemporaryFolder()
        try folder.write(
            "name: Harbour\nhosts: [harbour.example]\nbackend: { contract: djoser, base: https://api.example/v1 }\n",
            to: "harbour/app.yml")
        try folder.write(spec, to: "harbour/forgot-password.md")
        let site = try SiteReader.read(folder.path, contracts: TemplateSources.embedded.library).site
        return try #require(site.apps.first)
    }

    private func rendered(_ app: App) throws -> RenderedApp {
        try PageRenderer(templates: .embedded).render(app)
    }

    @Test("a previewed page is the released one with the reload script before its own")
    func html() throws {
        let released = try #require(try rendered(app()).pages.first)
        let previewed = page.previewed(released, of: nil, key: "harbour/forgot-password.html", version: "0a1b")
        let script = InlineScript(
            StudioFiles.reload,
            attributes: ["data-page": "harbour/forgot-password.html", "data-version": "0a1b"])
        let html = String(decoding: try previewed.file().bytes, as: UTF8.self)
        #expect(
            html.components(of: "\(script.html)\n").joined()
                == String(decoding: try released.file().bytes, as: UTF8.self))
        #expect(previewed.scripts == [script] + released.scripts)
    }

    @Test("the policy gains the script's hash, its events and the studio's frames, and no other field changes")
    func policy() throws {
        let released = try #require(try rendered(app()).pages.first)
        let previewed = page.previewed(released, of: nil, key: "", version: "")
        #expect(released.policy["frame-ancestors"] == ["'none'"])
        #expect(released.policy["connect-src"] == ["https://api.example"])
        #expect(previewed.policy["frame-ancestors"] == ["http://127.0.0.1:4000"])
        #expect(previewed.policy["connect-src"] == ["https://api.example", "'self'"])
        #expect(
            previewed.policy["script-src"]
                == [InlineScript(StudioFiles.reload).source] + (released.policy["script-src"] ?? []))
        func others(_ page: RenderedPage) throws -> [HeaderField] {
            try page.file().headers.filter { $0.name != "Content-Security-Policy" }
        }
        #expect(try others(previewed) == others(released))
    }

    @Test("a page without a backend may connect to the events only")
    func none() throws {
        let notFound = try rendered(app()).notFound
        #expect(notFound.policy["connect-src"] == nil)
        #expect(page.previewed(notFound, of: nil, key: "", version: "").policy["connect-src"] == ["'self'"])
    }

    @Test("A state's version depends on its own content and on the shared parts only")
    func versions() throws {
        let before = try page.contents(of: rendered(app())).versions
        #expect(
            before.keys.sorted() == [
                "harbour/404.html", "harbour/forgot-password.html", "harbour/forgot-password.html#form",
                "harbour/forgot-password.html#sent",
            ])
        func changed(_ old: String, _ new: String) throws -> [String] {
            let pieces = Self.spec.components(of: old)
            let after = try page.contents(of: rendered(app(pieces.joined(separator: new)))).versions
            return after.keys.filter { before[$0] != after[$0] }.sorted()
        }
        #expect(
            try changed("Check your email", "Look at your email") == [
                "harbour/forgot-password.html", "harbour/forgot-password.html#sent",
            ])
        #expect(
            try changed("title: Forgot password", "title: Lost password") == [
                "harbour/forgot-password.html", "harbour/forgot-password.html#form",
                "harbour/forgot-password.html#sent",
            ])
    }

    @Test("Each document is serialised once for its version and its response, which has the version")
    func serialisedOnce() throws {
        let count = Mutex<[String: Int]>([:])
        let renderer = try PageRenderer(templates: .embedded) { template, subject in
            if template.hasPrefix("pages/page") { count.withLock { $0[subject, default: 0] += 1 } }
        }
        let (contents, versions) = try page.contents(of: renderer.render(app()))
        #expect(count.withLock { $0 } == ["forgot-password": 1])
        let file = try #require(contents.files.first { $0.name == "forgot-password.html" })
        let version = try #require(versions["harbour/forgot-password.html"])
        #expect(String(decoding: file.bytes, as: UTF8.self).components(of: "data-version=\"\(version)\"").count == 2)
    }

    @Test(
        "conditions are those that the contract and the page can have",
        arguments: [
            (
                "form",
                [
                    "idle", "busy", "typing", "invalid-fields", "invalid-email", "rate-limited", "network",
                    "timeout", "server", "unreachable",
                ]
            ),
            ("sent", ["idle"]),
        ])
    func conditions(name: String, expected: [String]) throws {
        let app = try app()
        let page = try #require(app.pages.first)
        let state = try #require(page.state(named: name))
        let words = try PageRenderer(templates: .embedded).words
        #expect(StateConditions(state: state, page: page, app: app, words: words).all.map(\.text) == expected)
    }

    @Test("neither the reload script nor the studio's scripts write markup, which their policies forbid")
    func trustedTypes() {
        let scripts =
            [StudioFiles.reload, StudioFiles.driver]
            + StudioFiles.served.filter { $0.key.hasSuffix(".js") }.map {
                String(decoding: $0.value.bytes, as: UTF8.self)
            }
        #expect(scripts.count > 5)
        for script in scripts {
            for sink in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("] {
                #expect(!script.contains(sink))
            }
        }
    }
}

extension String {
    /// The parts between the occurrences of a text.
    fileprivate func components(of piece: String) -> [String] {
        split(separator: piece, omittingEmptySubsequences: false).map(String.init)
    }
}
