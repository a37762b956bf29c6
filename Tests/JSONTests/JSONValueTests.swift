import JSON
import Problems
import Testing

@Suite("JSON values")
struct JSONValueTests {
    let value: JSONValue = [
        "b": [1, "two", true, nil, ["x": -3]],
        "a": ["": "empty", "~/": "escaped"],
    ]

    @Test("Values are reached by name, by kind and by pointer")
    func access() throws {
        #expect(value["a"]?[""]?.string == "empty")
        #expect(value["b"]?.array?.count == 5)
        #expect(value["b"]?.string == nil)
        #expect(value[try JSONPointer(parsing: "/b/4/x")]?.int == -3)
        #expect(value[try JSONPointer(parsing: "/b/2")]?.bool == true)
        #expect(value[try JSONPointer(parsing: "/b/3")] == .null)
        #expect(value[try JSONPointer(parsing: "/a/")]?.string == "empty")
        #expect(value[try JSONPointer(parsing: "/a/~0~1")]?.string == "escaped")
        #expect(value[JSONPointer()] == value)
        for nowhere in ["/c", "/b/5", "/b/-", "/b/04", "/b/+4", "/b/4/x/y"] {
            #expect(value[try JSONPointer(parsing: nowhere)] == nil)
        }
    }

    @Test("A pointer is written as it was parsed")
    func pointers() throws {
        #expect(JSONPointer(["a/b", "~", "é", "0"]).description == "/a~1b/~0/é/0")
        #expect(try JSONPointer(parsing: "/a~1b/~0/é/0").components == ["a/b", "~", "é", "0"])
        #expect(JSONPointer().appending("x").appending(2).description == "/x/2")
        let messages = [
            "a": "the JSON pointer 'a' does not begin with a slash",
            "/~2": "a tilde in the JSON pointer '/~2' is followed by neither 0 nor 1",
            "/x~": "a tilde in the JSON pointer '/x~' is followed by neither 0 nor 1",
        ]
        for (text, message) in messages {
            let error = #expect(throws: TextProblem.self) { try JSONPointer(parsing: text) }
            #expect(error?.message == message)
        }
    }

    @Test("The order of members does not make two objects different")
    func equality() {
        let a: JSONValue = ["x": 1, "y": [2]]
        let b: JSONValue = ["y": [2], "x": 1]
        #expect(a == b)
        #expect(a.hashValue == b.hashValue)
        #expect(a != ["x": 1])
        #expect(a != ["x": 1, "z": [2]])
        #expect(JSONValue.array([1, 2]) != [2, 1])
    }

    @Test("Objects small and large keep the order of their members")
    func objects() {
        var object = JSONObject()
        for index in 0..<100 { object["key\(index)"] = .number(JSONNumber(index)) }
        #expect(object.keys == (0..<100).map { "key\($0)" })
        #expect(object["key73"]?.int == 73)
        object["key50"] = nil
        object["key7"] = "seven"
        #expect(object.count == 99)
        #expect(object["key50"] == nil)
        #expect(object["key99"]?.int == 99)
        #expect(object.members[7].value == "seven")
    }

    @Test("Numbers keep their text")
    func numbers() throws {
        func number(_ text: String) throws -> JSONValue { try JSONDocument(parsing: Array(text.utf8)).value }
        #expect(try number("1.50e+2").serialized() == "1.50e+2")
        #expect(try number("1.50e+2").int == 150)
        #expect(try number("1.5").int == nil)
        #expect(try number("1.5").double == 1.5)
        #expect(try number("123456789012345678901234567890").int == nil)
        #expect(try number("9223372036854775807").int == Int.max)
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(0.25)?.text == "0.25")
    }

    @Test("Values are written compact or pretty, as they stand or sorted")
    func writing() {
        #expect(value.serialized() == #"{"b":[1,"two",true,null,{"x":-3}],"a":{"":"empty","~/":"escaped"}}"#)
        #expect(
            value.serialized(sortedKeys: true) == #"{"a":{"":"empty","~/":"escaped"},"b":[1,"two",true,null,{"x":-3}]}"#
        )
        let pretty: JSONValue = ["a": [], "b": [:], "c": [1, ["d": 2]]]
        #expect(
            pretty.serialized(.pretty) == """
                {
                  "a": [],
                  "b": {},
                  "c": [
                    1,
                    {
                      "d": 2
                    }
                  ]
                }
                """)
        #expect(
            JSONValue.string("\u{7F}\u{80}\u{9B}31m\u{9F}é").serialized() == #""\u007f\u0080\u009b31m\u009fé""#)
        #expect(
            JSONValue.string("\"\\\n\r\t\u{0}\u{1F}/é<\u{2028}").serialized() == #""\"\\\n\r\t\u0000\u001f/é<"#
                + "\u{2028}\"")
    }

    @Test("What is written reads back as the same value")
    func roundTrip() throws {
        for style in [JSONStyle.compact, .pretty] {
            for sorted in [false, true] {
                let bytes = value.serializedBytes(style, sortedKeys: sorted)
                #expect(try JSONDocument(parsing: bytes).value == value)
            }
        }
    }
}
