import Configuration
import Diagnostics
import TestSupport
import Testing
import YAML

@Suite("Random YAML")
struct RandomInputTests {
    private static let words = [
        "a", "b: ", "c: ", "d:", "- ", "-", "? ", ": ", "[", "]", "{", "}", ",", ", ", "\"", "'", "|", ">", "|-\n",
        ">2\n", "&a ", "*a",
        "!!str ", "!!int ", "!x ", "! ", "%", "@", "#", " #", " # x", "#D4AF37", "{{", "}}", "{{n}}", "\n", "\n", "\n",
        "\r\n", "\r", "\n  ",
        "\n    ", "\n- ", "\t", "\n\t", " ", "  ", "---\n", "...\n", "~", "null", "true", "12", "0x1F", "1.5e3", "é",
        "🙂", "\\", "\\u00e9",
        "\\x", "<<: ", "%YAML 1.2\n", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{7F}", ".", "=",
    ]

    private struct Anything: KeyedReadable {
        static let keyTable = KeyTable(
            "anything",
            [
                .init("a", .text, "A text."), .init("b", .oneOrMany(.number(0...9)), "Numbers."),
                .init("c", .map(.list(.text)), "Lists."), .init("d", .map(.bool), "Truth values."),
            ])

        init?(_ keys: KeyedReader) {
            let _: String? = keys["a"]
            let _: [Located<Int>]? = keys.oneOrMany("b")
            let _: OrderedMap<[String]>? = keys["c"]
            let _: OrderedMap<Bool?>? = keys["d"]
        }
    }

    /// Checks that the range of every value is inside the file, and that of a plain one-line text contains the text.
    private func check(_ node: ConfigurationNode, in source: SourceText) -> String? {
        guard node.range.upperBound <= source.bytes.count else {
            return "\(node.kind) ends at \(node.range.upperBound)"
        }
        if node.location != source.location(at: node.range.lowerBound) {
            return "\(node.kind) at \(String(describing: node.location))"
        }
        if case .scalar(let text, isPlain: true) = node.kind, !text.contains("\n"), !text.contains(" "), !text.isEmpty {
            let written = String(decoding: source.bytes[node.range], as: UTF8.self)
            if !written.hasSuffix(text), !written.hasPrefix("*") { return "\(text) is \(written.debugDescription)" }
        }
        return (node.items + node.members.flatMap { [$0.key, $0.value] }).lazy.compactMap { check($0, in: source) }
            .first
    }

    @Test("is read, or refused with a place", arguments: 1...4)
    func isReadOrRefused(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_500 {
            let text = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                Self.words.randomElement(using: &generator) ?? ""
            }.joined()
            let source = SourceText(file: "a.yml", text: text)
            do {
                let document = try YAMLDocument(parsing: source)
                if let root = document.root, let problem = check(root, in: source) {
                    Issue.record("\(problem) in \(text.debugDescription)")
                }
                _ = try document.read(Anything.self)
            } catch {
                #expect(!error.diagnostics.isEmpty, "\(text.debugDescription)")
                for diagnostic in error.diagnostics {
                    let (line, column) = (diagnostic.line ?? 0, diagnostic.column ?? 0)
                    let isInside =
                        line >= 1 && line <= source.lineCount && column >= 1
                        && column <= (source.line(line)?.utf8.count ?? 0) + 1
                    #expect(isInside, "\(diagnostic) in \(text.debugDescription)")
                }
            }
        }
    }

    @Test("of random bytes in random ranges never crashes")
    func neverCrashes() {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let start = Int.random(in: 0...45, using: &generator)
            let range = start..<(start + Int.random(in: 0...45, using: &generator))
            _ = try? YAMLDocument(parsing: SourceText(file: "a.yml", bytes: bytes), in: range)
        }
    }

    @Test("that is large is read whole")
    func large() throws {
        let line = String(repeating: "é, ", count: 20_000)
        for text in [
            "a: [\(line)]", "a: \"\(line)\"", (0..<10_000).map { "k\($0): v\n" }.joined(),
            String(repeating: "- x\n", count: 40_000),
        ] {
            #expect(try YAMLDocument(parsing: SourceText(file: "a.yml", text: text)).root != nil)
        }
    }
}
