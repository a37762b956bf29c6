import SiteBuilder
import TestSupport
import Testing

@testable import Studio

@Suite struct StoryboardTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "name: Harbour\nhosts: [harbour.example]\nbackend: { contract: djoser, base: https://api.example }\n",
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
                "harbour/forgot-password.dark.html", "harbour/forgot-password.light.html", "index.html",
                "storyboard.css", "storyboard.js",
            ])
        let page = String(decoding: files["harbour/forgot-password.light.html"] ?? [], as: UTF8.self)
        #expect(page.contains("&quot;form&quot;:{") && page.contains("&quot;done&quot;:{"))
        let index = String(decoding: files["index.html"] ?? [], as: UTF8.self)
        #expect(index.contains("<p>Words &amp; signs.</p>"))
        #expect(index.contains("<li id=\"harbour/forgot-password/done\""))
        #expect(try storyboard().summary == "1 app, 1 page, 2 states, 0 messages, 0 emails")
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
