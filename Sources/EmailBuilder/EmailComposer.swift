public import SiteModel
internal import Synchronization

/// Renders the emails that a sandbox sends, by the latest build of the site.
public final class EmailComposer: Sendable {
    private struct Source: Sendable {
        var apps: [String: App] = [:]
        var renderer: EmailRenderer?
    }

    private let source = Mutex(Source())

    /// A composer without a site.
    public init() {}

    /// Renders the emails of another build from now on.
    public func update(_ site: Site, renderer: EmailRenderer) {
        let apps = Dictionary(site.apps.map { ($0.name, $0) }) { first, _ in first }
        source.withLock { $0 = Source(apps: apps, renderer: renderer) }
    }

    /// The host that an app's emails load pictures from.
    public func host(of app: String) -> String? { source.withLock { $0.apps[app]?.hosts.first } }

    /// An email as it is sent.
    ///
    /// - Parameters:
    ///   - name: the email's name.
    ///   - app: the app's name.
    ///   - recipient: the address that it goes to.
    ///   - link: the whole address that it carries, or nil.
    ///   - code: what a person may type in place of the link, or nil.
    ///   - origin: what the URLs of the app's own pages begin with, without a trailing slash.
    /// - Returns: nil where the app has no such email, or one that needs other variables.
    public func compose(
        _ name: String, of app: String, to recipient: String, link: String?, code: String?, origin: String
    ) -> RenderedEmail? {
        let (app, renderer) = source.withLock { ($0.apps[app], $0.renderer) }
        guard let app, let renderer, let email = app.email(named: name) else { return nil }
        var variables: [TemplateVariable: TemplateValue] = [.email: .text(recipient)]
        variables[.link] = link.map { .text($0) }
        variables[.code] = code.map { .text($0) }
        return try? renderer.render(email, of: app, values: TemplateValues(variables, origin: origin))
    }
}
