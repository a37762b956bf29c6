internal import Branding
import Colors
import SiteModel
import TextEncoding

/// The default icon in a browser's tab: the app's initial on its accent colour, inline in the page.
struct Favicon: Sendable {
    private let accent: Color
    private let initial: String

    init(_ app: App) {
        accent = app.theme.accent
        initial = app.title.first.map { $0.uppercased() } ?? ""
    }

    /// The icon as a `data:` URL.
    var address: String {
        let ink = Contrast.ink(on: [accent], hue: OKLCH(accent).hue)
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0,0,9,9' style='background:\(accent.hex);fill:\(ink.hex);"
            + "font:7px system-ui;text-anchor:middle'><text x='4.5' y='7'>\(escaped(initial))</text></svg>"
        return "data:image/svg+xml," + PercentEncoding.encode(svg, keeping: .unreserved.union(ASCIISet(":/=',;")))
    }
}
