/// A picture that was checked: it contains nothing active, and its size is known.
public struct Picture: Hashable, Sendable {
    /// The file format of a picture.
    public enum Format: String, Hashable, Sendable {
        case svg, png

        /// The media type.
        public var type: String { self == .svg ? "image/svg+xml" : "image/png" }
    }

    /// The file format.
    public let format: Format
    /// The whole file.
    public let bytes: [UInt8]
    /// The width in CSS pixels.
    public let width: Double
    /// The height in CSS pixels.
    public let height: Double

    /// The width divided by the height.
    public var aspectRatio: Double { width / height }

    /// The maximum width and height of a picture, in CSS pixels.
    public static let longestSide = 2_048.0
}
