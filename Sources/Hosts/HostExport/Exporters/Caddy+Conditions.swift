internal import LinkRouting
internal import Release

// Conditions of blocks on the query and the User-Agent.

extension Caddy {
    /// Returns an expression for requests with an encoded slash in a value: matchers see the decoded path, so these are
    /// matched by the original URI.
    static func encodedSlash(_ path: PathRoutes) -> String {
        let pattern = path.pattern(parameter: "\u{1}").replacing("/", with: "/+").replacing("\u{1}", with: "[^/?]+")
        return
            "{http.request.uri}.matches(r\"^\(pattern)/*(?:\\?|$)\") && {http.request.uri}.matches(r\"^[^?]*%2[Ff]\")"
    }

    /// Returns a route's query conditions as expressions.
    static func conditions(_ route: Route) -> [String] {
        let items =
            route.conditions.sorted { $0.key < $1.key }.map { ($0.key, RegularExpression.escaped($0.value)) }
            + route.required.map { ($0, "[^&]+") }
        return items.map { name, value in
            let name = RegularExpression.escaped(name)
            return "{http.request.uri.query}.matches(r\"(?:^|&)\(name)=\(value)(?:&|$)\")"
                + " && !{http.request.uri.query}.matches(r\"(?:^|&)\(name)(?:=[^&]*)?&(?:.*&)?\(name)(?:=|&|$)\")"
        }
    }

    /// Writes the map that classifies User-Agents; the first matching line applies.
    static func agents(_ text: inout ConfigurationText) {
        func inEitherOrder(_ words: [[String]]) -> String {
            let groups = words.map { "(?:\(RegularExpression.anyOf($0)))" }
            return "~(?i)(?:\(groups.joined(separator: ".*"))|\(groups.reversed().joined(separator: ".*")))"
        }
        let none = UserAgentClass.other.rawValue
        text.block("map {http.request.header.User-Agent} {latchkey_agent} {") { text in
            let omits = RegularExpression.anyOf(UserAgentClass.iPhoneBrowser.omits)
            text.line("\(quoted("~(?i)(?:\(UserAgentClass.tooLong)|\(omits))")) \(none)")
            let iPhone = UserAgentClass.iPhoneBrowser.mentions
            let phone = "(?:\(RegularExpression.anyOf(iPhone[0])))"
            let rest = inEitherOrder(Array(iPhone[1...])).dropFirst("~(?i)".count)
            text.line("\(quoted("~(?i)\(phone).*\(rest)")) \(UserAgentClass.iPhoneBrowser.rawValue)")
            text.line("\(quoted("~(?i)\(phone)")) \(none)")
            for agent in UserAgentClass.redirectable where agent != .iPhoneBrowser {
                text.line("\(quoted(inEitherOrder(agent.mentions))) \(agent.rawValue)")
            }
            text.line("default \(none)")
        }
    }
}
