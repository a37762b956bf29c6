/// The labels of a response for metrics and logs, using names from the manifest only.
struct ResponseSubject: Sendable {
    /// The app's name; nil if the host is not one of the release's.
    var app: String?
    /// The route's path as in the manifest, with its placeholders; nil if no route matched.
    var route: String?
    /// Whether the route is `/open/<link>`, which redirects into the app.
    var isOpen: Bool
    var agent: UserAgentClass
}
