import Testing

@testable import TextEncoding

@Suite struct HeaderFieldTests {
    // RFC 9110, sections 5.1 and 5.6.2.
    @Test(
        "a name is a token",
        arguments: [
            ("Cache-Control", true), ("x!#$%&'*+-.^_`|~9", true), ("", false), ("a b", false), ("a:", false),
            ("a\r", false), ("é", false), ("(a)", false), ("a\0", false),
        ])
    func name(text: String, isName: Bool) {
        #expect(HeaderField.isName(text) == isName)
        #expect((HeaderField(validating: text, "x") != nil) == isName)
    }

    // RFC 9110, section 5.5.
    @Test(
        "a value has visible characters with blanks between them",
        arguments: [
            ("", true), ("no-store", true), ("a \t b", true), ("é", true), (" a", false), ("a\t", false),
            ("a\nb", false),
            ("a\rb", false), ("a\0b", false), ("a\u{7F}", false), (" ", false),
        ])
    func value(text: String, isValue: Bool) {
        #expect(HeaderField.isValue(text) == isValue)
        #expect((HeaderField(validating: "X", text) != nil) == isValue)
    }

    @Test("fields are found in whatever case they are named, and lists are joined")
    func lookup() {
        let fields = [HeaderField("Vary", "Origin"), HeaderField("vary", "Accept"), HeaderField("ETag", "1")]
        #expect(fields["VARY"] == "Origin")
        #expect(fields.list("Vary") == "Origin, Accept")
        #expect(fields["Age"] == nil)
        #expect(fields.list("Age") == nil)
    }
}
