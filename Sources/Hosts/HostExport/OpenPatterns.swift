internal import AppLinks
internal import TextEncoding

/// The form of the query in the text that a host's patterns match.
struct QuerySubject {
    /// A PCRE that matches from the start of the text to the beginning of any item, never within a value.
    let lead: String

    /// Composed by the configuration, with `&` before each item, including the first.
    static let marked = QuerySubject(lead: ".*?&")
    /// The query alone.
    static let alone = QuerySubject(lead: "(?:.*?&)?")
    /// The path, `?` and the query.
    static let afterPath = QuerySubject(lead: "[^?]*\\?(?:.*?&)?")
}

/// The PCRE patterns of the requests that `OpenRules` redirects or refuses, with a capture group for each parameter.
struct OpenPatterns {
    /// The patterns of the names of the query items that carry parameters.
    ///
    /// Below `/open/` a parameter's own name is accepted too, as `OpenedParameters` does.
    let items: [String]
    /// The number of parameters, the first in `items`, that are in the path instead of the query.
    let pathParameters: Int
    /// The indices of parameters whose values are inserted into the page's path.
    let segments: Set<Int>
    private let web: URLTemplate
    private let isOwnPage: Bool
    private let query: QuerySubject

    static let unreserved = "[A-Za-z0-9._~-]"
    /// A character that a path segment may contain unencoded, except the percent sign (RFC 3986, section 3.3).
    static let segment = #"[A-Za-z0-9._~!$'\(\)*+,;=:@-]"#

    /// The length of a value.
    private static let length = "{1,\(OpenedParameters.longestValue)}"

    /// - Parameters:
    ///   - web: the link's web template.
    ///   - isOwnPage: whether the patterns are for the page's own path; see `OpenRules`.
    ///   - query: the form of the query in the matched text.
    init(_ web: URLTemplate, isOwnPage: Bool, query: QuerySubject) {
        self.web = web
        self.isOwnPage = isOwnPage
        self.query = query
        let names = web.parameters
        items = names.map { name in
            let item = OpenedParameters.item(of: name, in: web)
            return isOwnPage || name == item
                ? RegularExpression.escaped(item) : "(?:\(RegularExpression.anyOf([item, name])))"
        }
        segments = Set(names.indices.filter { web.path.contains(.parameter(names[$0])) })
        pathParameters = isOwnPage ? segments.count : 0
    }

    /// Patterns of queries that lead nowhere: a repeated item, a control character, a value that is too long.
    var refusals: [String] {
        zip(repeated, items).flatMap { repeated, item in
            [
                repeated,
                "\(query.lead)\(item)=[^&]*%(?:[01][0-9A-Fa-f]|7[Ff]|[Cc]2%[89][0-9A-Fa-f])",
                "\(query.lead)\(item)=[^&%]{\(OpenedParameters.longestValue + 1)}",
            ]
        }
    }

    /// A pattern of requests in which every value consists of unreserved characters.
    var unreservedValues: String {
        // On its own path a link with a repeated parameter gets the page, since no refusal applies there.
        let once = isOwnPage ? repeated.dropFirst(pathParameters).map { "(?!\($0))" }.joined() : ""
        return once
            + pattern { isSegment in (isSegment ? #"(?!\.{1,2}(?:&|$))"# : "") + "\(Self.unreserved)\(Self.length)" }
    }

    /// A pattern of requests that have every value.
    var anyValues: String {
        pattern { isSegment in
            isSegment ? #"(?!(?:\.|%2[eE]){1,2}(?:&|$))(?:\#(Self.segment)|%[0-9A-Fa-f]{2})+"# : "[^&]+"
        }
    }

    /// Patterns of queries in which an item occurs twice, one for each item.
    private var repeated: [String] {
        items.map { "\(query.lead)\($0)(?:=[^&]*)?&(?:.*&)?\($0)(?:=|&|$)" }
    }

    /// Returns a pattern of requests whose values match; `value` returns the pattern of one value, which is inserted
    /// into the page's path or not.
    private func pattern(_ value: (_ isSegment: Bool) -> String) -> String {
        let values = items.enumerated().map { index, item in
            "(?=\(query.lead)\(item)=(\(value(segments.contains(index))))(?:&|$))"
        }
        guard pathParameters > 0 else { return values.joined() }
        // A template's path parameters come first, so that captures have the same numbers.
        let path = web.path.map { segment in
            switch segment {
            case .literal(let text): RegularExpression.escaped(PercentEncoding.decode(text) ?? text)
            case .parameter: "(\(Self.unreserved)\(Self.length))"
            }
        }
        return "(?=[^/]*/+\(path.joined(separator: "/+"))/*(?:\\?|$))" + values.dropFirst(pathParameters).joined()
    }
}
