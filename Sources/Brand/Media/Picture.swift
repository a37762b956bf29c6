/// A picture that was checked: it contains nothing active, and its size is known.
package struct Picture: Hashable, Sendable {
    /// The file format of a picture.
    package enum Format: String, Hashable, Sendable {
        case svg, png

        /// The media type.
        package var type: String { self == .svg ? "image/svg+xml" : "image/png" }
    }

    /// The file format.
    package let format: Format
    /// The whole file.
    package let bytes: [UInt8]
    /// The width in CSS pixels.
    package let width: Double
    /// The height in CSS pixels.
    package let height: Double

    /// The width divided by the height.
    package var aspectRatio: Double { width / height }

    /// The maximum width and height of a picture, in CSS pixels.
    package static let longestSide = 2_048.0
}
