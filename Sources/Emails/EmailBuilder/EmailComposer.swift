package import SiteModel
internal import Synchronization

/// Renders the emails that a sandbox sends, with the latest build of the site.
package final class EmailComposer: Sendable {
    private struct Source: Sendable {
        var apps: [String: App] = [:]
        var renderer: EmailRenderer?
    }

    private let source = Mutex(Source())

    package init() {}

    package func update(_ site: Site, renderer: EmailRenderer) {
        let apps = Dictionary(site.apps.map { ($0.name, $0) }) { first, _ in first }
        source.withLock { $0 = Source(apps: apps, renderer: renderer) }
    }

    /// The host from which an app's emails load pictures; nil for an unknown app.
    package func host(of app: String) -> String? { source.withLock { $0.apps[app]?.hosts.first } }

    /// Nil if the app has no such email, or if it uses other variables outside sections.
    ///
    /// - Parameters:
    ///   - name: the email's name, `reset-password`.
    ///   - app: the app's name.
    ///   - recipient: the address that the email goes to.
    ///   - link: the URL that takes the place of the email's link.
    ///   - code: the code to be typed in place of the link.
    ///   - origin: the origin of the app's own pages, without a trailing slash.
    ///   - language: the recipient's, as a tag; nil for the app's own.
    /// - Returns: the email, and the link that it has.
    package func compose(
        _ name: String, of app: String, to recipient: String, link: String?, code: String?, origin: String,
        language: String? = nil
    ) -> (email: RenderedEmail, link: String?)? {
        let (found, renderer) = source.withLock { ($0.apps[app], $0.renderer) }
        guard let own = found, let renderer else { return nil }
        let translation = language.flatMap(LanguageTag.init)?.chain.lazy.compactMap { tag in
            own.translations.first { $0.tag == tag && $0.emails.contains { $0.name == name } }
        }.first
        let local = translation.map(own.translated) ?? own
        guard let email = local.email(named: name) else { return nil }
        let link = link.map { address in
            local.item(ofLinkIn: email).map { LinkItem.add($0, to: address) } ?? address
        }
        var variables: [TemplateVariable: TemplateValue] = [.email: .text(recipient)]
        variables[.link] = link.map { .text($0) }
        variables[.code] = code.map { .text($0) }
        let values = TemplateValues(variables: variables, origin: origin)
        return (try? renderer.render(email, of: local, values: values)).map { ($0, link) }
    }
}
