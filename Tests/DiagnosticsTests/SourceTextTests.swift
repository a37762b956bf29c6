import Diagnostics
import Testing

@Suite struct SourceTextTests {
    struct Place: Sendable, CustomTestStringConvertible {
        let text: String
        let offset: Int
        let line: Int
        let column: Int
        var testDescription: String { "byte \(offset) of \(text.debugDescription)" }
    }

    @Test(
        "a byte's line and column count from 1, columns in UTF-8 bytes",
        arguments: [
            Place(text: "", offset: 0, line: 1, column: 1),
            Place(text: "ab\ncd", offset: 1, line: 1, column: 2),
            Place(text: "ab\ncd", offset: 2, line: 1, column: 3),
            Place(text: "ab\ncd", offset: 3, line: 2, column: 1),
            Place(text: "ab\r\ncd", offset: 4, line: 2, column: 1),
            Place(text: "ab\rcd", offset: 3, line: 2, column: 1),
            Place(text: "é\nü!", offset: 5, line: 2, column: 3),
            Place(text: "ab\n", offset: 3, line: 2, column: 1),
            Place(text: "ab", offset: 99, line: 1, column: 3),
            Place(text: "ab", offset: -1, line: 1, column: 1),
        ])
    func location(_ place: Place) {
        let location = SourceText(file: "f", text: place.text).location(at: place.offset)
        #expect(location == SourceLocation(file: "f", line: place.line, column: place.column))
    }

    @Test("a line is returned without its line ending")
    func lines() {
        let source = SourceText(file: "f", text: "one\r\ntwo\rthree\nfour")
        #expect((1...4).map { source.line($0) } == ["one", "two", "three", "four"])
        #expect(source.line(0) == nil)
        #expect(source.line(5) == nil)
        #expect(source.lineCount == 4)
    }

    @Test(
        "the first byte that is not UTF-8 is found",
        arguments: [
            (Array("plain".utf8), nil), (Array("é€😀".utf8), nil), ([0x61, 0xFF], 1), ([0xC3], 0),
            (Array("é".utf8) + [0x80], 2), ([0xED, 0xA0, 0x80], 0), ([0xC0, 0xAF], 0),
        ] as [([UInt8], Int?)])
    func malformed(bytes: [UInt8], offset: Int?) {
        #expect(SourceText(file: "f", bytes: bytes).encodingProblem()?.column.map { $0 - 1 } == offset)
    }

    @Test(
        "an invisible character is found where no script needs it",
        arguments: [
            ("host: a.example\u{200B}", "1:16 U+200B"), ("a\nname: \u{2060}T", "2:7 U+2060"),
            ("sha: \u{200E}14:6D", "1:6 U+200E"), ("Caf\u{E9} \u{202E}x", "1:7 U+202E"),
            ("a\u{FEFF}b", "1:2 U+FEFF"), ("key:\u{200D} x", "1:5 U+200D"), ("a\u{0}", "1:2 U+0000"),
            ("\u{FEFF}name: T", nil), ("👩\u{200D}👩\u{200D}👧", nil), ("\u{645}\u{6CC}\u{200C}\u{62E}", nil),
            ("\u{1780}\u{200B}\u{1781} a", nil), ("Gro\u{DF}\u{AD}schreibung", nil),
        ])
    func invisible(_ text: String, _ found: String?) {
        let problem = SourceText(file: "a", text: text).invisibleCharacter
        let told = problem.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" }
        #expect(told == found.map { $0.replacing(" ", with: " this is the invisible character ") })
    }
}
