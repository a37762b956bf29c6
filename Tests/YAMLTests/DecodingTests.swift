import Diagnostics
import TestSupport
import Testing
import YAML

private struct App: Decodable {
    var name: String
    var hosts: [String]?
    var theme: Theme?
    var backend: Backend?

    struct Theme: Decodable {
        var radius: Int?
        var dark: Bool?
        var ratio: Double?
        var small: UInt8?
    }

    struct Backend: Decodable {
        var method: Method
        var resendAfter: String?

        enum CodingKeys: String, CodingKey {
            case method
            case resendAfter = "resend-after"
        }
    }

    enum Method: String, Decodable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
    }
}

private enum Unlisted: String, Decodable { case one }

private struct Even: Decodable, Sendable {
    var value: Int

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Int.self)
        guard value.isMultiple(of: 2) else { throw YAMLValueError("\(value) is odd", fix: "Write \(value + 1).") }
    }
}

/// A text that rejects its first space.
private struct Word: Decodable, Sendable {
    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        if let space = text.utf8.firstIndex(of: 0x20) {
            throw YAMLValueError("a word has no spaces", offset: text.utf8.distance(from: text.startIndex, to: space))
        }
    }
}

/// Fixed keys, and any others beside them.
private struct State: Decodable {
    var icon: String?
    var moves: [String]

    enum CodingKeys: String, CodingKey { case icon }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        moves = try OrderedMap<YAMLNode>(from: decoder).keys.filter { CodingKeys(stringValue: $0) == nil }
        icon = try container.decodeIfPresent(String.self, forKey: .icon)
    }
}

/// Two values that have to go together.
private struct Ordered: Decodable {
    enum CodingKeys: String, CodingKey { case low, high }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let low = try container.decode(Int.self, forKey: .low)
        let high = try container.decode(Int.self, forKey: .high)
        // A stand-in for either would be out of order.
        if low == 0 || low > high { throw YAMLValueError("\(low) is more than \(high)") }
    }
}

/// Two forms, tried one after the other.
private enum Login: Decodable {
    case text(String)
    case mapping([String: Int])

    init(from decoder: any Decoder) throws {
        if case .mapping = decoder.yamlNode?.kind {
            self = .mapping(try [String: Int](from: decoder))
        } else {
            self = .text(try String(from: decoder))
        }
    }
}

struct WrongYAML: Sendable, CustomTestStringConvertible {
    var testDescription: String { text }
    var text: String
    var messages: [String]
    var decode: @Sendable (YAMLDocument) throws -> Void

    init<T: Decodable & SendableMetatype>(_ type: T.Type, _ text: String, _ messages: String...) {
        self.text = text
        self.messages = messages
        decode = { _ = try $0.decode(T.self) }
    }

