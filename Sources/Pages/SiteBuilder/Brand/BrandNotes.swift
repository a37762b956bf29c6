import Branding
import Colors
import Diagnostics
import Media
import SiteModel

/// Notes about the size of an app's brand files, and about where they cannot be shown.
struct BrandNotes {
    let app: App
    let files: BrandFiles

    var notes: [Diagnostic] { [unseen(.light), unseen(.dark), logo, icon, emails, font].compactMap { $0 } }

    private func note(_ place: String, _ message: String, fix: String? = nil) -> Diagnostic {
        app.diagnostic(.note, code: "brand-cost", at: place, message, fix: fix)
    }

    private var logo: Diagnostic? {
        guard let logo = files.logo else { return nil }
        let bytes = logo.all.reduce(0) { $0 + $1.picture.bytes.count }
        if logo.light.isInline {
            let added = logo.all.reduce(0) { $0 + Self.compressed($1.address) }
            return note("theme.logo", "the logo is embedded in every page, which makes it about \(added) bytes longer")
        }
        return note(
            "theme.logo",
            "the logo has \(bytes) bytes, and a page embeds one of \(BrandFiles.longestInlineLogo): it is one more request",
            fix: "Make it smaller, for example with svgo or oxipng, for a page in one request.")
    }

    /// Warns of a logo that is painted in nearly the colour of the page behind it.
    private func unseen(_ scheme: Palette.Scheme) -> Diagnostic? {
        let properties = Palette(app.theme, scheme: scheme).properties
        func color(_ name: String) -> Color? { properties.first { $0.name == name }.flatMap { Color(hex: $0.value) } }
        guard let shades = files.logo, properties.contains(where: { $0.name == "backdrop" && $0.value == "none" }),
            let paints = (scheme == .dark ? shades.dark ?? shades.light : shades.light).picture.paints,
            let page = color("page"), !paints.isEmpty,
            paints.allSatisfy({ paint in
                (Self.names[paint.lowercased()] ?? Color(hex: paint)).map { Self.isNear($0, page) } ?? false
            })
        else { return nil }
        let isDark = scheme == .dark
        return app.diagnostic(
            .warning, code: "unseen-logo", at: "theme.logo",
            "the logo is nearly of the colour of \(isDark ? "dark" : "light") pages, so hardly anybody sees it there",
            fix: isDark && shades.dark == nil
                ? "Add a light one: logo: { light: logo.svg, dark: logo-dark.svg }"
                : "Name one in another colour: logo: { light: logo.svg, dark: logo-dark.svg }")
    }

    private static let names = ["white": Color.white, "black": .black, "currentcolor": .black]

    private static func isNear(_ a: Color, _ b: Color) -> Bool {
        [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)].allSatisfy { max($0, $1) - min($0, $1) < 40 }
    }

    private var icon: Diagnostic? {
        if let icon = files.icon {
            guard !icon.isInline, icon.address != files.logo?.light.address else { return nil }
            return note(
                "theme.icon",
                "the icon has \(icon.picture.bytes.count) bytes, and a page embeds one of \(BrandFiles.longestInlineIcon): "
                    + "it is one more request")
        }
        guard let picture = files.logo?.light.picture else { return nil }
        return note(
            "theme.logo",
            "the logo is \(Int(picture.width)) × \(Int(picture.height)), too far from a square for the icon of a tab, "
                + "which is the accent's colour", fix: "Add a picture for it: icon: icon.svg")
    }

    private var emails: Diagnostic? {
        guard !app.emails.isEmpty, files.logo != nil, files.emailLogo == nil else { return nil }
        return note(
            "theme.logo", "emails show the name instead of the logo, since few email programs show SVG",
            fix: "Add a PNG 80 pixels high: logo: { light: logo.svg, email: logo.png }")
    }

    private var font: Diagnostic? {
        guard let font = app.brand.font else { return nil }
        return note(
            "theme.font",
            "the font has \(font.bytes.count) bytes and is one more request; until it is loaded, text is shown in the next font"
        )
    }

    private static func compressed(_ text: String) -> Int {
        Compression.compress(Array(text.utf8), "br")?.count ?? text.utf8.count
    }
}
