import Diagnostics
import SiteModel
import TemplateFiles
import TestSupport
import Testing

@testable import FlowMap

@Suite struct FlowGraphTests {
    private static let page = """
        ---
        title: Forgot password
        start: form
        states:
          form:
            fields: [{ name: email, rule: email, label: Email }]
            send-link: { ok: sent, link-used: stale }
          sent:
            back: form
          stale: {}
        ---

        # form
        ## Forgot password?

        [Send](run:send-link)
        [Log in](app:login)

        # sent
        Look into your **inbox**.

        [Another address](#form)
        [Help](https://help.example/)

        # stale
        ## Stale

        [Again](/forgot-password)

        # messages
        - **invalid-email** No.
        - **code-invalid** A wrong code.

        """

    private func graph() throws -> FlowGraph {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            name: Harbour
            hosts: [harbour.example]
            login: { app: harbour://login }
            ios: { app-id: ABCDE12345.example.harbour, scheme: harbour }
            backend: { contract: djoser, base: https://api.example }
            links:
              reset-password: { web: "/forgot-password?uid={uid}&token={token}", page: forgot-password }
            """, to: "Site/harbour/app.yml")
        try folder.write(
            Self.page.replacing("title:", with: "link: reset-password\ntitle:"), to: "Site/harbour/forgot-password.md")
        try folder.write(
            "---\nsubject: Reset for {{app}}\npreheader: Here.\nlink: reset-password\n---\n\n# Reset\n\n[Reset]({{link}})\n",
            to: "Site/harbour/emails/reset-password.md")
        let site = try SiteReader.read("\(folder.path)/Site", contracts: TemplateSources.embedded.library).site
        return FlowGraph(of: try #require(site.apps.first))
    }

    @Test("the graph of an app leads from the email to the link, the page and out of it")
    func transitions() throws {
        let graph = try graph()
        #expect(graph.nodes.first { $0.kind == .email }?.text == "Reset for Harbour")
        let lines = graph.transitions.map { "\($0.from) → \($0.to): \($0.cause)\($0.isPossible ? "" : " (never)")" }
        #expect(
            lines == [
                "email:reset-password → link:reset-password: in the email",
                "link:reset-password → state:forgot-password/form: opened",
                "address:forgot-password → state:forgot-password/form: opened",
                "state:forgot-password/form → state:forgot-password/sent: send-link → ok",
                "state:forgot-password/form → state:forgot-password/stale: send-link → link-used (never)",
                "state:forgot-password/sent → state:forgot-password/form: ‘Another address’",
                "state:forgot-password/sent → state:forgot-password/form: Back",
                "state:forgot-password/form → exit:forgot-password/In the app/login: ‘Log in’",
                "state:forgot-password/form → exit:forgot-password/Email/reset-password: send-link sends",
                "state:forgot-password/sent → exit:forgot-password/On the web/https://help.example/: ‘Help’",
                "state:forgot-password/stale → exit:forgot-password/Page//forgot-password: ‘Again’",
            ])
        #expect(graph.transitions.first { $0.cause == "send-link → ok" }?.condition == "send-link:ok")
    }

    @Test("states that no possible outcome leads to, default words and messages never shown are marked")
    func marks() throws {
        let graph = try graph()
        #expect(graph.unvisited.map { graph.nodes[$0].id } == ["state:forgot-password/stale"])
        let marks = graph.nodes.filter { !$0.marks.isEmpty }.map { "\($0.id): \($0.marks.joined(separator: "; "))" }
        #expect(
            marks == [
                "address:forgot-password: Never shown: code-invalid",
                "state:forgot-password/form: Default words: link-incomplete, rate-limited, network, timeout, server",
            ])
    }

    @Test("columns are emails, links and addresses, states by distance, and last the ways out")
    func distances() {
        let graph = FlowGraph(
            name: "",
            nodes: [
                .init(.email, "a", group: "", title: ""), .init(.link, "a", group: "", title: ""),
                .init(.address, "p", group: "", title: ""), .init(.state, "p/1", group: "", title: ""),
                .init(.state, "p/2", group: "", title: ""), .init(.exit, "x", group: "", title: ""),
            ],
            transitions: [
                .init(from: "email:a", to: "link:a", cause: ""), .init(from: "link:a", to: "state:p/1", cause: ""),
                .init(from: "address:p", to: "state:p/1", cause: ""),
                .init(from: "state:p/1", to: "state:p/2", cause: "never", isPossible: false),
                .init(from: "state:p/1", to: "exit:x", cause: ""), .init(from: "state:p/1", to: "state:q", cause: ""),
            ])
        #expect(graph.distances == [0, 1, 1, 2, 3, 4])
        #expect(graph.unvisited == [4])
        #expect(graph.transitions.count == 5)
    }

    @Test(
        "a text is broken at spaces, a long word anywhere, and shortened after the last line",
        arguments: [
            ("", []), ("send-link → ok", ["send-link", "→ ok"]), ("abcdefghijklmn", ["abcdefghijk", "lmn"]),
            ("one two three four five six", ["one two", "three four", "five six"]), ("日本語の文字列", ["日本語の文", "字列"]),
        ] as [(String, [String])])
    func lines(text: String, lines: [String]) {
        #expect(FlowText.lines(text, width: 66, size: 10) == lines)
    }

    @Test("a text with more lines than there is room for ends in an ellipsis")
    func shortened() {
        #expect(FlowText.lines("one two three four", width: 66, size: 10, most: 1) == ["one two…"])
    }

    @Test("text of a site is escaped in the picture")
    func escaping() throws {
        let graph = FlowGraph(
            name: "A & B", nodes: [.init(.state, "a/b", group: "<g>", title: "\"t\"", text: "]]>")], transitions: [])
        let contents = FlowContents()
        let svg = FlowDrawing([.init(graph, layout: try FlowLayout(graph, contents: contents))]).svg
        #expect(
            svg.contains(">A &amp; B</text>") && svg.contains(">&lt;g&gt;</text>") && svg.contains(">]]&gt;</text>"))
    }
}
