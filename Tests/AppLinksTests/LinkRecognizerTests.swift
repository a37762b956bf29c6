import AppLinks
import JSON
import TestSupport
import Testing

@Suite("Recognising links")
struct LinkRecognizerTests {
    /// The links of all specifications that Latchkey must support; the generated files of other languages have the same
    /// table.
    static func everyLink() throws -> LinkRecognizer {
        LinkRecognizer(
            hosts: RuleTable.cases("hosts", of: "links").compactMap(\.string),
            templates: try RuleTable.cases("links", of: "links").flatMap { link in
                try (link["addresses"]?.array ?? []).compactMap(\.string)
                    .map { (RuleTable.text(link, "name"), try URLTemplate(parsing: $0)) }
            })
    }

    @Test("The URLs of every specification are recognised", arguments: RuleTable.cases("cases", of: "links"))
    func recognition(_ sample: JSONValue) throws {
        let link = try Self.everyLink().link(for: RuleTable.text(sample, "address"))
        #expect(link?.name == sample["link"]?.string)
        let parameters = (sample["parameters"]?.object ?? [:]).map { ($0.key, $0.value.string ?? "") }
        #expect(link?.parameters ?? [:] == Dictionary(uniqueKeysWithValues: parameters))
    }

    @Test("Templates given as texts give the same result")
    func writtenOut() {
        let recognizer = LinkRecognizer(
            hosts: ["example.com"], addresses: ["a": ["/a/{x}"], "b": ["app://b?y={y}"]])
        #expect(recognizer.link(for: "https://example.com/a/1")?.parameters == ["x": "1"])
        #expect(recognizer.link(for: "app:b?y=2")?.name == "b")
    }

    @Test("A text that is not a template stops the program and names the mistake")
    func mistakes() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = LinkRecognizer(hosts: ["example.com"], addresses: ["reset": ["/reset?token={token"]])
            })
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("the template '/reset?token={token' of the link 'reset': "), "\(message)")
    }
}
