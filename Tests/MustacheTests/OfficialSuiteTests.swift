import Diagnostics
import Files
import JSON
import Testing

@testable import Mustache

/// The test cases of the Mustache specification.
@Suite("The official suite")
struct OfficialSuiteTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: String
        var name: String
        var data: JSONValue
        var template: String
        var partials: [String: String]
        var expected: String
        var testDescription: String { "\(file): \(name)" }
    }

    static let files = [
        "comments", "delimiters", "interpolation", "inverted", "partials", "sections", "~inheritance",
    ]

    static func cases(in file: String) throws -> [Case] {
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let document = try JSONDocument(parsing: FileSystem.read("\(folder)/Suite/\(file).json", limit: 1 << 20))
        return try #require(document.value["tests"]?.array).map { test in
            let partials = (test["partials"]?.object?.members ?? []).map { ($0.key, $0.value.string ?? "") }
            return Case(
                file: file, name: test["name"]?.string ?? "", data: test["data"] ?? .null,
                template: test["template"]?.string ?? "",
                partials: Dictionary(partials, uniquingKeysWith: { a, _ in a }),
                expected: test["expected"]?.string ?? "")
        }
    }

    @Test("is passed", arguments: files)
    func passes(_ file: String) throws {
        let cases = try Self.cases(in: file)
        #expect(!cases.isEmpty)
        for test in cases {
            let result = LenientMustache.render(
                test.template, partials: test.partials, with: MustacheValue(test.data))
            #expect(result == test.expected, "\(test)")
        }
    }
}

extension MustacheValue {
    /// Converts JSON to template values.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .absent
        case .bool(let value): self = .bool(value)
        case .number(let number): self = .text(JSONValue.number(number).serialized())
        case .string(let text): self = .text(text)
        case .array(let items): self = .list(items.map { MustacheValue($0) })
        case .object(let object):
            self = .object(
                Dictionary(
                    object.members.map { ($0.key, MustacheValue($0.value)) }, uniquingKeysWith: { _, last in last }))
        }
    }
}
