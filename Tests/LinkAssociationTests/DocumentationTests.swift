import Files
import LinkAssociation
import Testing

@Suite("Documentation/UniversalLinks.md")
struct DocumentationTests {
    @Test("Every unproven assumption is listed")
    func assumptions() throws {
        let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
            separator: "/")
        let bytes = try FileSystem.read("\(package)/Documentation/UniversalLinks.md", limit: 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        for assumption in AppleAssumption.allCases {
            #expect(text.contains("| `\(assumption.rawValue)` |"), "\(assumption.rawValue)")
            #expect(assumption.assumed.hasSuffix(".") && assumption.otherwise.hasSuffix("."))
        }
    }
}
