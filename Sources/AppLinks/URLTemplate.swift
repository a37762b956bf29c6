internal import TextEncoding

/// The form of an address with holes in it: `/reset-password?token={token}`, `artitec://reset-password?token={token}`.
///
/// A parameter `{x}` is required and not empty; in a path it is one whole segment, in a query or a fragment one whole
/// value. An item with a literal value is a condition: `mode=resetPassword`. What a template does not mention may be there
/// or not.
public struct URLTemplate: Hashable, Sendable {
    /// One segment of a path.
    package enum Segment: Hashable, Sendable {
        /// As written, percent-encoded.
        case literal(String)
        /// One whole segment, by the parameter's name.
        case parameter(String)
    }

    /// One `name=value` of a query or a fragment.
    package struct Item: Hashable, Sendable {
        /// What an item's value must be.
        package enum Value: Hashable, Sendable {
            /// As written, percent-encoded; it must be there with just this value.
            case literal(String)
            /// Any value that is not empty, by the parameter's name.
            case parameter(String)
        }

        /// As written, percent-encoded.
        package let name: String
        /// A condition or a parameter.
        package let value: Value
    }

    /// The template as it was written.
    public let text: String
    /// In lower case; nil for a template on the app's own hosts.
    package let scheme: String?
    /// In lower case; nil where the template has none. In an address of the app's it is merely the first component.
    package let host: String?
    /// Without empty segments: `/a/` and `/a` are one path.
    package let path: [Segment]
    /// In the order written; an address may have them in any order and more beside them.
    package let query: [Item]
    /// In the order written; an address may have them in any order and more beside them.
    package let fragment: [Item]
    /// The template as it was written, split at its parameters: a literal stretch as it is, a parameter by its name.
    package let pieces: [Segment]

    /// Reads a template.
    ///
    /// - Throws: `URLTemplateError` at the first byte that cannot be part of one.
    public init(parsing text: String) throws(URLTemplateError) {
        var parser = URLTemplateParser(text)
        try parser.parse()
        self.text = text
        pieces = Self.pieces(of: text)
        scheme = parser.scheme
        host = parser.host
        path = parser.path
        query = parser.query
        fragment = parser.fragment
    }

    /// The template of one path on the app's own hosts, without parameters.
    ///
    /// - Parameter path: as a request has it, percent-encoded, without a query: `/forgot-password`.
    package init(path: String) {
        self.init(text: path, path: path.split(separator: "/").map { .literal(String($0)) })
    }

    /// The same path with any query and any fragment, on the app's own hosts.
    package var pathTemplate: URLTemplate { URLTemplate(text: routePath, path: path) }

    private init(text: String, path: [Segment]) {
        self.text = text
        pieces = Self.pieces(of: text)
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

    /// The literal items of the query, decoded: what must be there for a request to be this link.
    package var conditions: [String: String] {
        var conditions: [String: String] = [:]
        for item in query {
            if case .literal(let value) = item.value {
                conditions[PercentEncoding.decodeIfPossible(item.name)] = PercentEncoding.decodeIfPossible(value)
            }
        }
        return conditions
    }

    /// The path for a router: no doubled and no trailing slash, parameters as `{name}`, literals percent-encoded.
    package var routePath: String {
        "/"
            + path.map { segment in
                switch segment {
                case .literal(let text): text
                case .parameter(let name): "{\(name)}"
                }
            }.joined(separator: "/")
    }

    /// The address with every parameter's value in its place.
    ///
    /// - Parameter values: decoded text by name; it is percent-encoded afresh, all but RFC 3986's unreserved characters.
    /// - Returns: nil when a value is missing or empty, or would vanish from a path as `.` and `..` do.
    public func expanded(with values: [String: String]) -> String? {
        for case .parameter(let name) in path where values[name] == "." || values[name] == ".." { return nil }
        return expanded { name in values[name].map(Self.encoded) }
    }

    /// The address with a closure's text for each parameter.
    ///
    /// - Parameter text: gives a parameter's text by its name, percent-encoded where it has to be.
    /// - Returns: nil when a text is missing or empty.
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

    private static func pieces(of text: String) -> [Segment] {
        var pieces: [Segment] = []
        var rest = text.utf8[...]
        while let opening = rest.firstIndex(of: UInt8(ascii: "{")),
            let closing = rest[opening...].firstIndex(of: UInt8(ascii: "}"))
        {
            if opening > rest.startIndex { pieces.append(.literal(String(Substring(rest[..<opening])))) }
            pieces.append(.parameter(String(Substring(rest[rest.index(after: opening)..<closing]))))
            rest = rest[rest.index(after: closing)...]
        }
        return rest.isEmpty ? pieces : pieces + [.literal(String(Substring(rest)))]
    }

    /// A value as it stands in an address: percent-encoded, all but RFC 3986's unreserved characters.
    package static func encoded(_ value: String) -> String { PercentEncoding.encode(value) }
}

extension URLTemplate: CustomStringConvertible {
    /// The template as it was written.
    public var description: String { text }
}

/// Why a text is not the template of a link, and where.
public struct URLTemplateError: Error, Hashable, Sendable {
    /// UTF-8 bytes into the text.
    public let offset: Int
    /// What is wrong, in lower case without a full stop.
    public let message: String
    /// What to do, as a sentence.
    public let fix: String

    init(offset: Int, _ message: String, fix: String) {
        self.offset = offset
        self.message = message
        self.fix = fix
    }
}
