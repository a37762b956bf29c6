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

    @Test(arguments: cases) func copyIsWrittenSoThatTheEngineReadsNoneOfIt(test: Case) throws {
        #expect(try Self.braces.escape(test.runs, in: test.part) == test.result)
    }

    @Test func aSequenceBesideWhatAnotherBecameIsSeen() throws {
        let ends = DialectLiterals(
            sequences: [.init(characters: Array("}}}".unicodeScalars), replacements: [.text: .written("{{close}}")])])
        #expect(try ends.escape([.text("a}}}}")], in: .text) == "a{{close}}{{close}}{{close}}{{close}}")
        #expect(try ends.escape([.fixed("{{{x}}}"), .text("}")], in: .text) == "{{{x}}}{{close}}")
    }

    @Test func whatCannotBeSaidIsAnError() {
        #expect(throws: DialectLiterals.UnescapableSequence.self) {
            try Self.braces.escape([.text("{{")], in: .subject)
        }
    }

    @Test(arguments: [
        ("Reset", "Reset"), (" a", "\\ a"), ("a b", "a b"), ("a\\b", "a\\\\b"), ("Zurück", "Zur\\u00fcck"),
        ("😀", "\\ud83d\\ude00"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("a=b:c#d!", "a=b:c#d!"),
    ])
    func aValueOfPropertiesIsASCII(text: String, value: String) {
        #expect(Properties.value(text) == value)
    }
}
