internal import AppLinks
internal import HTTPMessages
internal import Release

/// The handler of `/open/<link>`: redirects User-Agents that can follow a custom scheme into the app, all others to the
/// page.
final class OpenAnswer: Sendable {
    private let location: AppLocation
    private let parameters: OpenedParameters
    /// Whether the route is the page's own path, where a redirect to the page would be a loop.
    private let isOwnPage: Bool

    /// `host` is the page's, for absolute addresses; equal ones of the values of other links are used again.
    init(_ link: OpenLink, at path: RoutePath, host: String?, sharing shared: inout SharedValues) {
        var link = link
        link.web = shared.templates.insert(link.web).memberAfterInsert
        location = AppLocation(link, host: host, app: shared.app(of: link))
        parameters = shared.parameters.insert(OpenedParameters(link.web)).memberAfterInsert
        isOwnPage = path.isPage(of: link.web)
    }

    /// Decides how to answer: with 302 into the app or 303 to the page. Nil passes the request to the next routes.
    func redirect(_ request: HTTPRequest) -> (status: Int, location: String)? {
        // Scanners use HEAD to inspect a link without opening it.
        let agent = request.method == "HEAD" ? .other : UserAgentClass(userAgent: request.headers["user-agent"])
        if isOwnPage {
            guard let values = location.web.parameters(ofPath: request.path, query: request.query, fragment: nil),
                values.values.allSatisfy(OpenedParameters.isAcceptable), location.web.accepts(values)
            else { return nil }
            return location.location(for: agent, values).map { (302, $0) }
        }
        // A damaged link leads to no page, so the visitor gets the page for unknown addresses.
        guard let values = parameters.values(in: request.query), let page = location.web.expanded(with: values) else {
            return nil
        }
        return location.location(for: agent, values).map { (302, $0) } ?? (303, page)
    }
}
