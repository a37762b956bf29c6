import Diagnostics
import JSON
import Testing

@testable import Mustache

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The Mustache specification's own cases, read from beside the repository where they are there.
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

    static let cases: [Case] = files.flatMap { file -> [Case] in
        guard let bytes = read("vectors/mustache/\(file).json"), let document = try? JSONDocument(parsing: bytes) else {
            return []
        }
        return (document.value["tests"]?.array ?? []).map { test in
            let partials = (test["partials"]?.object?.members ?? []).map { ($0.key, $0.value.string ?? "") }
            return Case(
                file: file, name: test["name"]?.string ?? "", data: test["data"] ?? .null,
                template: test["template"]?.string ?? "",
                partials: Dictionary(partials, uniquingKeysWith: { a, _ in a }),
                expected: test["expected"]?.string ?? "")
        }
    }

    @Test("is passed", .enabled(if: !cases.isEmpty), arguments: cases)
    func passes(_ test: Case) {
        let result = LenientMustache.render(
            test.template, partials: test.partials, with: MustacheValue(test.data))
        #expect(result == test.expected)
    }

    private static func read(_ path: String) -> [UInt8]? {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        guard let file = fopen("\(root)/shared/\(path)", "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }
}

extension MustacheValue {
    /// JSON's data model in Mustache's.
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