    static let cases = [
        WrongYAML(App.self, "📍", "missing key 'name' | Add 'name'."),
        WrongYAML(App.self, "📍hosts: []\n", "missing key 'name' | Add 'name'."),
        WrongYAML(App.self, "name: x\nbackend: 📍{}\n", "missing key 'method' | Add 'method'."),
        WrongYAML(App.self, "📍nmae: x\n", "unknown key 'nmae' | Did you mean 'name'?"),
        WrongYAML(
            App.self, "📍nmae: x\n📍hosst: []\ntheme: { 📍radus: 1, 📍zzzzzz: 2 }\n",
            "unknown key 'nmae' | Did you mean 'name'?", "unknown key 'hosst' | Did you mean 'hosts'?",
            "unknown key 'radus' | Did you mean 'radius'?", "unknown key 'zzzzzz'"),
        WrongYAML(
            App.self, "name: x\n📍hosst: []\ntheme: { 📍radus: 1, 📍zzzzzz: 2 }\n📍wholly-different: 1\n",
            "unknown key 'hosst' | Did you mean 'hosts'?", "unknown key 'radus' | Did you mean 'radius'?",
            "unknown key 'zzzzzz'", "unknown key 'wholly-different'"),
        WrongYAML(
            App.self, "name: x\ntheme: { 📍radius:1 }\n",
            "unknown key 'radius:1' | Write a space after the ':' that ends the key."),
        WrongYAML(
            App.self, "name: x\nbackend: { method: GET, 📍resend_after: 60s }\n",
            "unknown key 'resend_after' | Did you mean 'resend-after'?"),
        WrongYAML(App.self, "name: x\ntheme: { radius: 📍abc }\n", "expected a whole number, found 'abc'"),
        WrongYAML(
            App.self, "name: x\ntheme: { radius: 📍\"12\" }\n",
            "expected a whole number, found the text '12' | Remove the quotes."),
        WrongYAML(App.self, "name: x\ntheme: { radius: 📍1.5 }\n", "expected a whole number, found '1.5'"),
        WrongYAML(App.self, "name: x\ntheme: { small: 📍300 }\n", "expected a whole number from 0 to 255, found '300'"),
        WrongYAML(App.self, "name: x\ntheme: { dark: 📍yes }\n", "expected true or false, found 'yes' | Write true."),
        WrongYAML(App.self, "name: x\ntheme: { dark: 📍Off }\n", "expected true or false, found 'Off' | Write false."),
        WrongYAML(App.self, "name: x\ntheme: { ratio: 📍0x1p3 }\n", "expected a number, found '0x1p3'"),
        WrongYAML(App.self, "name:📍 \n", "expected text, found nothing"),
        WrongYAML(App.self, "name: 📍null\n", "expected text, found 'null' | Put it in quotes if a text was meant."),
        WrongYAML(App.self, "name: 📍[x]\n", "expected text, found a list"),
        WrongYAML(App.self, "name: 📍{ x: 1 }\n", "expected text, found a mapping"),
        WrongYAML(
            App.self, "name: x\nhosts: 📍a.com\n", "expected a list, found 'a.com' | Write [a.com] for a list of one."),
        WrongYAML(
            App.self, "name: x\nhosts: [a, 📍[], b, 📍{}]\n", "expected text, found a list",
            "expected text, found a mapping"),
        WrongYAML(
            App.self, "name: x\ntheme: 📍radius:1\n",
            "expected a mapping, found 'radius:1' | Write a space after the ':' that ends the key."),
        WrongYAML(App.self, "📍- name\n", "expected a mapping, found a list"),
        WrongYAML(
            App.self, "name: x\nbackend: { method: 📍get }\n",
            "expected 'GET', 'POST' or 'PUT', found 'get' | Did you mean 'GET'?"),
        WrongYAML(App.self, "name: x\nbackend: { method: 📍[] }\n", "expected text, found a list"),
        WrongYAML(
            App.self, "name: x\nbackend: { method: 📍DELETE, 📍resend: 1 }\n",
            "expected 'GET', 'POST' or 'PUT', found 'DELETE'", "unknown key 'resend'"),
        WrongYAML(
            [Even].self, "[2, 📍3, 4, 📍x, 📍5]", "3 is odd | Write 4.", "expected a whole number, found 'x'",
            "5 is odd | Write 6."),
        WrongYAML([Located<Even>].self, "[2, 📍3]", "3 is odd | Write 4."),
        WrongYAML(OrderedMap<Even>.self, "a: 📍1\nb: 2\nc: 📍3\n", "1 is odd | Write 2.", "3 is odd | Write 4."),
        WrongYAML(OrderedMap<Even>.self, "📍[1]", "expected a mapping, found a list"),
        WrongYAML(
            OrderedMap<OneOrMany<Even>>.self, "a: 📍1\nb: [2, 📍3]\n", "1 is odd | Write 2.", "3 is odd | Write 4."),
        WrongYAML([String: Even].self, "b: 📍1\n", "1 is odd | Write 2."),
        WrongYAML(
            [Located<App.Method>].self, "[GET, 📍POTS]",
            "expected 'GET', 'POST' or 'PUT', found 'POTS' | Did you mean 'POST'?"),
        WrongYAML([Word].self, "[one, two📍 words, 'and📍 more']", "a word has no spaces", "a word has no spaces"),
        WrongYAML(
            [Located<App>].self, "- name: x\n  📍nmae: y\n- 📍hosts: []\n", "unknown key 'nmae'",
            "missing key 'name' | Add 'name'."),
        WrongYAML([Unlisted].self, "[one, 📍two]", "'two' is not one of the words that are known here"),
        WrongYAML(
            App.self,
            "name: 📍[]\nhosts: 📍a.com\ntheme: { radius: 📍x, dark: 📍yes, 📍drak: no }\nbackend: { method: GET }\n",
            "expected text, found a list", "expected a list, found 'a.com' | Write [a.com] for a list of one.",
            "expected a whole number, found 'x'", "expected true or false, found 'yes' | Write true.",
            "unknown key 'drak'"),
        WrongYAML(
            App.self, "📍hosts: [📍[]]\nbackend: { method: 📍get, resend-after: 📍[] }\n",
            "missing key 'name' | Add 'name'.",
            "expected text, found a list", "expected 'GET', 'POST' or 'PUT', found 'get' | Did you mean 'GET'?",
            "expected text, found a list"),
        WrongYAML(Ordered.self, "low: 📍x\nhigh: 1\n", "expected a whole number, found 'x'"),
        WrongYAML(Ordered.self, "📍low: 2\nhigh: 1\n", "2 is more than 1"),
        WrongYAML(State.self, "icon: 📍[]\ncheck-link: { ok: form }\n", "expected text, found a list"),
        WrongYAML(
            Int.self, "📍99999999999999999999",
            "expected a whole number from -9223372036854775808 to 9223372036854775807, found '99999999999999999999'"),
        WrongYAML(Bool.self, "📍'true'", "expected true or false, found the text 'true' | Remove the quotes."),
        WrongYAML(
            Int.self, "📍\(String(repeating: "long ", count: 20))",
            "expected a whole number, found 'long long long long long long long long …'"),
    ]
}

