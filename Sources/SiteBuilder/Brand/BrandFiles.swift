import Hashing
package import Media
import Release
package import SiteModel
import TextEncoding

/// The files of an app's brand as a release has them: small ones in the pages themselves, others under hashed names.
///
/// A page stays one request as long as its pictures are small. A file under a hashed name never changes, so browsers and
/// email programs keep it for a year.
package struct BrandFiles: Hashable, Sendable {
    /// A picture where a page finds it.
    package struct Placement: Hashable, Sendable {
        package let picture: Picture
        /// A `data:` address, or a path of the app's hosts.
        package let address: String

        var isInline: Bool { address.hasPrefix("data:") }
    }

    /// A logo for light backgrounds, and one for dark ones.
    package struct Shades: Hashable, Sendable {
        package let light: Placement
        package let dark: Placement?
        /// Whether the logo stands in place of the app's name.
        package let isWordmark: Bool

        var all: [Placement] { [light] + (dark.map { [$0] } ?? []) }
    }

    /// What the logo's files have together when they stand in the page, in bytes.
    ///
    /// The largest page, with its logo and its icon, is then still within the first ten segments of a connection.
    package static let longestInlineLogo = 2_048
    /// What an icon that stands in the page has at most, in bytes.
    package static let longestInlineIcon = 1_024

    package private(set) var logo: Shades?
    /// Its addresses are paths; an email has the app's first host before them.
    package private(set) var emailLogo: Shades?
    private(set) var icon: Placement?
    private(set) var touchIcon: Placement?
    /// The path of the font.
    private(set) var font: String?
    /// What is loaded under a path of its own, by path.
    private(set) var files: [(path: String, contents: FileContents)] = []

    package static func == (a: BrandFiles, b: BrandFiles) -> Bool {
        a.logo == b.logo && a.emailLogo == b.emailLogo && a.icon == b.icon && a.touchIcon == b.touchIcon
            && a.font == b.font && a.files.elementsEqual(b.files) { $0 == $1 }
    }

    package func hash(into hasher: inout Hasher) {
        for file in files { hasher.combine(file.path) }
        hasher.combine(logo)
        hasher.combine(icon)
    }

    package init(_ app: App) {
        let brand = app.brand
        if let shades = brand.logo {
            let isInline = shades.all.reduce(0) { $0 + $1.bytes.count } <= Self.longestInlineLogo
            logo = place(shades, "logo", isInline: isInline)
        }
        if let picture = brand.icon {
            let isInline =
                picture.bytes.count <= Self.longestInlineIcon
                || logo?.light.picture == picture && logo?.light.isInline == true
            icon = place(picture, "icon", isInline: isInline)
        }
        if let picture = brand.touchIcon { touchIcon = place(picture, "touch-icon", isInline: false) }
        if let shades = brand.emailLogo {
            emailLogo = place(shades, "email-logo", isInline: false)
        }
        if let file = brand.font {
            font = add(file.bytes, named: "font.woff2", type: "font/woff2")
        }
    }

    private mutating func place(_ shades: Brand.Shades, _ name: String, isInline: Bool) -> Shades {
        Shades(
            light: place(shades.light, name, isInline: isInline),
            dark: shades.dark.map { place($0, "\(name)-dark", isInline: isInline) }, isWordmark: shades.isWordmark)
    }

    private mutating func place(_ picture: Picture, _ name: String, isInline: Bool) -> Placement {
        Placement(
            picture: picture,
            address: isInline
                ? picture.dataAddress
                : add(picture.bytes, named: "\(name).\(picture.format.rawValue)", type: picture.format.type))
    }

    /// The path of a file that is loaded; the same bytes are there once.
    private mutating func add(_ bytes: [UInt8], named name: String, type: String) -> String {
        if let known = files.first(where: { $0.contents.bytes == bytes }) { return known.path }
        let contents = FileContents(
            name: name, type: type, headers: SecurityHeaders.file(type: type, caching: .forever), bytes: bytes)
        files.append(("/\(contents.hashedName)", contents))
        return "/\(contents.hashedName)"
    }

    // MARK: - Policy

    /// Where a page's pictures come from, as a Content-Security-Policy names it: itself always, since a style sheet of the
    /// site's own may have some.
    var pictureSources: [String] {
        let shown = (logo?.all ?? []) + (icon.map { [$0] } ?? [])
        let isLoading = shown.contains { !$0.isInline } || touchIcon != nil
        return ["data:"] + (isLoading ? ["'self'"] : [])
    }

    /// Where a page's font comes from; empty for none.
    var fontSources: [String] { font == nil ? [] : ["'self'"] }
}

extension Picture {
    /// The picture as an address (RFC 2397).
    fileprivate var dataAddress: String {
        switch format {
        case .svg:
            "data:image/svg+xml,"
                + PercentEncoding.encode(
                    String(decoding: bytes, as: UTF8.self), keeping: .unreserved.union(ASCIISet(":/='(),;!*?+@$")))
        case .png: "data:image/png;base64,\(Base64.encode(bytes))"
        }
    }
}
