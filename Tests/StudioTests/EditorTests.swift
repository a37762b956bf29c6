import Testing

@testable import Studio

@Suite struct EditorTests {
    @Test(
        "an editor is started at a place by its own options; what has no window is left to a terminal",
        arguments: [
            ("code --wait", "code --wait --goto Site/a b.md:14:3", false),
            ("/usr/local/bin/subl", "/usr/local/bin/subl Site/a b.md:14:3", false),
            ("xed", "xed --line 14 Site/a b.md", false), ("nvim", "nvim +14 Site/a b.md", true),
            ("unheard-of", "unheard-of +14 Site/a b.md", true),
        ])
    func commands(words: String, command: String, needsTerminal: Bool) {
        let editor = Editor(words: words.split(separator: " ").map(String.init))
        #expect(editor.command(for: "Site/a b.md", line: 14, column: 3).joined(separator: " ") == command)
        #expect(editor.needsTerminal == needsTerminal)
    }

    @Test(
        "the editor is that of VISUAL, else of EDITOR, else none",
        arguments: [
            (["VISUAL": "zed", "EDITOR": "vim"], ["zed"]), (["EDITOR": "vim -u NONE"], ["vim"]), ([:], []),
        ] as [([String: String], [String])])
    func installed(environment: [String: String], names: [String]) {
        #expect(Editor.installed { environment[$0] }.map(\.name) == names)
    }

    @Test(
        "an argument is quoted for a shell where it has to be",
        arguments: [("Site/a.md", "Site/a.md"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("$(x)", "'$(x)'")])
    func quoting(argument: String, quoted: String) {
        #expect(Editor.quoted(argument) == quoted)
    }
}
