internal import AppLinks
internal import HTTPListener
internal import Release

/// The handler of `/open/<link>`: redirects User-Agents that can follow a custom scheme into the app, all others to the
/// page.
struct OpenAnswer: Sendable {
    private let templates: OpenTemplates.Link
    private let redirect: AppLocation

    init(_ link: OpenLink, at path: RoutePath, of app: ReleasedApp, templates: inout OpenTemplates) {
        self.templates = templates.link(link, at: path)
        redirect = AppLocation(link, host: app.hosts.first, sharing: self.templates)
    }

    /// Decides how to answer; nil passes the request to the next routes.
    func answer(_ request: HTTPRequest) -> Landing.Decision? {
        // Scanners use HEAD to inspect a link without opening it.
        let agent = request.method == "HEAD" ? .other : UserAgentClass(userAgent: request.headers["user-agent"])
        if templates.isOwnPage {
            guard let values = templates.web.parameters(ofPath: request.path, query: request.query, fragment: nil),
                values.values.allSatisfy(OpenedParameters.isSound), templates.web.accepts(values)
            else { return nil }
            return redirect.location(for: agent, values).map { .open(status: 302, location: $0) }
        }
        let values: [String: String]
        do {
            values = try templates.parameters.values(in: request.query)
        } catch {
            switch error {
            case .missing(let name): return .refusal(.malformed("The link lacks the parameter '\(name)'."))
            case .unreadable(let name):
                return .refusal(.malformed("The parameter '\(name)' is empty or not percent-encoded UTF-8."))
            case .unsound(let name):
                return .refusal(.malformed("The parameter '\(name)' is too long or contains control characters."))
            }
        }
        guard let page = templates.web.expanded(with: values) else {
            return .refusal(.malformed("The link does not lead to a page."))
        }
        if let location = redirect.location(for: agent, values) { return .open(status: 302, location: location) }
        return .open(status: 303, location: page)
    }
}
