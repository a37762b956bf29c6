import Hashing
package import Media
package import Release
import TextEncoding

/// The files of an app's brand as a release contains them: small ones inline in the pages, others under hashed names.
///
/// With small pictures, loading a page takes a single request. A file under a hashed name never changes, so browsers
/// and email programs cache it for a year.
package struct BrandFiles: Hashable, Sendable {
    /// A picture and the URL by which a page loads it.
    package struct Placement: Hashable, Sendable {
        package let picture: Picture
        /// A `data:` URL, or a path on the app's hosts.
        package let address: String

        package var isInline: Bool { address.hasPrefix("data:") }
    }

    /// A logo for light backgrounds, with an optional one for dark backgrounds.
    package struct Shades: Hashable, Sendable {
        package let light: Placement
        package let dark: Placement?
        /// Whether the logo replaces the app's name.
        package let isWordmark: Bool

        package var all: [Placement] { [light] + (dark.map { [$0] } ?? []) }
    }

    /// The maximum total size of the logo's files to be inlined, in bytes.
    ///
    /// With it, the largest page including its logo and icon fits into the first ten segments of a connection.
    package static let longestInlineLogo = 2_048
    /// The maximum size of an icon to be inlined, in bytes.
    package static let longestInlineIcon = 1_024

    package private(set) var logo: Shades?
    /// The logo of emails. Its URLs are paths; an email puts the app's first host in front of them.
    package private(set) var emailLogo: Shades?
    package private(set) var icon: Placement?
    package private(set) var touchIcon: Placement?
    package private(set) var font: String?
    package private(set) var files: [File] = []

    /// A file that is loaded separately.
    package struct File: Hashable, Sendable {
        package let path: String
        /// The content, without header fields.
        package let contents: FileContents
    }

    package init(_ brand: Brand) {
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

    /// Adds a file that is loaded separately, unless its bytes are present already; returns its path.
    private mutating func add(_ bytes: [UInt8], named name: String, type: String) -> String {
        if let known = files.first(where: { $0.contents.bytes == bytes }) { return known.path }
        let contents = FileContents(name: name, type: type, headers: [], bytes: bytes)
        files.append(File(path: "/\(contents.hashedName)", contents: contents))
        return "/\(contents.hashedName)"
    }

    // MARK: - Policy

    /// The sources of a page's pictures for its Content-Security-Policy. `data:` is always allowed, since the site's
    /// own style sheet may contain pictures.
    package var pictureSources: [String] {
        let shown = (logo?.all ?? []) + (icon.map { [$0] } ?? [])
        let isLoading = shown.contains { !$0.isInline } || touchIcon != nil
        return ["data:"] + (isLoading ? ["'self'"] : [])
    }

    /// The sources of a page's font for its Content-Security-Policy; empty if it has none.
    package var fontSources: [String] { font == nil ? [] : ["'self'"] }
}

extension Picture {
    /// The picture as a `data:` URL (RFC 2397).
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
