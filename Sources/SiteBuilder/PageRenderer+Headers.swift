public import Release
public import SiteModel

extension PageRenderer {
    /// The header fields that go with a page rendered in a scheme: caching and security.
    public func headers(of page: Page, of app: App, scheme: Appearance.Scheme = .system) -> [HeaderField] {
        SecurityHeaders.page(page, of: app, style: style(of: app, scheme))
    }
}
