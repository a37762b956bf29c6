package import Diagnostics
internal import TextEncoding

/// A font in WOFF2 (https://www.w3.org/TR/WOFF2/, section 4).
package enum WOFF2 {
    /// Checks signature and length, without which browsers do not load the font.
    package static func check(_ bytes: [UInt8], file: String) throws(DiagnosticReport) {
        let isWhole =
            bytes.count >= 48 && bytes.starts(with: "wOF2".utf8)
            && bytes[8..<12].reduce(0) { $0 << 8 | Int($1) } == bytes.count
        guard !isWhole else { return }
        let isOther = !bytes.starts(with: "wOF2".utf8)
        throw DiagnosticReport(
            code: "bad-font", file: file,
            message: isOther
                ? "this is \(FileSignature.kind(of: bytes).map { "\($0) file" } ?? "not a WOFF2 file"), despite its name"
                : "this WOFF2 file is truncated",
            fix: "Convert the font: fonttools ttLib.woff2 compress FONT.ttf")
    }
}
