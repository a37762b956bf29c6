internal import TextEncoding

/// The parameters that `/open/<link>` takes from a query.
///
/// The server reads requests with it, and `latchkey links explain` predicts the server's answer with it.
package struct OpenedParameters: Hashable, Sendable {
    /// The maximum length of a decoded value, in bytes.
    package static let longestValue = 2_048

    /// The parameters in the template's order, each with the decoded name of its query or fragment item.
    private let parameters: [Parameter]

    private struct Parameter: Hashable, Sendable {
        let name: String
        let item: String
    }

    /// The names of the parameters, each with the decoded name of its query or fragment item.
    package var items: [(name: String, item: String)] { parameters.map { ($0.name, $0.item) } }

    package init(_ web: URLTemplate) {
        parameters = web.parameters.map { name in
            Parameter(name: name, item: PercentEncoding.decodeIfPossible(Self.item(of: name, in: web)))
        }
    }

    /// Returns the percent-encoded name of the query or fragment item that carries a parameter: its own name for one in
    /// the path.
    package static func item(of parameter: String, in web: URLTemplate) -> String {
        (web.query + web.fragment).first { $0.value == .parameter(parameter) }?.name ?? parameter
    }

    /// The decoded values of a percent-encoded query, by parameter name; nil if one is absent or not acceptable, or if
    /// one of its occurrences is empty or cannot be decoded.
    package func values(in query: String?) -> [String: String]? {
        let items = LinkItems(query)
        var values: [String: String] = [:]
        for parameter in parameters {
            guard let value = items.value(named: parameter.item) ?? items.value(named: parameter.name),
                Self.isAcceptable(value)
            else { return nil }
            values[parameter.name] = value
        }
        return values
    }

    /// Whether a decoded value may be passed to an app or a page: not too long, and without control characters.
    package static func isAcceptable(_ value: String) -> Bool {
        // The general category Cc, which Unicode guarantees not to change: U+0000 to U+001F and U+007F to U+009F; the
        // last 32 are encoded as C2 and one more byte. Looking up each scalar's category is slow.
        value.utf8.count <= longestValue
            && value.withUTF8Bytes { bytes in
                bytes.indices.allSatisfy { index in
                    let byte = bytes[index]
                    return byte >= 0x20 && byte != 0x7F
                        && !((0x80...0x9F).contains(byte) && index > 0 && bytes[index - 1] == 0xC2)
                }
            }
    }
}
