import Branding
import Configuration
import Diagnostics
import JSON
import TestSupport
import Testing
import YAML

private struct App: KeyedReadable {
    var name: String
    var hosts: [String]?
    var theme: Theme?
    var backend: Backend?

    static let keyTable = KeyTable(
        "app",
        [
            .init("name", .text, .required, "A name."), .init("hosts", .list(.text), "Hosts."),
            .init("theme", .keyed(Theme.keyTable), "A look."), .init("backend", .keyed(Backend.keyTable), "A server."),
        ])

    init?(_ keys: KeyedReader) {
        name = keys.required("name") ?? ""
        hosts = keys["hosts"]
        theme = keys["theme"]
        backend = keys["backend"]
    }

    struct Theme: KeyedReadable {
        var radius: Int?
        var dark: Bool?

        static let keyTable = KeyTable(
            "theme", [.init("radius", .number(0...48), "Corners."), .init("dark", .bool, "Whether it is dark.")])

        init?(_ keys: KeyedReader) {
            radius = keys["radius"]
            dark = keys["dark"]
        }
    }

    struct Backend: KeyedReadable {
        var method: Method
        var resendAfter: String?

        static let keyTable = KeyTable(
            "backend",
            [.init("method", .word(Method.self), .required, "A method."), .init("resend-after", .text, "A wait.")])

        init?(_ keys: KeyedReader) {
            let method: Method? = keys.required("method")
            resendAfter = keys["resend-after"]
            guard let method else { return nil }
            self.method = method
        }
    }

    enum Method: String, ConfigurationReadable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
    }
}

private struct Even: ConfigurationReadable {
    var value: Int

    init?(reading value: ConfigurationValue) {
        guard let number = Int(reading: value) else { return nil }
        self.value = number
        if !number.isMultiple(of: 2) { value.report("odd", "\(number) is odd", fix: "Write \(number + 1).") }
    }
}

/// A text that another module rejects.
private struct Address: ConfigurationReadable {
    init?(reading value: ConfigurationValue) {
        value.report(TextProblem(code: "address", at: 1, "'y' is wrong", fix: "Remove it."), expected: "an address")
        return nil
    }
}

/// A text that rejects its first space.
private struct Word: ConfigurationReadable {
    init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value), let space = text.utf8.firstIndex(of: 0x20) else { return }
        value.report(
            "space", offset: text.utf8.distance(from: text.startIndex, to: space), "a word has no spaces")
    }
}

/// A type that reads a key that its table does not declare.
private struct Undeclared: KeyedReadable {
    static let keyTable = KeyTable("undeclared", [.init("name", .text, "A name.")])

    init?(_ keys: KeyedReader) {
        let _: String? = keys["nmae"]
    }
}

/// A mapping with declared keys and arbitrary others.
private struct State: KeyedReadable {
    var icon: String?
    var moves: [String]

    static let keyTable = KeyTable(
        "state", [.init("icon", .text, "A picture.")], others: .init("OPERATION", .map(.text), "Moves."))

    init?(_ keys: KeyedReader) {
        icon = keys["icon"]
        moves = keys.others.map(\.name)
    }
}

/// A mapping with one value or a list, and with a renamed key.
private struct Links: KeyedReadable {
    var web: [Even]

    static let keyTable = KeyTable(
        "links", [.init("web", .oneOrMany(.number(0...9)), "Numbers.")], formerNames: ["site": "web"])

    init?(_ keys: KeyedReader) {
        web = keys.oneOrMany("web") ?? []
    }
}

struct WrongYAML: Sendable, CustomTestStringConvertible {
    var testDescription: String { text }
    var text: String
    var messages: [String]
    var read: @Sendable (YAMLDocument) throws -> Void

    init<T: ConfigurationReadable & SendableMetatype>(_ type: T.Type, _ text: String, _ messages: String...) {
        self.text = text
        self.messages = messages
        read = { _ = try $0.read(T.self) }
    }

