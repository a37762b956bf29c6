internal import AppLinks
internal import HTTPMessages
internal import Release

/// The handler of `/open/<link>`: redirects User-Agents that can follow a custom scheme into the app, all others to the
/// page.
struct OpenAnswer: Sendable {
    let templates: OpenTemplates
    let own: OpenTexts

    /// Decides how to answer; nil passes the request to the next routes.
    func answer(_ request: HTTPRequest) -> Landing.Decision? {
        // Scanners use HEAD to inspect a link without opening it.
        let agent = request.method == "HEAD" ? .other : UserAgentClass(userAgent: request.headers["user-agent"])
        if templates.isOwnPage {
            guard let values = templates.web.parameters(ofPath: request.path, query: request.query, fragment: nil),
                values.values.allSatisfy(OpenedParameters.isAcceptable), templates.web.accepts(values)
            else { return nil }
            return appAddress(agent, values).map { .open(status: 302, location: $0) }
        }
        // A damaged link leads to no page, so the visitor gets the page for unknown addresses.
        guard let values = templates.parameters.values(in: request.query),
            let page = templates.web.expanded(with: values)
        else { return nil }
        if let location = appAddress(agent, values) { return .open(status: 302, location: location) }
        return .open(status: 303, location: page)
    }

    private func appAddress(_ agent: UserAgentClass, _ values: [String: String]) -> String? {
        agent == .other ? nil : AppLocation(templates, own).location(for: agent, values)
    }
}
