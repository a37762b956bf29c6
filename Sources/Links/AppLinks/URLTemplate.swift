public import Problems
internal import TextEncoding

/// A URL template: `/reset-password?token={token}`, `artitec://reset-password?token={token}`.
///
/// Placeholders are written as in the simple expansion of RFC 6570. A parameter `{x}` is required and not empty; in a
/// path it is one whole segment, in a query or a fragment one whole value. An item with a literal value is a condition:
/// `mode=resetPassword`. Items that the template does not mention are allowed.
public struct URLTemplate: Hashable, Sendable {
    /// A segment of a path, the value of an item, or a piece of the text.
    package enum Part: Hashable, Sendable {
        /// Exactly this text, percent-encoded as written.
        case literal(String)
        /// Any text that is not empty: a parameter, by its name.
        case parameter(String)

        package var isParameter: Bool { if case .parameter = self { true } else { false } }

        /// Returns the literal text or the parameter's name, converted.
        package func text(literal: (String) -> String = { $0 }, parameter: (String) -> String) -> String {
            switch self {
            case .literal(let text): literal(text)
            case .parameter(let name): parameter(name)
            }
        }
    }

    /// One `name=value` item of a query or a fragment.
    package struct Item: Hashable, Sendable {
        /// The item's name, percent-encoded as written.
        package let name: String
        /// The condition or the parameter.
        package let value: Part
    }

    /// The template as written.
    public let text: String
    /// The scheme in lower case; nil for a template on the app's own hosts.
    package let scheme: String?
    /// The host in lower case; nil if there is none. With a custom scheme it is merely the first component.
    package let host: String?
    /// The path without empty segments: `/a/` and `/a` are the same path.
    package let path: [Part]
    /// The items of the query, in the order written; a URL may have them in any order, and others.
    package let query: [Item]
    /// The items of the fragment, in the order written; a URL may have them in any order, and others.
    package let fragment: [Item]
    /// The text split at its parameters: literal text as written, parameters by name.
    package let pieces: [Part]

    /// Parses a template.
    ///
    /// - Throws: the first error, at its offset in UTF-8 bytes.
    public init(parsing text: String) throws(Problem<Int>) {
        var parser = URLTemplateParser(text)
        try parser.parse()
        self.text = text
        pieces = parser.pieces
        scheme = parser.scheme
        host = parser.host
        path = parser.path
        query = parser.query
        fragment = parser.fragment
    }

    /// Creates the template of one path on the app's own hosts, without parameters and percent-encoded as in a request:
    /// `/forgot-password`.
    package init(path: String) {
        self.init(
            text: path, path: path.split(separator: "/").map { .literal(String($0)) },
            pieces: path.isEmpty ? [] : [.literal(path)])
    }

    /// The same path with any query and any fragment, on the app's own hosts.
    package var pathTemplate: URLTemplate {
        var pieces: [Part] = []
        var literal = path.isEmpty ? "/" : ""
        for segment in path {
            literal += "/"
            switch segment {
            case .literal(let text): literal += text
            case .parameter:
                pieces += [.literal(literal), segment]
                literal = ""
            }
        }
        return URLTemplate(text: routePath, path: path, pieces: literal.isEmpty ? pieces : pieces + [.literal(literal)])
    }

    private init(text: String, path: [Part], pieces: [Part]) {
        self.text = text
        self.pieces = pieces
        scheme = nil
        host = nil
        self.path = path
        query = []
        fragment = []
    }

    /// The names of the parameters, in order of appearance.
    public var parameters: [String] {
        var names: [String] = []
        for case .parameter(let name) in path { names.append(name) }
        for case .parameter(let name) in (query + fragment).map(\.value) { names.append(name) }
        return names
    }

    /// The decoded literal items of the query, which a request must have to be this link.
    package var conditions: [String: String] {
        var conditions: [String: String] = [:]
        for item in query {
            if case .literal(let value) = item.value {
                conditions[PercentEncoding.decodeIfPossible(item.name)] = PercentEncoding.decodeIfPossible(value)
            }
        }
        return conditions
    }

    /// The path for a router: no empty segments, no trailing slash, parameters as `{name}`, literals percent-encoded.
    package var routePath: String {
        "/" + path.map { segment in segment.text { "{\($0)}" } }.joined(separator: "/")
    }

    /// Expands the template.
    ///
    /// - Parameter values: decoded text by parameter name; everything but RFC 3986's unreserved characters is
    ///   percent-encoded.
    /// - Returns: nil if a value is missing or empty, or is a path segment `.` or `..`, which browsers remove.
    public func expanded(with values: [String: String]) -> String? {
        guard accepts(values) else { return nil }
        return expanded { name in values[name].map(Self.encoded) }
    }

    /// Whether no value would be a path segment `.` or `..`, which browsers remove.
    package func accepts(_ values: [String: String]) -> Bool {
        for case .parameter(let name) in path where values[name] == "." || values[name] == ".." { return false }
        return true
    }

    /// Expands the template with a parameter's text by its name, percent-encoded where necessary; nil if one is missing
    /// or empty.
    package func expanded(_ text: (_ parameter: String) -> String?) -> String? {
        var result = ""
        for piece in pieces {
            switch piece {
            case .literal(let literal): result += literal
            case .parameter(let name):
                guard let value = text(name), !value.isEmpty else { return nil }
                result += value
            }
        }
        return result
    }

    /// Percent-encodes a value: everything but RFC 3986's unreserved characters.
    package static func encoded(_ value: String) -> String { PercentEncoding.encode(value) }
}

extension URLTemplate: CustomStringConvertible {
    /// The template as written.
    public var description: String { text }
}
