import Files
import SiteBuilder
import TestSupport
import Testing

@testable import Studio

@Suite struct StoryboardTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "name: Harbour\nhosts: [harbour.example]\nbackend: { contract: djoser, base: https://api.example/auth }\n",
            to: "Site/harbour/app.yml")
        try folder.write(
            "---\ntitle: Forgot password\nstart: form\n---\n\n# form\n\n## Hello\n\nWords & signs.\n\n[Next](#done)\n\n# done\n\n## Done\n",
            to: "Site/harbour/forgot-password.md")
    }

    private func storyboard() throws -> Storyboard {
        try Storyboard(of: SiteBuild(site: "\(folder.path)/Site", output: ""))
    }

    @Test("a page is written once for each colour scheme, with the plans of all its states")
    func files() throws {
        let files = try storyboard().files
        #expect(
            files.keys.sorted() == [
                "frame.js", "harbour/forgot-password.dark.html", "harbour/forgot-password.light.html", "index.html",
                "live.html", "live.js", "storyboard.css", "storyboard.js",
            ])
        let page = String(decoding: files["harbour/forgot-password.light.html"] ?? [], as: UTF8.self)
        #expect(page.contains("\"form\":{") && page.contains("\"done\":{"))
        let index = String(decoding: files["index.html"] ?? [], as: UTF8.self)
        #expect(index.contains("<p>Words &amp; signs.</p>"))
        #expect(index.contains("<li id=\"harbour/forgot-password/done\""))
        #expect(try storyboard().summary == "1 app, 1 page, 2 states, 0 messages, 0 emails")
    }

    private func changes(_ edits: (old: String, new: String)..., to path: String) throws -> StoryboardDifference {
        let before = try storyboard()
        var text = try String(decoding: FileSystem.read("\(folder.path)/\(path)"), as: UTF8.self)
        for edit in edits { text = text.replacing(edit.old, with: edit.new) }
        try folder.write(text, to: path)
        return StoryboardDifference(from: before, to: try storyboard())
    }

    @Test("one changed word is a change of its state alone")
    func changedWord() throws {
        let difference = try changes(("Hello", "Good morning"), to: "Site/harbour/forgot-password.md")
        #expect(
            difference.changes == [
                .init(
                    kind: .changed, name: "harbour/forgot-password/form",
                    lines: ["@@ -1 +1 @@", "-Hello", "+Good morning"])
            ])
        #expect(difference.links == [])
    }

    @Test("a renamed state is one that was added and one that was removed")
    func renamedState() throws {
        let difference = try changes(
            ("# done", "# over"), ("(#done)", "(#over)"), to: "Site/harbour/forgot-password.md")
        #expect(
            difference.changes.map { "\($0.kind) \($0.name)" } == [
                "changed harbour/forgot-password/form", "added harbour/forgot-password/over",
                "removed harbour/forgot-password/done",
            ])
    }

    @Test("a changed title is a change of the page alone")
    func changedTitle() throws {
        let difference = try changes(("title: Forgot", "title: Lost"), to: "Site/harbour/forgot-password.md")
        #expect(difference.changes.map(\.name) == ["harbour/forgot-password"])
        #expect(difference.changes.map(\.lines) == [["@@ -1 +1 @@", "-Forgot password", "+Lost password"]])
    }

    @Test("equal sites have equal storyboards")
    func reproducible() throws {
        #expect(try storyboard().files == storyboard().files)
    }

    @Test(
        "a condition is told in words",
        arguments: [
            (StateCondition.idle, "Ready"), (.busy, "Working"), (.typing, "Typing"), (.invalidFields, "Wrong fields"),
            (.failed("rate-limited"), "Rate limited"), (.failed("unreachable"), "Unreachable"),
        ])
    func words(condition: StateCondition, words: String) {
        #expect(condition.words == words)
    }
}
