package import LinkRouting

/// Browsers, web views, bots and tools as they present themselves.
package enum UserAgents {
    package static let iPhoneSafari = named("Safari on iPhone")
    package static let androidChrome = named("Chrome on Android")
    package static let androidFirefox = named("Firefox on Android")
    package static let desktop = named("Safari on iPad, as a Macintosh")

    package static let all: [(name: String, agent: String?, agentClass: UserAgentClass)] =
        RuleTable.cases("userAgents", of: "user-agents").map { value in
            guard let agentClass = UserAgentClass(rawValue: RuleTable.text(value, "class")) else {
                fatalError("a case has no class: \(value)")
            }
            return (RuleTable.text(value, "name"), RuleTable.text(value, "userAgent"), agentClass)
        } + [("no name", nil, .other)]

    private static func named(_ name: String) -> String {
        guard let agent = all.first(where: { $0.name == name })?.agent else { fatalError("no user agent is '\(name)'") }
        return agent
    }
}
