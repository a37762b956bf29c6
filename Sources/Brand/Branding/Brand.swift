package import Media

/// The logo, icons and font of an app: files that were read and checked.
package struct Brand: Hashable, Sendable {
    /// A picture for light backgrounds, with an optional variant for dark ones.
    package struct Shades: Hashable, Sendable {
        /// For light backgrounds; also for dark ones if there is no variant.
        package let light: Picture
        /// For dark backgrounds; nil if `light` is used for both.
        package let dark: Picture?

        package var all: [Picture] { [light] + (dark.map { [$0] } ?? []) }

        /// Whether the picture probably contains the app's name: it is at least twice as wide as high. A wordmark
        /// replaces the name; any other logo is shown beside it.
        package var isWordmark: Bool { light.aspectRatio >= 2 }
    }

    /// A font that browsers load from the app's own host.
    package struct Font: Hashable, Sendable {
        /// The file's path as it is displayed.
        package let file: String
        package let bytes: [UInt8]
    }

    /// The logo above the card of every page.
    package internal(set) var logo: Shades?
    /// The logo in the header of every email: PNG, since few email programs support SVG.
    package internal(set) var emailLogo: Shades?
    /// The icon of browser tabs; nil for a square in the accent colour.
    package internal(set) var icon: Picture?
    /// The icon for home screens: PNG, since phones do not support SVG there.
    package internal(set) var touchIcon: Picture?
    package internal(set) var font: Font?

    /// Whether a picture is close enough to a square for an icon.
    static func isSquare(_ picture: Picture) -> Bool { (0.75...1.34).contains(picture.aspectRatio) }
}