    static let cases = [
        WrongYAML(App.self, "📍", "missing key 'name' | Add 'name'."),
        WrongYAML(App.self, "📍hosts: []\n", "missing key 'name' | Add 'name'."),
        WrongYAML(App.self, "name: x\nbackend: 📍{}\n", "missing key 'method' | Add 'method'."),
        WrongYAML(
            App.self, "📍nmae: x\n",
            "unknown key 'nmae' | Did you mean 'name'? The keys here are name, hosts, theme, backend."),
        WrongYAML(
            App.self, "📍nmae: x\n📍hosst: []\ntheme: { 📍radus: 1, 📍zzzzzz: 2 }\n",
            "unknown key 'nmae' | Did you mean 'name'? The keys here are name, hosts, theme, backend.",
            "unknown key 'hosst' | Did you mean 'hosts'? The keys here are name, hosts, theme, backend.",
            "unknown key 'radus' | Did you mean 'radius'? The keys here are radius, dark.",
            "unknown key 'zzzzzz' | The keys here are radius, dark."),
        WrongYAML(
            App.self, "name: x\n📍hosst: []\ntheme: { 📍radus: 1, 📍zzzzzz: 2 }\n📍wholly-different: 1\n",
            "unknown key 'hosst' | Did you mean 'hosts'? The keys here are name, hosts, theme, backend.",
            "unknown key 'radus' | Did you mean 'radius'? The keys here are radius, dark.",
            "unknown key 'zzzzzz' | The keys here are radius, dark.",
            "unknown key 'wholly-different' | The keys here are name, hosts, theme, backend."),
        WrongYAML(
            App.self, "name: x\ntheme: { 📍radius:1 }\n",
            "unknown key 'radius:1' | Write 'radius: 1': a ':' and a space end a key."),
        WrongYAML(
            App.self, "name: x\nbackend: { 📍method http://a.com }\n",
            "unknown key 'method http://a.com' | Write 'method: http://a.com': a ':' and a space end a key."),
        WrongYAML(
            App.self, "name: x\n📍method: GET\nbackend: {}\n",
            "unknown key 'method' | Write it under 'backend:'. The keys here are name, hosts, theme, backend."),
        WrongYAML(
            App.self, "name: x\n📍hosts:\n📍theme:\n", "'hosts:' has no value | Write one, or remove the key.",
            "'theme:' has no value | Write one, or remove the key."),
        WrongYAML(
            App.self, "name: x\ntheme: { 📍radius: , dark: true }\n",
            "'radius:' has no value | Write one, or remove the key."),
        WrongYAML(
            App.self, "name: x\nbackend: { method: GET, 📍resend_after: 60s }\n",
            "unknown key 'resend_after' | Did you mean 'resend-after'? The keys here are method, resend-after."),
        WrongYAML(
            App.self, "name: x\ntheme:\n  radius: 1\n  📍hosts: [a]\n",
            "unknown key 'hosts' | Write it beside 'theme:', and not under it."),
        WrongYAML(
            App.self, "name: x\ntheme:\n  📍name: y\n",
            "unknown key 'name' | It belongs beside 'theme:', where line 1 has it already: keep one of the two."),
        WrongYAML(
            App.self, "name: x\nbackend:\n  method: GET\n  📍theme: { dark: true }\n",
            "unknown key 'theme' | Write it beside 'backend:', and not under it."),
        WrongYAML(App.self, "name: x\ntheme: { radius: 📍abc }\n", "expected a whole number, found 'abc'"),
        WrongYAML(
            App.self, "name: x\ntheme: { radius: 📍\"12\" }\n",
            "expected a whole number, found the text '12' | Remove the quotes."),
        WrongYAML(App.self, "name: x\ntheme: { radius: 📍1.5 }\n", "expected a whole number, found '1.5'"),
        WrongYAML(
            App.self, "name: x\ntheme: { dark: 📍\"no\" }\n",
            "expected true or false, found the text 'no' | Write false."),
        WrongYAML(App.self, "name: x\ntheme: { dark: 📍1 }\n", "expected true or false, found '1' | Write true."),
        WrongYAML(App.self, "name: x\ntheme: { dark: 📍yes }\n", "expected true or false, found 'yes' | Write true."),
        WrongYAML(App.self, "name: x\ntheme: { dark: 📍Off }\n", "expected true or false, found 'Off' | Write false."),
        WrongYAML(
            App.self, "name:📍 \n",
            "expected text, found nothing | Write the value after the ':', or remove the key."),
        WrongYAML(App.self, "name: 📍null\n", "expected text, found 'null' | Put it in quotes if a text was meant."),
        WrongYAML(App.self, "name: 📍[[x]]\n", "expected text, found a list | Quote it: \"[[x]]\""),
        WrongYAML(App.self, "name: 📍[x]\n", "expected text, found a list | Write it without the brackets: x"),
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
            "expected 'GET', 'POST' or 'PUT', found 'get' | Write 'GET'."),
        WrongYAML(App.self, "name: x\nbackend: { method: 📍[] }\n", "expected text, found a list"),
        WrongYAML(
            App.self, "name: x\nbackend: { method: 📍DELETE, 📍resend: 1 }\n",
            "expected 'GET', 'POST' or 'PUT', found 'DELETE' | Write one of these values.",
            "unknown key 'resend' | Did you mean 'resend-after'? The keys here are method, resend-after."),
        WrongYAML(
            [Even].self, "[2, 📍3, 4, 📍x, 📍5]", "3 is odd | Write 4.", "expected a whole number, found 'x'",
            "5 is odd | Write 6."),
        WrongYAML([Located<Even>].self, "[2, 📍3]", "3 is odd | Write 4."),
        WrongYAML(OrderedMap<Even>.self, "a: 📍1\nb: 2\nc: 📍3\n", "1 is odd | Write 2.", "3 is odd | Write 4."),
        WrongYAML(OrderedMap<Even>.self, "📍[1]", "expected a mapping, found a list"),
        WrongYAML(
            [Located<App.Method>].self, "[GET, 📍POTS]",
            "expected 'GET', 'POST' or 'PUT', found 'POTS' | Did you mean 'POST'?"),
        WrongYAML([Word].self, "[one, two📍 words, 'and📍 more']", "a word has no spaces", "a word has no spaces"),
        WrongYAML(
            [Located<App>].self, "- name: x\n  📍nmae: y\n- 📍hosts: []\n",
            "unknown key 'nmae' | The keys here are name, hosts, theme, backend.",
            "missing key 'name' | Add 'name'."),
        WrongYAML(
            App.self,
            "name: 📍[]\nhosts: 📍a.com\ntheme: { radius: 📍x, dark: 📍yes, 📍drak: no }\nbackend: { method: GET }\n",
            "expected text, found a list", "expected a list, found 'a.com' | Write [a.com] for a list of one.",
            "expected a whole number, found 'x'", "expected true or false, found 'yes' | Write true.",
            "unknown key 'drak' | The keys here are radius, dark."),
        WrongYAML(
            App.self, "📍hosts: [📍[]]\nbackend: { method: 📍get, resend-after: 📍[] }\n",
            "missing key 'name' | Add 'name'.",
            "expected text, found a list", "expected 'GET', 'POST' or 'PUT', found 'get' | Write 'GET'.",
            "expected text, found a list"),
        WrongYAML(State.self, "icon: 📍[]\ncheck-link: { ok: form }\n", "expected text, found a list"),
        WrongYAML(
            Int.self, "📍99999999999999999999",
            "expected a whole number from -9223372036854775808 to 9223372036854775807, found '99999999999999999999'"),
        WrongYAML(Bool.self, "📍'true'", "expected true or false, found the text 'true' | Remove the quotes."),
        WrongYAML(
            Int.self, "📍\(String(repeating: "long ", count: 20))",
            "expected a whole number, found 'long long long long long long long long …'"),
        WrongYAML(Links.self, "📍site: /a\n", "the key 'site' is called 'web' now | Write 'web'."),
        WrongYAML(Links.self, "web: 📍1\n", "1 is odd | Write 2."),
        WrongYAML(Links.self, "web: [2, 📍3, 📍x]\n", "3 is odd | Write 4.", "expected a whole number, found 'x'"),
    ]
}

