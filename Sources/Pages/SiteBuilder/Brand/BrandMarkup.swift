import Branding
import Colors
import Media
import SiteModel
import TextEncoding

/// The logo above a page's card.
struct LogoMarkup: Hashable, Sendable {
    let logo: BrandFiles.Shades
    let name: String

    /// The picture's element; in the device's colour scheme, with the dark variant as an alternative source.
    func html(_ scheme: ColorScheme) -> String {
        switch (scheme, logo.dark) {
        case (.dark, let dark?): image(dark)
        case (.system, let dark?):
            "<picture><source media=\"(prefers-color-scheme:dark)\" srcset=\"\(escaped(dark.address))\">"
                + image(logo.light) + "</picture>"
        default: image(logo.light)
        }
    }

    private func image(_ placement: BrandFiles.Placement) -> String {
        let (width, height) = (placement.picture.width, placement.picture.height)
        return
            "<img src=\"\(escaped(placement.address))\" alt=\"\(escaped(name))\" width=\"\(max(1, Int(width.rounded())))\""
            + " height=\"\(max(1, Int(height.rounded())))\">"
    }
}

/// The icon in a browser's tab, and the one on a phone's home screen.
struct IconMarkup: Sendable {
    let app: App
    let files: BrandFiles

    /// The elements for the document's head.
    var html: String {
        let touch = files.touchIcon.map { "\n<link rel=\"apple-touch-icon\" href=\"\(escaped($0.address))\">" }
        guard let icon = files.icon else { return link(to: Favicon(app).address) + (touch ?? "") }
        return link(to: icon.address) + (touch ?? "")
    }

    private func link(to address: String) -> String { "<link rel=\"icon\" href=\"\(escaped(address))\">" }
}

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
