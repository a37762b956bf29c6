/// The labels of a response for metrics and logs, using names from the manifest only.
package struct ResponseSubject: Sendable {
    /// The app's name; nil if the host is not one of the release's.
    package var app: String?
    /// The route's path as in the manifest, with its placeholders; nil if no route matched.
    package var route: String?
    /// Whether the route is `/open/<link>`, which redirects into the app.
    package var isOpen: Bool
    package var agent: UserAgentClass

    package init(app: String?, route: String?, isOpen: Bool, agent: UserAgentClass) {
        self.app = app
        self.route = route
        self.isOpen = isOpen
        self.agent = agent
    }
}
