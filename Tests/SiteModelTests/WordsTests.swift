import Diagnostics
import TestSupport
import Testing

@testable import SiteModel

@Suite struct WordsTests {
    private static let entries = WordKey.allCases.map { key in
        let places = key.placeholders.sorted().map { " {\($0)}" }.joined()
        return (key: key.rawValue, text: "\(key.rawValue):\n  text: \"Text\(places)\"\n  note: Where it stands.\n")
    }

    private static func file(_ key: String? = nil, _ entry: String = "") -> String {
        entries.map { $0.key == key ? entry : $0.text }.joined()
    }

    private static func read(_ text: String) throws(DiagnosticReport) -> Words {
        try Words(parsing: SourceText(file: "words/en.yml", bytes: Array(text.utf8)))
    }

    @Test("values are inserted into a text")
    func text() throws {
        let words = try Self.read(Self.file("open-in-app", "open-in-app:\n  text: \"Open {app}!\"\n  note: Here.\n"))
        #expect(words.text(.openInApp, ["app": "Harbour"]) == "Open Harbour!")
        #expect(words.pieces(of: .openInApp) == [.literal("Open "), .value("app"), .literal("!")])
        #expect(words[.dismiss] == "Text")
    }

    @Test("a file over another one needs neither all texts nor notes")
    func partial() throws {
        let source = SourceText(file: "words/en.yml", text: "open-in-app: { text: \"Open {app}!\" }\n")
        let words = try Words(parsing: source, over: try Self.read(Self.file()))
        #expect(words.text(.openInApp, ["app": "Harbour"]) == "Open Harbour!")
        #expect(words[.dismiss] == "Text")
        let empty = SourceText(file: "words/en.yml", text: "open-in-app: { text: Open }\n")
        let report = #expect(throws: DiagnosticReport.self) { try Words(parsing: empty, over: words) }
        #expect(report?.diagnostics.map(\.message) == ["'open-in-app' has no '{app}'"])
    }

    @Test(
        "what is wrong with a file of words is told with its place",
        arguments: [
            ("", 1, "missing key 'open-in-app'", "Add it as the built-in Templates/words/en.yml has it."),
            ("open-in-ap:\n  text: x\n  note: y\n", 1, "unknown key 'open-in-ap'", "Did you mean 'open-in-app'?"),
            (
                "open-in-app:\n  text: \"Open {app}\"\n", 1, "'open-in-app' has no note for translators",
                "Add 'note:' with a sentence that says where the text is shown."
            ),
            (
                "open-in-app:\n  text: Open\n  note: y\n", 2, "'open-in-app' has no '{app}'",
                "Write '{app}' where the value belongs."
            ),
            (
                "open-in-app:\n  text: \"{app} {ap}\"\n  note: y\n", 2, "nothing fills '{ap}' in 'open-in-app'",
                "Did you mean 'app'?"
            ),
            (
                "open-in-app:\n  text: \"Open {{app}}\"\n  note: y\n", 2, "'{{app}}' is shown literally here",
                "Write {app} for a value."
            ),
            ("open-in-app:\n  note: y\n", 1, "'open-in-app' has no text", "Add 'text: …'."),
            (
                "forgot-password-link:\n  text: Forgot it?\n", 1, "unknown key 'forgot-password-link'",
                "Write the key of a built-in text: 'latchkey templates show words/en.yml' prints all. A text of one page or email is in its own file."
            ),
            (
                "footer: { support: { text: Help } }\n", 1, "unknown key 'footer'",
                "Write footer-support: { text: … }: the name of a text is one key."
            ),
            (
                "seconds:\n  text: \"{count} seconds\"\n", 1, "unknown key 'seconds'",
                "Remove it: durations are in every language as CLDR has them."
            ),
        ])
    func mistakes(entry: String, line: Int, message: String, fix: String) throws {
        let report = try #require(throws: DiagnosticReport.self) {
            try Self.read(Self.file("open-in-app", entry))
        }
        let diagnostic = try #require(report.diagnostics.first { $0.message == message })
        #expect(diagnostic.fix == fix)
        #expect(diagnostic.line == line)
    }
}