@Suite("Decoding YAML")
struct DecodingTests {
    @Test("reports where the value stands", arguments: WrongYAML.cases)
    func reports(_ wrong: WrongYAML) throws {
        let marked = MarkedText(wrong.text)
        let document = try YAMLDocument(parsing: marked.source)
        let report = #expect(throws: DiagnosticReport.self) { try wrong.decode(document) }
        #expect(report?.diagnostics.map(\.told) == marked.told(wrong.messages))
    }

    private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
        try YAMLDocument(parsing: SourceText(file: "test.yml", text: text)).decode(type)
    }

    @Test("reads a whole file")
    func readsAFile() throws {
        let app = try decode(
            App.self,
            "name: 1.10\nhosts: [a.com, 0123456789.com]\ntheme: { radius: 0o17, dark: true, ratio: 1e3, small: 0xff }\nbackend: { method: PUT, resend-after: 60s }\n"
        )
        #expect(app.name == "1.10")
        #expect(app.hosts == ["a.com", "0123456789.com"])
        #expect(
            app.theme?.radius == 15 && app.theme?.dark == true && app.theme?.ratio == 1_000 && app.theme?.small == 255)
        #expect(app.backend?.method == .put && app.backend?.resendAfter == "60s")
    }

    @Test("reads an optional key without a value as nil")
    func readsNull() throws {
        let app = try decode(App.self, "name: x\nhosts:\ntheme: ~\n")
        #expect(app.hosts == nil && app.theme == nil)
        #expect(try decode([Int?].self, "[1, ~, 2]") == [1, nil, 2])
    }

    @Test(
        "gives a text its source where a text is asked for",
        arguments: ["1.10", "0123456789", "true", "1e3", "0x1F", ".5", "+1", "12:30", "no", "4xx", "~x", "-"])
    func keepsTheSource(text: String) throws {
        if text == "-" { return #expect(try decode([String].self, "[a-]") == ["a-"]) }
        #expect(try decode([String].self, "[\(text)]") == [text])
    }

    @Test(
        "reads the numbers of the core schema",
        arguments: [
            ("1", 1.0), ("-1", -1), ("+1", 1), ("1.", 1), (".5", 0.5), ("-.5", -0.5), ("1e3", 1_000), ("1.5E-1", 0.15),
            ("0o17", 15),
            ("0xff", 255), ("012", 12), (".inf", .infinity), ("-.INF", -.infinity), ("1.e1", 10),
        ])
    func readsNumbers(text: String, value: Double) throws {
        #expect(try decode(Double.self, text) == value)
    }

    @Test(
        "reads no other texts as numbers",
        arguments: [
            "inf", "nan", "1_000", "0b1", "1:30", "0x", "0o8", "e3", ".", "-", "1e", "--1", "0x1.8", "1e3e3", "١",
        ])
    func readsNoOtherNumbers(text: String) {
        #expect(throws: DiagnosticReport.self) { try decode(Double.self, "\(text)") }
        #expect(throws: DiagnosticReport.self) { try decode(Int.self, "\(text)") }
    }

    @Test("reads whole numbers of every width")
    func readsWidths() throws {
        #expect(try decode([Int8].self, "[-128, 127]") == [-128, 127])
        #expect(try decode([UInt64].self, "[18446744073709551615]") == [.max])
        #expect(try decode([Int].self, "[0xFF, 0o17, +3, -4, 007]") == [255, 15, 3, -4, 7])
        #expect(try decode([Float].self, "[1.5]") == [1.5])
    }

    @Test("remembers where values stand")
    func remembersPlaces() throws {
        let map = try decode(OrderedMap<Located<Int>>.self, "é: 1\nb:   2\n")
        #expect(map.keys == ["é", "b"])
        #expect(map.map(\.value.location.column) == [5, 6])
        #expect(map.map(\.key.location.line) == [1, 2])
        #expect(map["b"]?.value == 2)
        #expect(map["c"] == nil)
    }

    @Test("reads one or many")
    func readsOneOrMany() throws {
        #expect(try decode(OneOrMany<String>.self, "/a").values == ["/a"])
        #expect(try decode(OneOrMany<String>.self, "[/a, /b]").values == ["/a", "/b"])
    }

    @Test("lets a type take other keys and other forms")
    func takesOtherForms() throws {
        #expect(try decode(State.self, "icon: x\ncheck-link: { ok: form }\n").moves == ["check-link"])
        guard case .text("x") = try decode(Login.self, "x") else { return #expect(Bool(false)) }
        guard case .mapping(["a": 1]) = try decode(Login.self, "a: 1") else { return #expect(Bool(false)) }
    }

    @Test("does not read 'yes' and its like as truth values")
    func followsTheCoreSchema() throws {
        #expect(try decode([String].self, "[yes, no, on, off, y]") == ["yes", "no", "on", "off", "y"])
        #expect(throws: DiagnosticReport.self) { try decode(Bool.self, "on") }
    }
}
