import Files
import JSON
internal import Testing

/// A row of `Tests/HTTPVectors/requests.json`: bytes, and the status of each answer that they get.
package struct RawRequestCase: Sendable, CustomTestStringConvertible {
    package let rule: String
    package let bytes: [UInt8]
    package let answers: [Int]

    package var testDescription: String { rule }

    package static let all: [RawRequestCase] = {
        let path = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/HTTPVectors/requests.json"
        guard let bytes = try? FileSystem.read(path), let document = try? JSONDocument(parsing: bytes) else {
            return []
        }
        return (document.value.array ?? []).map { row in
            RawRequestCase(
                rule: row["rule"]?.string ?? "", bytes: text(row["request"]),
                answers: row["answers"]?.array?.compactMap(\.int) ?? [])
        }
    }()

    /// A text in Latin-1, or a list of texts and of repeated ones.
    private static func text(_ value: JSONValue?) -> [UInt8] {
        if let text = value?.string { return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
        return (value?.array ?? []).flatMap { part -> [UInt8] in
            guard let pair = part.array else { return text(part) }
            return Array(repeatElement(text(pair.first), count: pair.last?.int ?? 0).joined())
        }
    }
}
