import AuthContracts
import Diagnostics
import Hashing
import Release
import SiteModel
import Testing
import TextEncoding

@testable import SiteBuilder

@Suite struct PageRendererTests {
    // MARK: - Artitec, as a person would review it

    @Test(
        "Artitec's documents are as they were looked at",
        arguments: [
            ("forgot-password", "form", Appearance.Condition.served), ("forgot-password", "form", .invalidFields),
            ("forgot-password", "form", .busy("send-link")), ("reset-password", "verifying", .served),
            ("reset-password", "form", .typing), ("reset-password", "form", .message(.weakPassword)),
            ("reset-password", "verifying", .message(.network)),
        ])
    func golden(page: String, state: String, condition: Appearance.Condition) throws {
        let values = condition == .served ? [:] : ["email": "ada@example.com", "wait": "60 seconds", "token": "a+b"]
        let html = try Samples.render(Samples.artitec(), page, state, condition, values: values)
        let name = "\(condition)".split { !$0.isLetter && $0 != "-" }.prefix(1).joined()
        try expectGolden("\(page).\(state).\(name).html", is: Document(html).withoutStyles)
    }

    @Test("so is its 404 page")
    func notFound() throws {
        let html = String(decoding: try Samples.renderer.get().renderNotFound(of: Samples.artitec()), as: UTF8.self)
        try expectGolden("404.html", is: Document(html).withoutStyles)
    }

    /// Every state of every page in every condition that it can have.
    private func everything() throws -> [(label: String, isServed: Bool, document: Document)] {
        let app = try Samples.artitec()
        return try app.pages.flatMap { page in
            try page.states.flatMap { state in
                let conditions: [Appearance.Condition] =
                    [.served, .idle, .typing, .invalidFields] + state.operations.map { .busy($0) }
                    + page.allMessages.map { .message($0.outcome) }
                return try conditions.map { condition in
                    let values = condition == .served ? [:] : Appearance.samples(for: page)
                    let html = try Samples.render(app, page.name, state.name, condition, values: values)
                    return ("\(page.name) \(state.name) \(condition)", condition == .served, Document(html))
                }
            }
        }
    }

