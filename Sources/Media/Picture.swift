/// A picture that was checked: nothing in it acts, and how large it is drawn is known.
public struct Picture: Hashable, Sendable {
    /// What a picture is written in.
    public enum Format: String, Hashable, Sendable {
        case svg, png

        /// The media type.
        public var type: String { self == .svg ? "image/svg+xml" : "image/png" }
    }

    /// The file's path as it is displayed.
    public let file: String
    /// What the picture is written in.
    public let format: Format
    /// The whole file.
    public let bytes: [UInt8]
    /// In CSS pixels.
    public let width: Double
    /// In CSS pixels.
    public let height: Double

    /// How many times as wide as high the picture is.
    public var aspectRatio: Double { width / height }

    /// The width and the height that a picture has at most, in CSS pixels.
    public static let longestSide = 2_048.0
}
