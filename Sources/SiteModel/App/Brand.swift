public import Media

/// What an app's pages and emails show of its brand: files that were read and checked.
public struct Brand: Hashable, Sendable {
    /// A picture for light backgrounds, and one for dark ones where the first cannot be seen there.
    public struct Shades: Hashable, Sendable {
        /// For light backgrounds, and for dark ones without a picture of their own.
        public let light: Picture
        /// For dark backgrounds; nil where `light` is for both.
        public let dark: Picture?

        /// Both pictures.
        public var all: [Picture] { [light] + (dark.map { [$0] } ?? []) }

        /// Whether it has the app's name in it, as a picture at least twice as wide as high mostly has; it then stands in
        /// place of the name, and any other one beside it.
        public var isWordmark: Bool { light.aspectRatio >= 2 }
    }

    /// A font that browsers load from the app's own host.
    public struct Font: Hashable, Sendable {
        /// The file's path as it is displayed.
        public let file: String
        /// WOFF2.
        public let bytes: [UInt8]
    }

    /// Above the card of every page.
    public internal(set) var logo: Shades?
    /// In the header of every email: PNG, since few email programs show SVG.
    public internal(set) var emailLogo: Shades?
    /// In a browser's tab; nil for a square of the accent.
    public internal(set) var icon: Picture?
    /// On a phone's home screen: PNG, since phones take no SVG there.
    public internal(set) var touchIcon: Picture?
    /// For the pages' text.
    public internal(set) var font: Font?

    /// Whether a picture is near enough to a square for an icon.
    static func isSquare(_ picture: Picture) -> Bool { (0.75...1.34).contains(picture.aspectRatio) }
}
