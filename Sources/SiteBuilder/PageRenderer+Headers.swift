public import Release
public import SiteModel

extension PageRenderer {
    /// The header fields that go with a page rendered in one of its states, which runs no script: caching and security.
    public func headers(of page: Page, of app: App, appearance: Appearance = Appearance()) -> [HeaderField] {
        SecurityHeaders.page(page, of: app, style: style(of: app, appearance), script: nil)
    }
}
