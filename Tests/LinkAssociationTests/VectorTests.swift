import Files
import JSON
import LinkAssociation
import Testing

/// The cases of a file in `Vectors`.
private func cases(_ name: String) throws -> [JSONValue] {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let document = try JSONDocument(parsing: FileSystem.read("\(folder)/Vectors/\(name)", limit: 1 << 20))
    return try #require(document.value["cases"]?.array)
}

@Suite("Recorded decisions of Apple's and Google's systems")
struct VectorTests {
    @Test("Latchkey decides as Apple's systems did")
    func apple() throws {
        let cases = try cases("apple-app-site-association.json")
        #expect(cases.count >= 48)
        for sample in cases {
            let urls = try #require(sample["urls"]?.object)
            for (url, decision) in urls {
                let question: JSONValue = [
                    "id": 1, "aasa": sample["aasa"] ?? nil, "domain": sample["domain"] ?? nil,
                    "appId": sample["appId"] ?? nil, "url": .string(url),
                ]
                let answer = LinkMatchProtocol.answer(to: question.serializedBytes())
                #expect(
                    answer == JSONValue.object(["id": 1, "decision": decision]).serialized(),
                    "\(sample["id"]?.string ?? ""): \(url)")
            }
        }
    }

    @Test("Latchkey decides as Android did")
    func android() throws {
        let cases = try cases("assetlinks-dynamic.json")
        #expect(cases.count >= 8)
        for sample in cases {
            for (url, decision) in try #require(sample["urls"]?.object) {
                let question: JSONValue = ["id": "a", "components": sample["components"] ?? nil, "url": .string(url)]
                let answer = LinkMatchProtocol.answer(to: question.serializedBytes())
                #expect(
                    answer == JSONValue.object(["id": "a", "decision": decision]).serialized(),
                    "\(sample["id"]?.string ?? ""): \(url)")
            }
        }
    }
}