@Suite("Reading a configuration")
struct ReadingTests {
    @Test("reports where the value stands", arguments: WrongYAML.cases)
    func reports(_ wrong: WrongYAML) throws {
        let marked = MarkedText(wrong.text)
        let document = try YAMLDocument(parsing: marked.source)
        let report = #expect(throws: DiagnosticReport.self) { try wrong.read(document) }
        #expect(report?.diagnostics.map(\.told) == marked.told(wrong.messages))
    }

    private func read<T: ConfigurationReadable>(_ type: T.Type, _ text: String) throws -> T {
        try YAMLDocument(parsing: SourceText(file: "test.yml", text: text)).read(type)
    }

    /// Problems with values that a variable gives, as `code: message | fix`.
    private func problems<T: ConfigurationReadable>(_ type: T.Type, _ text: String, _ value: String) -> [String] {
        do throws(DiagnosticReport) {
            let document = try YAMLDocument(parsing: SourceText(file: "test.yml", text: text))
            _ = try document.expanding(["V": value]).read(type)
            return []
        } catch {
            return error.diagnostics.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message) | \($0.fix ?? "")" }
        }
    }

    @Test("of a value with variables reports it as written, whatever a reader interpolates")
    func variables() {
        #expect(problems(Even.self, "${V}", "3") == ["1:1 ${V} is odd | Write ${V}."])
        #expect(
            problems([Even].self, "[2, '1${V}']", "7") == [
                "1:5 expected a whole number, found '1${V}' | Remove the quotes."
            ])
        #expect(
            problems(Even.self, "${V}", "3px") == [
                "1:1 expected a whole number, found '${V}' | Give the variable such a value where this command runs."
            ])
        #expect(
            problems([String].self, "${V}", "a.com") == [
                "1:1 expected a list, found '${V}' | Write [${V}] for a list of one."
            ])
        #expect(
            problems(App.Method.self, "${V}", "PSOT") == [
                "1:1 expected 'GET', 'POST' or 'PUT', found '${V}' | Did you mean 'POST'?"
            ])
        #expect(
            problems(App.self, "name: ${V}\nhosst: ${V}", "x") == [
                "2:1 unknown key 'hosst' | Did you mean 'hosts'? The keys here are name, hosts, theme, backend."
            ])
        #expect(problems(Links.self, "site: ${V}", "2") == ["1:1 the key 'site' is called 'web' now | Write 'web'."])
        #expect(problems(Word.self, "a ${V}", "b") == ["1:1 a word has no spaces | "])
        #expect(problems(Address.self, "x${V}", "y") == ["1:1 'x${V}' is not an address | "])
        #expect(problems(Address.self, "xy", "") == ["1:2 'y' is wrong | Remove it."])
    }

    @Test("of JSON reports the same, by line and column or by path")
    func json() throws {
        let text = "{\"name\": [],\n \"hosst\": [1],\n \"backend\": {\"method\": \"get\"}}"
        let document = try JSONDocument(parsing: Array(text.utf8))
        let source = SourceText(file: "test.json", text: text)
        let report = #expect(throws: DiagnosticReport.self) {
            try ConfigurationReading.read(
                App.self, from: ConfigurationNode(document.value), of: source, json: document)
        }
        #expect(
            report?.diagnostics.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" } == [
                "1:10 expected text, found a list", "2:2 unknown key 'hosst'",
                "3:24 expected 'GET', 'POST' or 'PUT', found the text 'get'",
            ])
        let error = #expect(throws: ProblemReport<ValuePath>.self) {
            try ConfigurationReading.read(App.self, from: document.value)
        }
        #expect(
            error?.problems.map { "\($0.place.text): \($0.message)" } == [
                "name: expected text, found a list",
                "backend.method: expected 'GET', 'POST' or 'PUT', found the text 'get'",
                "hosst: unknown key 'hosst'",
            ])
    }

    @Test("reads a whole file")
    func readsAFile() throws {
        let app = try read(
            App.self,
            "name: 1.10\nhosts: [a.com, 0123456789.com]\ntheme: { radius: 0o17, dark: true }\nbackend: { method: PUT, resend-after: 60s }\n"
        )
        #expect(app.name == "1.10")
        #expect(app.hosts == ["a.com", "0123456789.com"])
        #expect(app.theme?.radius == 15 && app.theme?.dark == true)
        #expect(app.backend?.method == .put && app.backend?.resendAfter == "60s")
    }

    @Test("stops at a key that the table does not declare")
    func stopsAtAnUndeclaredKey() async {
        await #expect(processExitsWith: .failure) {
            _ = try? ConfigurationReading.read(Undeclared.self, from: ["nmae": "x"])
        }
    }

    @Test("reads an optional key as nil that is null or has its value commented out")
    func readsNull() throws {
        let app = try read(App.self, "name: x\nhosts: ~\ntheme:\n  # radius: 1\n")
        #expect(app.hosts == nil && app.theme == nil)
        #expect(try read([Int?].self, "[1, ~, 2]") == [1, nil, 2])
    }

    @Test(
        "gives a text its source where a text is asked for",
        arguments: ["1.10", "0123456789", "true", "1e3", "0x1F", ".5", "+1", "12:30", "no", "4xx", "~x", "a-"])
    func keepsTheSource(text: String) throws {
        #expect(try read([String].self, "[\(text)]") == [text])
    }

    private func double(_ text: String) throws -> Double? {
        try YAMLDocument(parsing: SourceText(file: "test.yml", text: text)).root?.json.double
    }

    @Test(
        "reads the numbers of the core schema",
        arguments: [
            ("1", 1.0), ("-1", -1), ("+1", 1), ("1.", 1), (".5", 0.5), ("-.5", -0.5), ("1e3", 1_000), ("1.5E-1", 0.15),
            ("0o17", 15), ("0xff", 255), ("012", 12), ("1.e1", 10),
        ])
    func readsNumbers(text: String, value: Double) throws {
        #expect(try double(text) == value)
    }

    @Test(
        "reads no other texts as numbers",
        arguments: [
            "inf", "nan", "1_000", "0b1", "1:30", "0x", "0o8", "e3", ".", "-", "1e", "--1", "0x1.8", "1e3e3", "١",
            ".inf", "-.INF",
        ])
    func readsNoOtherNumbers(text: String) {
        #expect(throws: DiagnosticReport.self) { try read(Int.self, text) }
        #expect((try? double(text)) == .some(nil) || (try? double(text)) == nil)
    }

    @Test("reads whole numbers in every base")
    func readsBases() throws {
        #expect(try read([Int].self, "[0xFF, 0o17, +3, -4, 007]") == [255, 15, 3, -4, 7])
    }

    @Test("remembers where values stand")
    func remembersPlaces() throws {
        let map = try read(OrderedMap<Located<Int>>.self, "é: 1\nb:   2\n")
        #expect(map.keys == ["é", "b"])
        #expect(map.map(\.value.location.column) == [5, 6])
        #expect(map.map(\.key.location.line) == [1, 2])
        #expect(map["b"]?.value == 2)
        #expect(map["c"] == nil)
    }

    @Test("reads one or many")
    func readsOneOrMany() throws {
        #expect(try read(Links.self, "web: 2").web.map(\.value) == [2])
        #expect(try read(Links.self, "web: [2, 4]").web.map(\.value) == [2, 4])
    }

    @Test("lets a type take other keys")
    func takesOtherKeys() throws {
        #expect(try read(State.self, "icon: x\ncheck-link: { ok: form }\n").moves == ["check-link"])
    }

    @Test("does not read 'yes' and its like as truth values")
    func followsTheCoreSchema() throws {
        #expect(try read([String].self, "[yes, no, on, off, y]") == ["yes", "no", "on", "off", "y"])
        #expect(throws: DiagnosticReport.self) { try read(Bool.self, "on") }
    }
}
