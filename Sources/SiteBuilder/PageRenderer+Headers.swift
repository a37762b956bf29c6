public import Diagnostics
public import SiteModel
public import TextEncoding

extension PageRenderer {
    /// A page with one of its states shown, and the header fields that go with it: caching and security.
    ///
    /// - Parameters:
    ///   - page: a page of the app.
    ///   - app: the app, for its look and its addresses.
    ///   - state: the name of the state that is shown.
    ///   - appearance: what the browser, the person and the backend have done so far; the page runs no script.
    /// - Returns: an HTML document in UTF-8, and its fields in order.
    /// - Throws: names that the page does not have, pictures and template names that do not exist.
    public func document(
        _ page: Page, of app: App, state: String, appearance: Appearance = Appearance()
    ) throws(DiagnosticReport) -> (headers: [HeaderField], html: [UInt8]) {
        let program = program(of: page, app)
        let style = try style(of: page, app, appearance, running: program)
        return (
            SecurityHeaders.page(page, of: app, style: style, script: nil),
            try render(page, of: app, state: state, appearance: appearance, style: style, running: program)
        )
    }
}
