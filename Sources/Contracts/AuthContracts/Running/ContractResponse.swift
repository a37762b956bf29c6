package import JSON
package import TextEncoding

package struct ContractResponse: Sendable {
    package var status: Int
    /// The headers, by name in lower case.
    package var headers: [String: String]
    /// The cookies that the response sets, by name, with their values as sent.
    package var cookies: [String: String]
    /// The body as parsed JSON, or as a text if it is not JSON; nil if there is none.
    package let value: JSONValue?

    /// The maximum length of a body, in bytes of its UTF-8 text; a longer one counts as absent.
    package static let longestBody = 1_048_576

    /// Creates a response of status 100 to 599. Headers have names in any case, of which the first counts; cookies have
    /// values that are still percent-encoded; invalid UTF-8 in the body is replaced, as in a browser.
    package init(
        status: Int, headers: [HeaderField] = [], cookies: [String: String] = [:], body: [UInt8] = []
    ) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        self.cookies = cookies
        value = Self.value(of: body)
    }

    private static func value(of body: [UInt8]) -> JSONValue? {
        var text = String(decoding: body, as: UTF8.self)
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        // The limit applies to the decoded text, since the script's interpreter sees nothing else.
        if text.isEmpty || text.utf8.count > longestBody { return nil }
        do {
            return try JSONDocument(parsing: Array(text.utf8)).value
        } catch {
            return .string(text)
        }
    }
}

extension ContractResponse: CustomStringConvertible, CustomReflectable {
    /// The status alone, since the body may repeat a token.
    package var description: String { "status \(status)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
