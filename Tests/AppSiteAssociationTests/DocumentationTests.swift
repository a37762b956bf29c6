import AppSiteAssociation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Documentation/UniversalLinks.md")
struct DocumentationTests {
    @Test("Every unproven assumption is listed")
    func assumptions() throws {
        let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
            separator: "/")
        let file = try #require(fopen("\(package)/Documentation/UniversalLinks.md", "r"))
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&buffer, 1, buffer.count, file)
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        for assumption in AppleAssumption.allCases {
            #expect(text.contains("| `\(assumption.rawValue)` |"), "\(assumption.rawValue)")
            #expect(assumption.assumed.hasSuffix(".") && assumption.otherwise.hasSuffix("."))
        }
    }
}
