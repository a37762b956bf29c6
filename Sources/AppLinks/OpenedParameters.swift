internal import TextEncoding

/// The parameters that `/open/<link>` takes from a query: the server answers by it, and `latchkey links explain` says what it
/// will answer.
package struct OpenedParameters: Hashable, Sendable {
    /// Why a link leads nowhere; the associated value is the parameter's name.
    package enum Problem: Error, Hashable, Sendable {
        /// It is not there.
        case missing(String)
        /// One of its occurrences is empty or cannot be decoded.
        case unreadable(String)
        /// It is longer than `longestValue`, or holds control characters.
        case unsound(String)
    }

    /// The longest value of a parameter, in bytes once decoded.
    package static let longestValue = 2_048

    /// The parameters' names, each with the name of its item in the web address.
    private let parameters: [Parameter]

    private struct Parameter: Hashable, Sendable {
        let name: String
        let item: String
    }

    /// The parameters of a link's web address.
    package init(_ web: URLTemplate) {
        parameters = web.parameters.map { name in
            let item = (web.query + web.fragment).first { $0.value == .parameter(name) }
            return Parameter(name: name, item: item.map { PercentEncoding.decodeIfPossible($0.name) } ?? name)
        }
    }

    /// Reads the parameters.
    ///
    /// - Parameter query: percent-encoded, without its question mark; nil where there is none.
    /// - Returns: decoded values by the parameters' names.
    /// - Throws: the first parameter's problem.
    package func values(in query: String?) throws(Problem) -> [String: String] {
        let items = LinkItems(query)
        var values: [String: String] = [:]
        for parameter in parameters {
            guard let value = items.value(named: parameter.item) ?? items.value(named: parameter.name) else {
                throw items.contains(parameter.item) || items.contains(parameter.name)
                    ? .unreadable(parameter.name) : .missing(parameter.name)
            }
            guard Self.isSound(value) else { throw .unsound(parameter.name) }
            values[parameter.name] = value
        }
        return values
    }

    /// Whether a decoded value may go on to an app or a page.
    package static func isSound(_ value: String) -> Bool {
        // The general category Cc, which never grows: U+0000 to U+001F and U+007F to U+009F, the last 32 of them after a
        // byte C2. Asking each scalar for its category is slow.
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
