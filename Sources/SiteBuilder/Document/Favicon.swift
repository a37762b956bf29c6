import SiteModel

/// The little picture in a browser's tab: the app's first letter on its accent, inside the page itself.
struct Favicon: Sendable {
    private let letter: String
    private let accent: Color

    init(_ app: App) {
        letter = app.title.first.map { $0.uppercased() } ?? ""
        accent = app.theme.accent
    }

    /// A `data:` address.
    var address: String {
        let ink = Contrast.ink(on: [accent], hue: OKLCH(accent).hue)
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>"
            + "<rect width='16' height='16' rx='4' fill='\(accent.hex)'/>"
            + "<text x='8' y='13' font-family='sans-serif' text-anchor='middle' fill='\(ink.hex)'>"
            + "\(escaped(letter))</text></svg>"
        return "data:image/svg+xml," + percentEncoded(svg, keeping: "-._~:/='")
    }
}
