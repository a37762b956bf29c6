public import Release
public import SiteModel

extension PageRenderer {
    /// The header fields that go with a page rendered in one of its states, which runs no script: caching and security.
    public func headers(of page: Page, of app: App, appearance: Appearance = Appearance()) -> [HeaderField] {
        // A page that cannot be rendered has no headers either.
        guard let style = try? style(of: page, app, appearance) else { return [] }
        return SecurityHeaders.page(page, of: app, style: style, script: nil)
    }
}
