import Testing

@testable import EmailBuilder

@Suite struct DialectLiteralsTests {
    typealias Piece = RenderedEmail.Piece

    static let braces = DialectLiterals(
        sequences: [
            .init(
                characters: Array("{{".unicodeScalars),
                replacements: [.text: .written("{{ '{' }}"), .html: .reference, .subject: .impossible])
        ])

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let pieces: [Piece]
        var part = RenderedEmail.Part.text
        let result: String
    }

    static let cases = [
        Case(testDescription: "text that says nothing", pieces: [.text("a { b }} %")], result: "a { b }} %"),
        Case(testDescription: "a sequence", pieces: [.text("a {{ b")], result: "a {{ '{' }}{ b"),
        Case(
            testDescription: "a sequence in itself", pieces: [.text("{{{{")],
            result: "{{ '{' }}{{ '{' }}{{ '{' }}{"),
        Case(
            testDescription: "a sequence that ends in a word", pieces: [.text("{"), .verbatim("{{ x }}")],
            result: "{{ '{' }}{{ x }}"),
        Case(testDescription: "the words themselves", pieces: [.verbatim("{{ {{ }}")], result: "{{ {{ }}"),
        Case(
            testDescription: "a sequence in HTML", pieces: [.text("<p>{{ x }}</p>")], part: .html,
            result: "<p>&#123;{ x }}</p>"),
        Case(
            testDescription: "a style sheet", pieces: [.text("<style>{{</style>{{<STYLE>")], part: .html,
            result: "<style>{{</style>&#123;{<STYLE>"),
        Case(testDescription: "a part that takes it as it is", pieces: [.text("{{")], part: .preheader, result: "{{"),
    ]

    @Test(arguments: cases) func copyIsWrittenSoThatTheEngineReadsNoneOfIt(test: Case) throws {
        #expect(try Self.braces.escape(test.pieces, in: test.part) == test.result)
    }

    @Test func aSequenceBesideWhatAnotherBecameIsSeen() throws {
        let ends = DialectLiterals(
            sequences: [.init(characters: Array("}}}".unicodeScalars), replacements: [.text: .written("{{close}}")])])
        #expect(try ends.escape([.text("a}}}}")], in: .text) == "a{{close}}{{close}}{{close}}{{close}}")
        #expect(try ends.escape([.verbatim("{{{x}}}"), .text("}")], in: .text) == "{{{x}}}{{close}}")
    }

    @Test func whatCannotBeSaidIsAnError() {
        #expect(throws: DialectLiterals.Impossible.self) { try Self.braces.escape([.text("{{")], in: .subject) }
    }

    @Test(arguments: [
        ("Reset", "Reset"), (" a", "\\ a"), ("a b", "a b"), ("a\\b", "a\\\\b"), ("Zurück", "Zur\\u00fcck"),
        ("😀", "\\ud83d\\ude00"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("a=b:c#d!", "a=b:c#d!"),
    ])
    func aValueOfPropertiesIsASCII(text: String, value: String) {
        #expect(Properties.value(text) == value)
    }
}
