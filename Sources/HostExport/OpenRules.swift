internal import AppLinks
internal import LandingServer
internal import Release
internal import TextEncoding

/// `/open/<link>` as rules for hosts that match regular expressions and run no code.
///
/// A rule passes values on without encoding them again, which would need code. It redirects into the app only if every
/// value consists of unreserved characters (RFC 3986, section 2.3), which need no encoding; otherwise to the page.
struct OpenRules {
    /// A piece of a redirect's location.
    enum Piece: Hashable {
        case text(String)
        /// A capture group of the rule's pattern, counted from 1.
        case capture(Int)
    }

    /// A redirect for requests whose query matches.
    struct Rule {
        /// The class of browsers, for GET only; nil for all clients and methods.
        let agent: UserAgentClass?
        let pattern: String
        let status: Int
        let location: [Piece]
    }

    /// Patterns of queries that lead nowhere, tested first.
    let refusals: [String]
    /// The rules in order; a query that none matches leads nowhere either.
    let rules: [Rule]
    /// The names of the query items that carry parameters.
    let items: [String]
    /// The number of parameters, the first in `items`, that are in the path instead of the query.
    let pathParameters: Int
    /// The indices of parameters whose values are inserted into the page's path.
    let segments: Set<Int>

    static let unreserved = "[A-Za-z0-9._~-]"
    /// A character that a path segment may contain unencoded, except the percent sign (RFC 3986, section 3.3).
    static let segment = #"[A-Za-z0-9._~!$'\(\)*+,;=:@-]"#

    /// - Parameters:
    ///   - link: the link as in the manifest.
    ///   - host: the page's host, for the fallback on Android.
    ///   - isOwnPage: whether the rules are for the page's own path, which may contain parameters; the patterns then
    ///     match the requested path, `?` and the query.
    ///   - query: the form of the query in the matched text.
    init(_ link: OpenLink, host: String, isOwnPage: Bool = false, query: QuerySubject = .marked) {
        let web = link.web
        let names = web.parameters
        let carriers = names.map { name -> String in
            (web.query + web.fragment).first { $0.value == .parameter(name) }?.name ?? name
        }
        let items = zip(names, carriers).map { name, item in
            name == item ? RegularExpression.escaped(item) : "(?:\(RegularExpression.anyOf([item, name])))"
        }
        self.items = carriers
        pathParameters = isOwnPage ? web.path.filter { if case .parameter = $0 { true } else { false } }.count : 0
        let repeated = items.map { "\(query.lead)\($0)(?:=[^&]*)?&(?:.*&)?\($0)(?:=|&|$)" }
        refusals = zip(repeated, items).flatMap { repeated, item in
            [
                repeated,
                "\(query.lead)\(item)=[^&]*%(?:[01][0-9A-Fa-f]|7[Ff]|[Cc]2%[89][0-9A-Fa-f])",
                "\(query.lead)\(item)=[^&%]{2049}",
            ]
        }
        let inPath = Set(
            web.path.compactMap { segment in if case .parameter(let name) = segment { name } else { nil } })
        segments = Set(names.indices.filter { inPath.contains(names[$0]) })
        func pattern(_ value: (String) -> String) -> String {
            guard isOwnPage, !inPath.isEmpty else {
                return zip(names, items).map { "(?=\(query.lead)\($1)=(\(value($0)))(?:&|$))" }.joined()
            }
            // A template's path parameters come first, so that captures have the same numbers.
            let path = web.path.map { segment in
                switch segment {
                case .literal(let text): RegularExpression.escaped(PercentEncoding.decode(text) ?? text)
                case .parameter: "(\(Self.unreserved){1,2048})"
                }
            }
            return "(?=[^/]*/+\(path.joined(separator: "/+"))/*(?:\\?|$))"
                + zip(names, items).filter { !inPath.contains($0.0) }
                .map { "(?=\(query.lead)\($1)=(\(value($0)))(?:&|$))" }.joined()
        }
        let plain = pattern { name in
            (inPath.contains(name) ? #"(?!\.{1,2}(?:&|$))"# : "") + "\(Self.unreserved){1,2048}"
        }
        let written = pattern { name in
            inPath.contains(name)
                ? #"(?!(?:\.|%2[eE]){1,2}(?:&|$))(?:\#(Self.segment)|%[0-9A-Fa-f]{2})+"# : "[^&]+"
        }
        // On its own path a link with a repeated parameter gets the page, since no refusal applies there.
        let once = isOwnPage ? repeated.dropFirst(pathParameters).map { "(?!\($0))" }.joined() : ""
        var rules: [Rule] = []
        let redirect = AppLocation(link, host: host)
        for agent in [UserAgentClass.iPhoneBrowser, .androidFirefox, .androidChrome] {
            guard let location = redirect.pieces(for: agent), Set(link.app?.parameters ?? []).isSubset(of: names) else {
                continue
            }
            let pieces = location.compactMap { piece -> Piece? in
                switch piece {
                case .text(let text): .text(text)
                // Unreserved characters stay as they are, however often they are encoded.
                case .value(let name), .nestedValue(let name): names.firstIndex(of: name).map { .capture($0 + 1) }
                }
            }
            rules.append(Rule(agent: agent, pattern: once + plain, status: 302, location: pieces))
        }
        let page = web.pieces.compactMap { piece -> Piece? in
            switch piece {
            case .literal(let text): .text(text)
            case .parameter(let name): names.firstIndex(of: name).map { .capture($0 + 1) }
            }
        }
        rules.append(Rule(agent: nil, pattern: written, status: 303, location: page))
        self.rules = rules
    }
}

extension UserAgentClass {
    /// The classes that a redirect can take into the app.
    static let redirectable: [UserAgentClass] = [.iPhoneBrowser, .androidChrome, .androidFirefox]

    /// The name of the class in configurations and functions.
    var label: String {
        switch self {
        case .iPhoneBrowser: "iphone"
        case .androidChrome: "chrome"
        case .androidFirefox: "firefox"
        case .other: "none"
        }
    }

    /// The words that a User-Agent must contain: one of each list.
    var mentions: [[String]] { includes.map(\.words) }

    /// The words that it must not contain.
    var omits: [String] { excludes.flatMap(\.words) }

    /// A case-insensitive pattern with lookaheads (PCRE).
    var pattern: String {
        "^" + mentions.map { "(?=.*(?:\(RegularExpression.anyOf($0))))" }.joined()
            + "(?!.*(?:\(RegularExpression.anyOf(omits))))"
    }
}

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

/// Query conditions as PCRE patterns with lookaheads.
enum QueryPattern {
    /// Returns a pattern that matches if a route's query conditions hold; percent-encoded text is compared as written.
    static func pattern(_ route: Route, query: QuerySubject = .marked) -> String {
        let lead = query.lead
        let conditions = route.conditions.sorted { $0.key < $1.key }.map { name, value in
            let (name, value) = (escaped(name), escaped(value))
            return "(?=\(lead)\(name)=\(value)(?:&|$))(?!\(lead)\(name)(?!=\(value)(?:&|$))(?:=|&|$))"
        }
        let required = route.required.map { name in
            let name = escaped(name)
            return "(?=\(lead)\(name)=[^&])(?!\(lead)\(name)=?(?:&|$))"
        }
        return (conditions + required).joined()
    }

    private static func escaped(_ text: String) -> String {
        RegularExpression.escaped(PercentEncoding.encode(text))
    }
}