    @Test("whatever is shown, one state is visible under one headline, and ids are unique and resolve")
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
            for input in document.tags("input") where input["aria-hidden"] == nil {
                #expect(labelled.contains(input["id"] ?? ""), "\(label): \(input)")
            }
        }
    }

    @Test("nothing in a document needs more than its policy allows")
    func policy() throws {
        for (label, isServed, document) in try everything() {
            // A page's data and its one script, where there is something to do; a picture of a state runs none.
            #expect(document.tags("script").map { $0["id"] } == (isServed ? ["page", nil] : []), "\(label)")
            for tag in document.tags {
                #expect(tag["style"] == nil, "\(label): \(tag)")
                #expect(!tag.attributes.contains { $0.name.hasPrefix("on") }, "\(label): \(tag)")
                #expect(!["img", "iframe", "object", "base"].contains(tag.name), "\(label): \(tag)")
                #expect(tag["action"] == nil && tag["formaction"] == nil && tag["src"] == nil, "\(label): \(tag)")
            }
            #expect(document.tags("style").count == 1, "\(label)")
            // An icon in the page itself, and what waits for the page's own last element.
            let links = document.tags("link").map { ($0["rel"], $0["href"]?.prefix(19)) }
            #expect(
                links.allSatisfy { $0 == ("expect", "#status") || $0 == ("icon", "data:image/svg+xml,") }, "\(label)")
            #expect(document.tags("form").allSatisfy { $0["method"] == "post" }, "\(label)")
        }
    }

    @Test("what needs a script is disabled until one has run, and the page says why")
    func served() throws {
        for (label, isServed, document) in try everything() {
            let buttons = document.tags("button").filter { $0["hidden"] == nil }
            if isServed {
                #expect(buttons.allSatisfy { $0["disabled"] != nil }, "\(label)")
            }
            let needsScript =
                !label.contains("sent") && !label.contains("done") && !label.contains("nvalid ")
                && !label.contains("expired") && !label.contains("forgotten")
            #expect(document.text.contains("This page needs JavaScript") == (isServed && needsScript), "\(label)")
            #expect(
                document.tags("a").filter { $0["class"] == "open" }.allSatisfy {
                    $0["hidden"] != nil || $0["href"] != nil
                })
        }
    }

    @Test("the policy names the styles that are in the document")
    func hash() throws {
        let app = try Samples.artitec()
        for page in app.pages {
            let document = try Samples.renderer.get().document(page, of: app, state: page.served)
            let html = String(decoding: document.html, as: UTF8.self)
            let start = try #require(html.range(of: "<style>"))
            let end = try #require(html.range(of: "</style>"))
            let hash = Base64.encode(Digest.sha256(Array(html[start.upperBound..<end.lowerBound].utf8)))
            let policy = try #require(document.headers.first { $0.name == "Content-Security-Policy" })
            #expect(policy.value.contains("style-src 'sha256-\(hash)';"))
        }
    }

    @Test("dark and light can be asked for, whatever the device says")
    func schemes() throws {
        let app = try Samples.artitec()
        let page = try #require(app.page(named: "forgot-password"))
        func render(_ scheme: Appearance.Scheme) throws -> String {
            String(
                decoding: try Samples.renderer.get().render(
                    page, of: app, state: "form", appearance: Appearance(scheme: scheme)), as: UTF8.self)
        }
        #expect(try render(.system).contains("content=\"light dark\""))
        #expect(try render(.system).contains("prefers-color-scheme"))
        #expect(try render(.dark).contains("content=\"dark\""))
        #expect(try render(.dark).contains("#1B1913"))
        #expect(try !render(.dark).contains("prefers-color-scheme"))
        #expect(try !render(.light).contains("#1B1913"))
    }

    // MARK: - Words

    @Test(
        "words become HTML, and never markup of their own",
        arguments: [
            ("A *b* **c** `d`", "<p>A <em>b</em> <strong>c</strong> <code>d</code></p>"),
            ("<script>alert(1)</script> & \"q\"", "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;q&quot;"),
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

    @Test("a value is text, wherever it comes from")
    func hostileValue() throws {
        let app = try Samples.app(pages: ["p": Samples.page("For {{email}}")])
        let html = try Samples.render(app, "p", values: ["email": "<img src=x onerror=alert(1)>\"'"])
        #expect(html.contains("<p>For <b data-value=\"email\">&lt;img src=x onerror=alert(1)&gt;&quot;'</b></p>"))
    }

    // MARK: - Diagnostics

    @Test("a picture that does not exist is told with its place and the nearest name")
    func unknownPicture() throws {
        let app = try Samples.app(pages: [
            "p": "---\ntitle: T\nstart: only\nstates:\n  only:\n    icon: lock-sheild\n---\n# only\nHello\n"
        ])
        let error = try #require(throws: DiagnosticReport.self) { try Samples.render(app, "p") }
        let diagnostic = try #require(error.diagnostics.first)
        #expect(diagnostic.message == "there is no picture 'lock-sheild'")
        #expect(diagnostic.fix == "Did you mean 'lock-shield'?")
        #expect(diagnostic.line == 6 && diagnostic.column == 11)
    }

    @Test("a state, an operation and an outcome that a page does not have are told")
    func unknownNames() throws {
        let app = try Samples.artitec()
        func message(_ state: String, _ condition: Appearance.Condition) throws -> Diagnostic? {
            try #require(throws: DiagnosticReport.self) {
                try Samples.render(app, "forgot-password", state, condition)
            }.diagnostics.first
        }
        let state = try message("from", .idle)
        #expect(state?.message == "the page 'forgot-password' has no state 'from'")
        #expect(state?.fix == "Did you mean 'form'?")
        let operation = try message("form", .busy("send-lnik"))
        #expect(operation?.message == "the state 'form' does not run 'send-lnik'")
        #expect(operation?.fix == "Did you mean 'send-link'?")
        let outcome = try message("form", .message(.codeInvalid))
        #expect(outcome?.message == "the page 'forgot-password' has no words for 'code-invalid'")
        #expect(outcome?.fix == "Add '- **code-invalid** …' under '# messages'.")
    }

    // MARK: - Requirements

    @Test(
        "a requirement is met by scalars and their categories",
        arguments: [
            (PasswordRequirement.atLeast(2), "a", false), (.atLeast(2), "ab", true), (.atLeast(2), "e\u{301}", true),
            (.upper, "É", true), (.upper, "ǅ", false), (.lower, "ß", true), (.lower, "A1", false),
            (.digit, "٣", true), (.digit, "²", false), (.special, "aB3", false), (.special, "a B", true),
            (.special, "²", true), (.same, "", false), (.same, "copy", true), (.same, "cop", false),
        ])
    func requirements(rule: PasswordRequirement, password: String, isMet: Bool) {
        #expect(rule.isMet(by: password, copy: "copy") == isMet)
    }
}
