internal import AppLinks
internal import LandingServer
internal import Release
internal import TextEncoding

/// `/open/<link>` as rules for hosts that decide by regular expressions and run no code.
///
/// A rule passes a value on as it was written: re-encoding needs code. It goes into the app only where every value consists
/// of unreserved characters (RFC 3986, section 2.3), which are the same in every encoding; all others get the page.
struct OpenRules {
    /// A piece of an address.
    enum Piece: Hashable {
        case text(String)
        /// What the rule's pattern captured, counted from 1.
        case capture(Int)
    }

    /// Where a request goes whose query matches.
    struct Rule {
        /// Nil for anyone, by any method; a class of browsers by GET alone.
        let agent: Agent?
        let pattern: String
        let status: Int
        let location: [Piece]
    }

    /// A class of browsers that a redirect can take into the app.
    enum Agent: String, CaseIterable {
        case iPhone = "iphone"
        case chrome
        case firefox

        /// What a User-Agent must mention, each of them one of several words, in lower case.
        var mentions: [[String]] {
            switch self {
            case .iPhone: [["(iphone", "(ipod"], ["mobile/"], ["safari/"]]
            case .chrome: [["android"], ["chrome/"]]
            case .firefox: [["android"], ["firefox/", "focus/", "klar/"]]
            }
        }

        /// What it must not mention: bots and web views, and what would make it another class.
        var omits: [String] {
            let others = UserAgentClass.automata + UserAgentClass.webViews + ["windows phone"]
            return switch self {
            case .iPhone: others
            case .firefox: others + ["(iphone", "(ipod"]
            case .chrome: others + ["(iphone", "(ipod", "firefox/", "focus/", "klar/"]
            }
        }

        /// A pattern with lookaheads (PCRE), to be matched without regard to letter case.
        var pattern: String {
            "^" + mentions.map { "(?=.*(?:\(RegularExpression.anyOf($0))))" }.joined()
                + "(?!.*(?:\(RegularExpression.anyOf(omits))))"
        }
    }

    /// Queries that get status 400, tried first.
    let refusals: [String]
    /// In order; a query that none matches gets 400 as well.
    let rules: [Rule]
    /// The names of the query items that carry parameters.
    let items: [String]
    /// How many of them, the first, stand in the path instead.
    let pathParameters: Int
    /// Those whose values go into the path of the page, by their places.
    let segments: Set<Int>

    static let unreserved = "[A-Za-z0-9._~-]"
    /// What a path's segment takes as it is, but for the percent sign (RFC 3986, section 3.3).
    static let segment = #"[A-Za-z0-9._~!$'\(\)*+,;=:@-]"#
    private static let mark: Character = "\u{1}"

    /// - Parameters:
    ///   - link: as the manifest has it.
    ///   - host: where the page is, for whoever lacks the app on Android.
    ///   - isOwnPage: whether the rules are for the page's own path, which then carries the path's parameters itself: the
    ///     patterns are over the path as it was asked, `?` and the query.
    ///   - query: how the query's items stand in what is matched.
    init?(_ link: OpenLink, host: String, isOwnPage: Bool = false, query: QuerySubject = .marked) {
        guard let web = try? URLTemplate(parsing: link.web) else { return nil }
        let app = link.app.flatMap { try? URLTemplate(parsing: $0) }
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
            // Parameters of the path come first in a template, so that captures are counted alike.
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
        // On its own path a link with a parameter twice gets the page, as nothing else refuses it there.
        let once = isOwnPage ? repeated.dropFirst(pathParameters).map { "(?!\($0))" }.joined() : ""
        let page = Self.pieces(web, names)
        var rules: [Rule] = []
        if let app, Set(app.parameters).isSubset(of: names) {
            let address = Self.pieces(app, names)
            func rule(_ agent: Agent, _ location: [Piece]) {
                rules.append(Rule(agent: agent, pattern: once + plain, status: 302, location: location))
            }
            if link.opensOnIPhones { rule(.iPhone, address) }
            if let package = link.androidPackage {
                rule(.firefox, address)
                rule(.chrome, Self.intent(address, package, page: [.text("https://\(host)")] + page))
            }
        }
        rules.append(Rule(agent: nil, pattern: written, status: 303, location: page))
        self.rules = rules
    }

    private static func pieces(_ shape: URLTemplate, _ names: [String]) -> [Piece] {
        let filled = shape.expanded { name in names.firstIndex(of: name).map { "\(mark)\($0 + 1)\(mark)" } } ?? ""
        return filled.split(separator: mark, omittingEmptySubsequences: false).enumerated().compactMap { index, text in
            if index.isMultiple(of: 2) { return text.isEmpty ? nil : .text(String(text)) }
            return Int(text).map(Piece.capture)
        }
    }

    /// https://developer.chrome.com/docs/android/intents
    private static func intent(_ address: [Piece], _ package: String, page: [Piece]) -> [Piece] {
        guard case .text(let start) = address.first, let colon = start.firstIndex(of: ":") else { return [] }
        let fallback = page.map { piece -> Piece in
            if case .text(let text) = piece { .text(PercentEncoding.encode(text)) } else { piece }
        }
        return [.text("intent:" + start[start.index(after: colon)...])] + address.dropFirst()
            + [.text("#Intent;scheme=\(start[..<colon]);package=\(package);S.browser_fallback_url=")] + fallback
            + [.text(";end")]
    }
}

/// How the items of a query stand in what a host's patterns are matched against.
struct QuerySubject {
    /// Matches from the start of it to the beginning of any item, and nowhere within a value: PCRE.
    let lead: String

    /// What a rule of ours puts together, each item after `&`, the first one too.
    static let marked = QuerySubject(lead: ".*?&")
    /// The query alone.
    static let alone = QuerySubject(lead: "(?:.*?&)?")
    /// A path, `?` and the query.
    static let afterPath = QuerySubject(lead: "[^?]*\\?(?:.*?&)?")
}

/// Conditions on a query as patterns with lookaheads (PCRE).
enum QueryPattern {
    /// Matches where a route takes the query; what is percent-encoded is compared as it was written.
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
