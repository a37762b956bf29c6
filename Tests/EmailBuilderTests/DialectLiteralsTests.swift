import Diagnostics
import Testing

@testable import EmailBuilder

@Suite struct DialectLiteralsTests {
    typealias Run = DialectLiterals.Run

    static let braces = DialectLiterals(
        sequences: [
            .init(
                characters: Array("{{".unicodeScalars),
                replacements: [.text: .written("{{ '{' }}"), .html: .reference, .subject: .impossible])
        ])

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let runs: [Run]
        var part = RenderedEmail.Part.text
        let result: String
    }

    static let cases = [
        Case(testDescription: "text that says nothing", runs: [.text("a { b }} %")], result: "a { b }} %"),
        Case(testDescription: "a sequence", runs: [.text("a {{ b")], result: "a {{ '{' }}{ b"),
        Case(
            testDescription: "a sequence in itself", runs: [.text("{{{{")],
            result: "{{ '{' }}{{ '{' }}{{ '{' }}{"),
        Case(
            testDescription: "a sequence that ends in an expression", runs: [.text("{"), .fixed("{{ x }}")],
            result: "{{ '{' }}{{ x }}"),
        Case(testDescription: "the expressions themselves", runs: [.fixed("{{ {{ }}")], result: "{{ {{ }}"),
        Case(
            testDescription: "a sequence in HTML", runs: [.text("a {{ x }}")], part: .html,
            result: "a &#123;{ x }}"),
        Case(
            testDescription: "markup", runs: [.fixed("<style>{{</style>"), .text("{{")], part: .html,
            result: "<style>{{</style>&#123;{"),
        Case(
            testDescription: "a part that takes it as it is", runs: [.text("%%")], part: .subject, result: "%%"),
    ]

    @Test("text is escaped so that the engine renders it unchanged", arguments: cases)
    func escaping(test: Case) throws {
        #expect(try Self.braces.escape(test.runs, in: test.part, of: "Mailer") == test.result)
    }

    @Test("a sequence that a replacement forms with the text after it is escaped too")
    func repetition() throws {
        let ends = DialectLiterals(
            sequences: [.init(characters: Array("}}}".unicodeScalars), replacements: [.text: .written("{{close}}")])])
        #expect(try ends.escape([.text("a}}}}")], in: .text, of: "Mailer") == "a{{close}}{{close}}{{close}}{{close}}")
        #expect(try ends.escape([.fixed("{{{x}}}"), .text("}")], in: .text, of: "Mailer") == "{{{x}}}{{close}}")
    }

    @Test("a sequence that the engine cannot escape is an error with the sequence as its place")
    func impossible() {
        #expect(
            throws: Problem(
                code: "unwritable-text", at: "{{",
                "Mailer would parse '{{' as its own syntax, and has no way to escape it",
                fix: "Write it in another way.")
        ) {
            try Self.braces.escape([.text("{{")], in: .subject, of: "Mailer")
        }
    }

    @Test(
        "a value of a .properties file is ASCII",
        arguments: [
            ("Reset", "Reset"), (" a", "\\ a"), ("a b", "a b"), ("a\\b", "a\\\\b"), ("Zurück", "Zur\\u00fcck"),
            ("😀", "\\ud83d\\ude00"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("a=b:c#d!", "a=b:c#d!"),
        ])
    func properties(text: String, value: String) {
        #expect(Properties.value(text) == value)
    }
}
