internal import AppLinks
internal import LinkRouting
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
        let pieces: [Piece]

        /// Returns the location in a host's syntax.
        func location(literal: (String) -> String = { $0 }, capture: (Int) -> String) -> String {
            pieces.map { piece in
                switch piece {
                case .text(let text): literal(text)
                case .capture(let number): capture(number)
                }
            }.joined()
        }
    }

    /// Patterns of queries that lead nowhere, tested first; none on the page's own path.
    let refusals: [String]
    /// The rules in order; on the page's own path those into the app. A query that none matches leads nowhere either.
    let rules: [Rule]
    /// The patterns that the rules consist of.
    let patterns: OpenPatterns

    /// - Parameters:
    ///   - link: the link as in the manifest.
    ///   - host: the page's host, for the fallback on Android.
    ///   - isOwnPage: whether the rules are for the page's own path, which may contain parameters; the patterns then
    ///     match the requested path, `?` and the query.
    ///   - query: the form of the query in the matched text.
    init(_ link: OpenLink, host: String, isOwnPage: Bool = false, query: QuerySubject = .marked) {
        patterns = OpenPatterns(link.web, isOwnPage: isOwnPage, query: query)
        refusals = isOwnPage ? [] : patterns.refusals
        let names = link.web.parameters
        func capture(_ name: String) -> Piece? { names.firstIndex(of: name).map { .capture($0 + 1) } }

        let redirect = AppLocation(link, host: host)
        let opensApp = Set(link.app?.parameters ?? []).isSubset(of: names)
        var rules: [Rule] = []
        for agent in UserAgentClass.redirectable where opensApp {
            guard let location = redirect.pieces(for: agent) else { continue }
            let pieces = location.compactMap { piece -> Piece? in
                switch piece {
                case .text(let text): .text(text)
                // Unreserved characters stay as they are, however often they are encoded.
                case .value(let name), .nestedValue(let name): capture(name)
                }
            }
            rules.append(Rule(agent: agent, pattern: patterns.unreservedValues, status: 302, pieces: pieces))
        }
        if !isOwnPage {
            let page = link.web.pieces.compactMap { piece -> Piece? in
                switch piece {
                case .literal(let text): .text(text)
                case .parameter(let name): capture(name)
                }
            }
            rules.append(Rule(agent: nil, pattern: patterns.anyValues, status: 303, pieces: page))
        }
        self.rules = rules
    }
}

extension UserAgentClass {
    /// The words that a User-Agent must contain: one of each list.
    var mentions: [[String]] { includes.map(\.words) }

    /// The words that it must not contain.
    var omits: [String] { excludes.flatMap(\.words) }

    /// A pattern that matches a User-Agent which is too long for a browser.
    static let tooLong = ".{\(longest + 1)}"

    /// A case-insensitive pattern with lookaheads (PCRE).
    var pattern: String {
        "^(?!\(Self.tooLong))" + mentions.map { "(?=.*(?:\(RegularExpression.anyOf($0))))" }.joined()
            + "(?!.*(?:\(RegularExpression.anyOf(omits))))"
    }
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
