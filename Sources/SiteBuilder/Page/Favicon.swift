import SiteModel
import TextEncoding

/// The little picture in a browser's tab: the app's accent, inside the page itself.
struct Favicon: Sendable {
    private let accent: Color

    init(_ app: App) {
        accent = app.theme.accent
    }

    /// A `data:` address.
    var address: String {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' style='background:\(accent.hex)'/>"
        return "data:image/svg+xml," + PercentEncoding.encode(svg, keeping: .unreserved.union(ASCIISet(":/='")))
    }
}
