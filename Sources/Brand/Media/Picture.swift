package import Diagnostics
internal import TextEncoding

/// A picture that was checked: it contains nothing active, and its size is known.
package struct Picture: Hashable, Sendable {
    package enum Format: String, Hashable, Sendable {
        case svg, png

        package var type: String { self == .svg ? "image/svg+xml" : "image/png" }
    }

    package let format: Format
    package let bytes: [UInt8]
    /// In CSS pixels.
    package let width: Double
    package let height: Double

    package var aspectRatio: Double { width / height }

    /// The maximum width and height of a picture, in CSS pixels.
    package static let longestSide = 2_048.0
}

extension Picture {
    /// Checks the signature, the header (PNG, third edition, sections 5.2 and 11.2.1) and the end of the file; pixels
    /// are not decoded.
    package init(png bytes: [UInt8], file: String) throws(DiagnosticReport) {
        func refuse(_ message: String, fix: String) -> DiagnosticReport {
            DiagnosticReport(code: "bad-picture", file: file, message: message, fix: fix)
        }
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.starts(with: signature) else {
            let kind = FileSignature.kind(of: bytes).map { "\($0) file" } ?? "not a PNG file"
            throw refuse(
                "this is \(kind), despite its name",
                fix: FileSignature.advice(on: bytes) ?? "Export the picture as PNG.")
        }
        guard bytes.count > 33, bytes[12..<16].elementsEqual("IHDR".utf8),
            bytes.suffix(8).prefix(4).elementsEqual("IEND".utf8)
        else {
            throw refuse("this PNG file is truncated", fix: "Export the picture again.")
        }
        func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(16), number(20))
        guard width > 0, height > 0 else {
            throw refuse("this picture is \(width) × \(height) pixels", fix: "Export the picture again.")
        }
        guard max(width, height) <= Int(Self.longestSide) else {
            throw refuse(
                "this picture is \(width) × \(height) pixels; a side has \(Int(Self.longestSide)) at most",
                fix: "Export it smaller: a logo is drawn 40 pixels high, and an icon has 180 pixels.")
        }
        self.init(format: .png, bytes: bytes, width: Double(width), height: Double(height))
    }
}
