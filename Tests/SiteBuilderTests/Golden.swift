import Files
import Release
import SiteModel
import TestSupport
import Testing

@testable import SiteBuilder

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Compares a text with the file of that name in `Goldens/`.
///
/// With `UPDATE=1` in the environment the file takes over the text, and the test fails so that nothing is accepted unseen.
func expectGolden(_ name: String, is text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = "\(Samples.package)/Tests/SiteBuilderTests/Goldens/\(name)"
    let golden = String(decoding: try FileSystem.read(path), as: UTF8.self)
    if golden == text { return }
    if getenv("UPDATE").map({ String(cString: $0) }) == "1" {
        try FileSystem.write(Array(text.utf8), to: path)
        Issue.record("UPDATE=1 has written \(name): review it", sourceLocation: sourceLocation)
        return
    }
    let lines = zip(
        golden.split(separator: "\n", omittingEmptySubsequences: false),
        text.split(separator: "\n", omittingEmptySubsequences: false)
    ).enumerated()
    let difference = lines.first { $0.element.0 != $0.element.1 }
    Issue.record(
        """
        \(name) differs from line \(difference.map { "\($0.offset + 1)" } ?? "of its end") on:
        - \(difference.map { String($0.element.0) } ?? "")
        + \(difference.map { String($0.element.1) } ?? "")
        """, sourceLocation: sourceLocation)
}

/// A case in one file: an app and a page as a user writes them, and the resulting document.
///
/// The document omits its style sheet and its script, whose hashes and parts have their own tests.
struct GoldenCase {
    let name: String
    let appFile: String
    /// The page spec; nil for the page for unknown paths.
    let page: String?

    private static let marks = (page: "=== page.md\n", document: "=== document\n")

    init(named name: String) throws {
        self.name = name
        let path = "\(Samples.package)/Tests/SiteBuilderTests/Goldens/\(name).txt"
        let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
        let end = try #require(text.range(of: Self.marks.document))
        let input = String(text[..<end.lowerBound])
        guard let start = input.range(of: Self.marks.page) else {
            appFile = input
            page = nil
            return
        }
        appFile = String(input[..<start.lowerBound])
        page = String(input[start.upperBound...])
    }

    /// The expected content of the case's file.
    var text: String {
        get throws {
            let app = try Samples.app(appFile, pages: page.map { ["page": $0] } ?? [:])
            let rendered = try Samples.renderer.get().render(app)
            let file = try (rendered.pages.first ?? rendered.notFound).file()
            let document = Document(String(decoding: file.bytes, as: UTF8.self)).withoutStyles
            let input = appFile + (page.map { Self.marks.page + $0 } ?? "")
            return input + Self.marks.document + document
        }
    }
}

/// Compares a case with its file.
func expectGolden(_ golden: GoldenCase, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try expectGolden("\(golden.name).txt", is: golden.text, sourceLocation: sourceLocation)
}
