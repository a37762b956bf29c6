import Branding
import Colors
import Diagnostics
import Hashing
import Release
import SiteModel
import Synchronization
import TemplateFiles
import Testing
import TextEncoding

@testable import SiteBuilder

@Suite struct PageRendererTests {
    // MARK: - Cases, spec and document side by side

    @Test(
        "a spec results in its golden document",
        arguments: ["email-form", "new-password", "link-check", "prose", "not-found"])
    func golden(name: String) throws {
        try expectGolden(GoldenCase(named: name))
    }

    // MARK: - Once

    @Test("a build renders every state and every document once")
    func once() throws {
        let rendered = Mutex<[String]>([])
        let renderer = try PageRenderer(templates: .embedded) { template, subject in
            rendered.withLock { $0.append("\(template) \(subject)") }
        }
        let app = try Samples.artitec()
        _ = try renderer.render(app).contents()
        let expected = (app.pages + app.translations.flatMap(\.pages)).flatMap { page in
            page.states.map { "pages/state \($0.name)" } + ["pages/page \(page.name)"]
        }
        #expect(
            rendered.withLock(\.self).sorted()
                == (expected + Array(repeating: "pages/not-found 404", count: 1 + app.translations.count)).sorted())
    }

    // MARK: - Every page

    /// All pages of the package's sites.
    private func everything() throws -> [(label: String, page: RenderedPage, document: Document)] {
        let site = try SiteReader.read("\(Samples.package)/Site", contracts: Samples.contracts).site
        return try site.apps.flatMap { app in
            let rendered = try Samples.renderer.get().render(app)
            return try (rendered.pages + [rendered.notFound]).map { page in
                let html = String(decoding: try page.file().bytes, as: UTF8.self)
                return ("\(app.name) \(page.fileName)", page, Document(html))
            }
        }
    }

    @Test("one state is visible under one headline, and ids are unique and resolve")
    func wellFormed() throws {
        for (label, _, document) in try everything() {
            let sections = document.tags("section")
            #expect(sections.filter { $0["hidden"] == nil }.count == 1, "\(label)")
            #expect(document.tags("h1").count == sections.count, "\(label)")
            let ids = document.tags.compactMap { $0["id"] }
            #expect(Set(ids).count == ids.count, "\(label)")
            for tag in document.tags {
                for name in ["for", "aria-describedby", "aria-controls"] {
                    for id in (tag[name] ?? "").split(separator: " ") {
                        #expect(ids.contains(String(id)), "\(label): \(name)=\(id)")
                    }
                }
            }
            let labelled = Set(document.tags("label").compactMap { $0["for"] })
            for input in document.tags("input") where input["aria-hidden"] == nil && input["type"] != "checkbox" {
                #expect(labelled.contains(input["id"] ?? ""), "\(label): \(input)")
            }
        }
    }

    @Test("a document needs nothing that its policy blocks")
    func policy() throws {
        for (label, page, document) in try everything() {
            let scripts: [String?] = page.data == nil ? page.scripts.map { _ in nil } : ["page", nil]
            #expect(document.tags("script").map { $0["id"] } == scripts, "\(label)")
            for tag in document.tags {
                #expect(tag["style"] == nil, "\(label): \(tag)")
                #expect(!tag.attributes.contains { $0.name.hasPrefix("on") }, "\(label): \(tag)")
                #expect(!["iframe", "object", "base"].contains(tag.name), "\(label): \(tag)")
                #expect(tag["action"] == nil && tag["formaction"] == nil, "\(label): \(tag)")
                // Of pictures, the embedded logo alone.
                #expect(tag["src"] == nil || tag["src"]?.hasPrefix("data:image/svg+xml,") == true, "\(label): \(tag)")
            }
            #expect(document.tags("style").count == 1, "\(label)")
            // Only an inline icon, and the link that blocks rendering until the page's last element.
            let links = document.tags("link").map { ($0["rel"], $0["href"]?.prefix(19)) }
            #expect(
                links.allSatisfy { $0 == ("expect", "#status") || $0 == ("icon", "data:image/svg+xml,") }, "\(label)")
            #expect(document.tags("form").allSatisfy { $0["method"] == "post" }, "\(label)")
        }
    }

    @Test("the browser's interface gets the page's colour, and the tab the app's logo")
    func surroundings() throws {
        for name in ["artitec", "fetchnews"] {
            let app = try Samples.app(named: name)
            let document = Document(try Samples.render(app, "forgot-password"))
            let colours = Palette.Scheme.allCases.map { scheme in
                Palette(app.theme, scheme: scheme).properties.first { $0.name == "page" }?.value
            }
            let metas = document.tags("meta").filter { $0["name"] == "theme-color" }
            #expect(metas.map { $0["content"] } == colours)
            #expect(metas.map { $0["media"] } == [nil, "(prefers-color-scheme:dark)"])
            let icon = document.tags("link").first { $0["rel"] == "icon" }?["href"] ?? ""
            let text = PercentEncoding.decode(icon) ?? ""
            #expect(text.hasPrefix("data:image/svg+xml,<svg "))
            #expect(text.contains(#"<rect width="32" height="32" rx="8""#))
        }
    }

    @Test("a style sheet defines exactly the properties that its rules use")
    func properties() throws {
        for (label, page, _) in try everything() {
            let pieces = page.style.text.split(separator: "--").dropFirst()
            let names = pieces.map { $0.prefix { $0.isLetter || $0 == "-" } }
            let given = Set(zip(names, pieces).filter { $1.dropFirst($0.count).first == ":" }.map(\.0))
            let asked = Set(zip(names, pieces).filter { $1.dropFirst($0.count).first == ")" }.map(\.0))
            #expect(given == asked, "\(label)")
        }
    }

    @Test(
        "A picture has the colours of the state's tone, which is that of the picture by default",
        arguments: [
            ("icon: lock", "seal"), ("icon: warning", "seal bad"), ("icon: clock", "seal bad"),
            ("icon: error", "seal bad"), ("icon: check", "seal done"), ("icon: lock, tone: error", "seal bad"),
            ("icon: lock, tone: success", "seal done"), ("icon: clock, tone: neutral", "seal"),
        ])
    func tones(keys: String, expected: String) throws {
        let page = "---\ntitle: T\nstart: only\nstates: { only: { \(keys) } }\n---\n# only\nText.\n"
        let document = Document(try Samples.render(try Samples.app(pages: ["p": page]), "p"))
        #expect(document.tags("div").compactMap { $0["class"] }.filter { $0.hasPrefix("seal") } == [expected])
    }

    @Test("elements that need a script are disabled until it has run")
    func disabled() throws {
        for (label, _, document) in try everything() {
            #expect(document.tags("button").allSatisfy { $0["disabled"] != nil }, "\(label)")
            #expect(document.tags("a").filter { $0["class"] == "open" }.allSatisfy { $0["hidden"] != nil }, "\(label)")
        }
    }

    @Test("the policy names the style sheet and the script that are in the document")
    func hash() throws {
        for (label, page, document) in try everything() {
            let policy = page.policy
            #expect(policy["style-src"] == [source(of: "<style>", to: "</style>", in: document.html)], "\(label)")
            let script = page.scripts.isEmpty ? nil : [source(of: "<script>", to: "</script>", in: document.html)]
            #expect(policy["script-src"] == script, "\(label)")
        }
    }

    private func source(of start: String, to end: String, in html: String) -> String {
        guard let start = html.range(of: start), let end = String(html[start.upperBound...]).range(of: end) else {
            return ""
        }
        let text = String(html[start.upperBound...])[..<end.lowerBound]
        return "'sha256-\(Base64.encode(Digest.sha256(Array(text.utf8))))'"
    }

    @Test("every class that a document or its script uses has rules")
    func classes() throws {
        for (label, page, document) in try everything() {
            let used = Set(document.tags.flatMap { ($0["class"] ?? "").split(separator: " ").map(String.init) })
            // Apart from those that only the script uses.
            for name in used.subtracting(["again"]) {
                #expect(page.style.text.contains(".\(name)"), "\(label): \(name)")
            }
        }
    }

    @Test("a colour scheme can be forced")
    func schemes() throws {
        func render(_ scheme: ColorScheme) throws -> String {
            var page = try Samples.rendered(Samples.artitec(), "forgot-password")
            page.style.scheme = scheme
            return String(decoding: try page.file().bytes, as: UTF8.self)
        }
        #expect(try render(.system).contains("content=\"light dark\""))
        #expect(try render(.system).contains("prefers-color-scheme"))
        #expect(try render(.dark).contains("content=\"dark\""))
        #expect(try render(.dark).contains("#211F19"))
        #expect(try !render(.dark).contains("prefers-color-scheme"))
        #expect(try !render(.light).contains("#211F19"))
    }

    @Test("each feature has its parts, and each part its feature")
    func features() {
        func names(_ folder: String) -> Set<String> {
            Set(
                TemplateSources.embedded.sources(under: "pages/\(folder)/").compactMap {
                    $0.path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
                })
        }
        #expect(names("style") == Set(PageFeature.styled.map(\.rawValue) + ["core"]))
        #expect(names("style.min") == names("style"))
        #expect(names("script.min") == Set(PageFeature.scripted.map(\.rawValue) + ["core", "main", "not-found"]))
        #expect(Set(PageFeature.styled + PageFeature.scripted) == Set(PageFeature.allCases))
    }

    // MARK: - Words

    @Test(
        "text becomes escaped HTML",
        arguments: [
            ("A *b* **c** `d`", "<p>A <em>b</em> <strong>c</strong> <code>d</code></p>"),
            ("\\<script>alert(1)\\</script> & \"q\"", "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;q&quot;"),
            ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
            ("1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"),
            ("> a", "<blockquote>\n<p>a</p>\n</blockquote>"),
            ("### Small", "<h2>Small</h2>"),
            ("a\n\n***\n\nb", "<p>a</p>\n<hr>\n<p>b</p>"),
            ("See [this](https://e.example/?a=1&b=2).", "See <a href=\"https://e.example/?a=1&amp;b=2\">this</a>."),
            ("Write to [us](mailto:help@e.example).", "<a href=\"mailto:help@e.example\">us</a>"),
            ("For {{email}}", "<p hidden>For <b data-value=\"email\"></b></p>"),
        ])
    func words(markdown: String, expected: String) throws {
        let html = try Samples.render(Samples.app(pages: ["p": Samples.page(markdown)]), "p")
        #expect(html.contains(expected), "\(html)")
    }

    // MARK: - Diagnostics

    @Test(
        "an unknown picture is reported with its place and the nearest name",
        arguments: [("lock-sheild", "lock-shield"), ("circle-check", "check"), ("shield-lock", "lock-shield")])
    func unknownPicture(name: String, meant: String) throws {
        let app = try Samples.app(pages: [
            "p": "---\ntitle: T\nstart: only\nstates:\n  only:\n    icon: \(name)\n---\n# only\nHello\n"
        ])
        let error = try #require(throws: DiagnosticReport.self) { try Samples.render(app, "p") }
        let diagnostic = try #require(error.diagnostics.first)
        #expect(diagnostic.message == "there is no picture '\(name)'")
        #expect(diagnostic.fix == "Did you mean '\(meant)'?")
        #expect(diagnostic.line == 6 && diagnostic.column == 11)
    }

}
