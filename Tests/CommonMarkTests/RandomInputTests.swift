import Diagnostics
import TestSupport
import Testing
import TextEncoding

@testable import CommonMark

@Suite("Random Markdown")
struct RandomInputTests {
    private static let words = [
        "*", "**", "_", "__", "`", "``", "[", "]", "](/a)", "](/a \"b\")", "(", ")", "<", ">", "<b>", "<!-- x -->",
        "<http://a.b>",
        "!", "![", "\\", "\\\n", "&", "&amp;", "&#38;", "&ouml;", "&nope;", "#", "# ", "## ", "> ", "- ", "1. ", "12) ",
        "+\t", "\t",
        " ", "  ", "   ", "    ", "     ", "\n", "\n", "\n", "\n\n", "  \n", "\r\n", "\r", "a", "é", "🙂", "x y",
        "{{n}}", "===\n", "---\n",
        "```\n", "~~~", "[a]: /b\n", "[a]", "[a][]", "[é]: <c> 'd'\n", "\"", "'", "|", "<div>\n", "…", "\u{A0}",
        "a@b.c", ";", ":",
    ]

    private func text(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...24, using: &generator)).map { _ in
            Self.words.randomElement(using: &generator) ?? ""
        }.joined()
    }

    /// Checks that the source at the location of every node begins with the node's text or markup.
    private func check(_ node: MarkdownNode, in source: SourceText) -> String? {
        let offset = source.offset(ofLine: node.location.line) + node.location.column - 1
        let rest = source.bytes[min(offset, source.bytes.count)...]
        let begins = { (words: String...) in words.contains { rest.starts(with: $0.utf8) } }
        let fits =
            switch node.kind {
            case .document: true
            case .heading: !rest.isEmpty
            case .paragraph: !rest.isEmpty
            case .list, .item: rest.first.map { "-+*0123456789".utf8.contains($0) } ?? false
            case .blockQuote: begins(">")
            case .codeBlock: !rest.isEmpty
            case .htmlBlock: begins("<")
            case .thematicBreak: begins("*", "-", "_")
            // The rest of a tab that a marker has consumed in part appears as spaces.
            case .text(let text): begins("\\", "&", String(text.prefix(1))) || text.hasPrefix(" ") && begins("\t")
            case .softBreak: rest.first?.isASCIIWhitespace == true
            case .lineBreak: begins("\\") || rest.first?.isASCIIWhitespace == true
            case .code: begins("`")
            case .html: begins("<")
            case .emphasis: begins("*", "_")
            case .strong: begins("**", "__")
            case .link: begins("[", "<")
            case .image: begins("![")
            }
        if !fits { return "\(node.kind) at \(node.location)" }
        for child in node.children {
            if child.location < node.location { return "\(child.kind) before its parent at \(child.location)" }
            if let problem = check(child, in: source) { return problem }
        }
        return zip(node.children, node.children.dropFirst())
            .first { $1.location <= $0.location }.map { "\($1.kind) not behind \($0.kind) at \($1.location)" }
    }

    @Test("is read, or refused for its links; every part stands where it says", arguments: 1...4)
    func isRead(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_500 {
            let text = text(&generator)
            let source = SourceText(file: "a.md", text: text)
            do {
                let (document, unlocated) = try Markdown.read(source)
                #expect(unlocated == 0, "\(text.debugDescription)")
                if let problem = check(document, in: source) { Issue.record("\(problem) in \(text.debugDescription)") }
            } catch {
                #expect(!error.diagnostics.isEmpty)
                #expect(
                    error.diagnostics.allSatisfy { ["broken-link"].contains($0.code) },
                    "\(text.debugDescription)")
            }
        }
    }

    // A crash is the failure.
    @Test("of random bytes never crashes")
    func neverCrashes() {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let offset = Int.random(in: -2...50, using: &generator)
            _ = try? Markdown.parse(SourceText(file: "a.md", bytes: bytes), from: offset)
        }
    }
}
