import AppSiteAssociation
import JSON
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Cases gathered from what others recorded; they lie beside the package and may be missing.
private func cases(_ name: String) throws -> [JSONValue] {
    let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    guard let file = fopen("\(package)/../shared/vectors/\(name)", "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        if count == 0 { break }
        bytes += buffer[..<count]
    }
    return try JSONDocument(parsing: bytes).value["cases"]?.array ?? []
}

@Suite("Shared cases")
struct VectorTests {
    @Test("Apple's decisions agree")
    func apple() throws {
        for sample in try cases("apple-app-site-association.json") {
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

    @Test("Android's decisions agree")
    func android() throws {
        for sample in try cases("assetlinks-dynamic.json") {
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
