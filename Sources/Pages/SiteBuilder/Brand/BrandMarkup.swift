import Branding
import Media
import SiteModel

/// The logo above a page's card.
struct LogoMarkup: Hashable, Sendable {
    let logo: BrandFiles.Shades
    /// The app's name.
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
