import SiteModel
import TemplateFiles
import TestSupport
import Testing

@testable import SiteBuilder

@Suite struct InputsDigestTests {
    /// The digest of an app with a file in `public`.
    private func digest(_ name: String, _ text: String, options: [String] = []) throws -> String {
        let folder = try TemporaryFolder()
        try folder.write("name: T\nhosts: [t.example]\n", to: "t/app.yml")
        try folder.write(text, to: "t/public/\(name)")
        let sources = try #require(SiteFolder(folder.path).sources(of: "t").sources)
        return try #require(InputsDigest(templates: .embedded, options: options).digest(of: sources))
    }

    @Test("equal inputs have one digest of 64 hexadecimal digits")
    func equal() throws {
        let digest = try digest("a.txt", "b")
        #expect(try self.digest("a.txt", "b") == digest)
        #expect(digest.count == 64 && digest.allSatisfy(\.isHexDigit))
    }

    @Test("text that moves between a file's name and its content changes the digest")
    func files() throws {
        #expect(try digest("a.txt", "b") != digest("a.tx", "tb"))
    }

    @Test("text that moves between two options changes the digest")
    func options() throws {
        #expect(try digest("a.txt", "b", options: ["c", "de"]) != digest("a.txt", "b", options: ["cd", "e"]))
    }
}
