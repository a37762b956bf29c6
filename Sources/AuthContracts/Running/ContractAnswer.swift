package import JSON

/// A backend's answer to a request.
package struct ContractAnswer: Sendable {
    package var status: Int
    /// By their names in lower case.
    package var headers: [String: String]
    /// By their names, as they were set.
    package var cookies: [String: String]
    /// The body as a value: JSON, or a text that is none; nil where there is no body.
    package let value: JSONValue?

    /// The longest body that is read, in bytes of its text in UTF-8; a longer one counts as none.
    package static let longestBody = 1_048_576

    /// An answer as it came over the wire.
    ///
    /// - Parameters:
    ///   - status: 100 to 599.
    ///   - headers: in any case; of two of one name the first counts.
    ///   - cookies: what the answer set, values still percent-encoded.
    ///   - body: whatever came; bytes that are not UTF-8 are replaced, as a browser does.
    package init(
        status: Int, headers: [(name: String, value: String)] = [], cookies: [String: String] = [:], body: [UInt8] = []
    ) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        self.cookies = cookies
        value = Self.value(of: body)
    }

    private static func value(of body: [UInt8]) -> JSONValue? {
        var text = String(decoding: body, as: UTF8.self)
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        // The text is what both interpreters see: a browser decodes a body before the page has it.
        if text.isEmpty || text.utf8.count > longestBody { return nil }
        do {
            return try JSONDocument(parsing: Array(text.utf8)).value
        } catch {
            return .string(text)
        }
    }
}

extension ContractAnswer: CustomStringConvertible, CustomReflectable {
    /// The status alone: a backend may repeat a token in what it says.
    package var description: String { "status \(status)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
