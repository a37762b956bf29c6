import JSON
import Problems
import Testing

@Suite("Reading JSON")
struct JSONReadingTests {
    struct Reading: Sendable, CustomTestStringConvertible {
        let text: String
        let value: JSONValue
        init(_ text: String, _ value: JSONValue) { (self.text, self.value) = (text, value) }
        var testDescription: String { text }
    }

    @Test(
        "Every kind of value is read",
        arguments: [
            Reading("null", nil),
            Reading(" true\r\n", true),
            Reading("false", false),
            Reading("0", 0),
            Reading("-12", -12),
            Reading(#""""#, ""),
            Reading(#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"),
            Reading(#""\u0041\u00e9\ud83d\uDE00""#, "Aé😀"),
            Reading(#""é😀""#, "é😀"),
            Reading("[]", []),
            Reading("[1, [2], {}]", [1, [2], [:]]),
            Reading(#"{"a": {"b": [null]}, "": 1}"#, ["a": ["b": [nil]], "": 1]),
        ])
    func values(_ reading: Reading) throws {
        #expect(try JSONDocument(parsing: Array(reading.text.utf8)).value == reading.value)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let error: String
        init(_ text: String, _ error: String) { (bytes, self.error) = (Array(text.utf8), error) }
        init(bytes: [UInt8], _ error: String) { (self.bytes, self.error) = (bytes, error) }
        var testDescription: String { error }
    }

    @Test(
        "What is not JSON is refused where it goes wrong",
        arguments: [
            Refusal("", "line 1, column 1: the text has no JSON value"),
            Refusal(" \n ", "line 2, column 2: the text has no JSON value"),
            Refusal(
                "\u{FEFF}{}", "line 1, column 1: the text begins with a byte order mark, which JSON does not allow"),
            Refusal("{} x", "line 1, column 4: 'x' after the end of the JSON value"),
            Refusal("[1,]", "line 1, column 4: ']' right after a comma"),
            Refusal("{\"a\":1,\n}", "line 2, column 1: '}' right after a comma"),
            Refusal("[1 2]", "line 1, column 4: '2' where ',' or ']' should be"),
            Refusal("{\"a\" 1}", "line 1, column 6: '1' where ':' after the name should be"),
            Refusal("{a:1}", "line 1, column 2: 'a' where a name in double quotes or '}' should be"),
            Refusal("{'a':1}", "line 1, column 2: ''' where a name in double quotes or '}' should be"),
            Refusal("// hi\n{}", "line 1, column 1: '/' where a value should be"),
            Refusal("[", "line 1, column 2: a value is missing at the end of the text"),
            Refusal("[\"é\", x]", "line 1, column 8: 'x' where a value should be"),
            Refusal("[\"é\",\r\n\r x]", "line 3, column 2: 'x' where a value should be"),
            Refusal("é", "line 1, column 1: U+00E9 where a value should be"),
            Refusal("\"a", "line 1, column 1: the string is never closed"),
            Refusal("\"a\\", "line 1, column 3: the string is never closed"),
            Refusal("\"a\nb\"", "line 1, column 3: the control character U+000A is not escaped in a string"),
            Refusal("\"\\x\"", "line 1, column 2: a backslash before 'x' is not a JSON escape"),
            Refusal("\"\\u12g4\"", "line 1, column 2: \\u is not followed by four hexadecimal digits"),
            Refusal(
                "\"\\ud800\"", "line 1, column 2: \\uD800 is half of a surrogate pair without its other half"),
            Refusal(
                "\"\\ude00\"", "line 1, column 2: \\uDE00 is half of a surrogate pair without its other half"),
            Refusal(
                "\"\\ud800\\u0041\"", "line 1, column 2: \\uD800 is half of a surrogate pair without its other half"),
            Refusal("01", "line 1, column 1: a number may not begin with a zero"),
            Refusal("-", "line 1, column 1: a minus sign without a number"),
            Refusal("1.", "line 1, column 3: a digit is missing after the decimal point"),
            Refusal("1e+", "line 1, column 4: a digit is missing in the exponent"),
            Refusal("+1", "line 1, column 1: '+' where a value should be"),
            Refusal("NaN", "line 1, column 1: 'N' where a value should be"),
            Refusal("tru", "line 1, column 1: 't' where a value should be"),
            Refusal(bytes: [0x22, 0xFF, 0x22], "line 1, column 2: the byte 0xFF is not UTF-8"),
            Refusal(bytes: [0x22, 0xC0, 0x80, 0x22], "line 1, column 2: the byte 0xC0 is not UTF-8"),
            Refusal(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], "line 1, column 2: the byte 0xED is not UTF-8"),
            Refusal(bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "line 1, column 2: the byte 0xF4 is not UTF-8"),
            Refusal(bytes: [0x22, 0xE2, 0x82], "line 1, column 2: the byte 0xE2 is not UTF-8"),
        ])
    func refusals(_ refusal: Refusal) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: refusal.bytes) }
        #expect(error?.description == refusal.error)
    }

    @Test("Nesting stops at the limit instead of at the end of the stack")
    func depth() throws {
        let deep = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        _ = try JSONDocument(parsing: Array(deep.utf8))
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: Array("[\(deep)]".utf8)) }
        #expect(error?.description == "line 1, column 129: the text is nested deeper than 128 levels")
        let endless = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(throws: JSONError.self) {
            try JSONDocument(parsing: endless)
        }
    }

    @Test("A text longer than the limit is refused")
    func length() {
        let error = #expect(throws: JSONError.self) {
            try JSONDocument(parsing: [UInt8](repeating: UInt8(ascii: "1"), count: 64 << 20 + 1))
        }
        #expect(error?.description == "line 1, column 67108865: the text is longer than 67108864 bytes")
    }

    @Test("Values and names have positions")
    func positions() throws {
        let text = "{\n  \"é\": [1, {\"b\": true}],\n  \"c/d\": null\n}"
        let document = try JSONDocument(parsing: Array(text.utf8))
        func place(_ position: JSONPosition?) -> [Int]? { position.map { [$0.line, $0.column, $0.offset] } }
        #expect(place(document.position(of: JSONPointer())) == [1, 1, 0])
        #expect(place(document.position(of: JSONPointer(["é"]))) == [2, 9, 10])
        #expect(place(document.position(ofKeyAt: JSONPointer(["é"]))) == [2, 3, 4])
        #expect(place(document.position(of: JSONPointer(["é", "1", "b"]))) == [2, 19, 20])
        #expect(place(document.position(ofKeyAt: JSONPointer(["é", "1", "b"]))) == [2, 14, 15])
        #expect(place(document.position(of: try JSONPointer(parsing: "/c~1d"))) == [3, 10, 37])
        #expect(document.position(ofKeyAt: JSONPointer(["é", "0"])) == nil)
        #expect(document.position(of: JSONPointer(["nothing"])) == nil)
        #expect(document.position(of: JSONPointer(["é", "2"])) == nil)
    }

    @Test("Repeated names are reported, and the last one wins")
    func duplicates() throws {
        let text = #"{"a":{"x":1,"x":2,"x":[3]},"a":4,"b":5}"#
        let document = try JSONDocument(parsing: Array(text.utf8))
        #expect(document.value == ["a": 4, "b": 5])
        #expect(document.duplicateKeys.map(\.pointer.description) == ["/a/x", "/a/x", "/a"])
        #expect(document.duplicateKeys.map(\.position.column) == [13, 19, 28])
        #expect(document.position(of: JSONPointer(["a"]))?.column == 32)
    }

    @Test("Names that differ in normalisation are different names")
    func normalisation() throws {
        let document = try JSONDocument(parsing: Array(#"{"\u00e9":1,"e\u0301":2}"#.utf8))
        #expect(document.duplicateKeys.isEmpty)
        #expect(document.value["\u{E9}"] == 1)
        #expect(document.value["e\u{301}"] == 2)
        #expect(JSONValue.string("\u{E9}") != "e\u{301}")
    }
}
