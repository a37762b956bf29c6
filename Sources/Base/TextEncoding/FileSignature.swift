/// The kinds of files that the first bytes identify, whatever the name says.
package enum FileSignature {
    private static let kinds: [(kind: String, bytes: [UInt8], offset: Int)] = [
        ("a PNG", [0x89, 0x50, 0x4E, 0x47], 0), ("a JPEG", [0xFF, 0xD8, 0xFF], 0), ("a GIF", Array("GIF8".utf8), 0),
        ("a WebP", Array("WEBP".utf8), 8), ("an AVIF or HEIC", Array("ftyp".utf8), 4),
        ("an icon (ICO)", [0, 0, 1, 0], 0),
        ("a PDF", Array("%PDF-".utf8), 0), ("a gzip", [0x1F, 0x8B], 0), ("a ZIP", [0x50, 0x4B, 3, 4], 0),
        ("a WOFF2", Array("wOF2".utf8), 0), ("a WOFF", Array("wOFF".utf8), 0), ("a TrueType", [0, 1, 0, 0], 0),
        ("an OpenType", Array("OTTO".utf8), 0), ("a UTF-16", [0xFF, 0xFE], 0), ("a UTF-16", [0xFE, 0xFF], 0),
    ]

    /// What to do about a file of another kind than its name says; nil if that depends on the place.
    package static func advice(on bytes: [UInt8]) -> String? {
        kind(of: bytes) == "a Git LFS pointer" ? "Fetch the file itself: git lfs pull" : nil
    }

    /// The kinds that files with an extension have; nil for extensions of texts.
    package static func kinds(ofExtension ending: String) -> [String]? {
        let kinds = [
            "png": "a PNG", "jpg": "a JPEG", "jpeg": "a JPEG", "gif": "a GIF", "webp": "a WebP", "pdf": "a PDF",
            "avif": "an AVIF or HEIC", "ico": "an icon (ICO)", "woff2": "a WOFF2",
        ]
        return kinds[ending].map { ending == "ico" ? [$0, "a PNG"] : [$0] }
    }

    /// The kind of a file with its article, such as `a PNG`; nil if it is none of those that are known.
    package static func kind(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: "version https://git-lfs.github.com/".utf8) { return "a Git LFS pointer" }
        let known = kinds.first { $0.offset < bytes.count && bytes[$0.offset...].starts(with: $0.bytes) }?.kind
        if known != nil { return known }
        let text = bytes.prefix(256).drop { $0.isASCIIWhitespace || $0 >= 0x80 }.map(\.asciiLowercased)
        if text.starts(with: "<!doctype html".utf8) || text.starts(with: "<html".utf8) { return "an HTML" }
        return text.starts(with: "<svg".utf8) || text.starts(with: "<?xml".utf8) ? "an SVG or XML" : nil
    }
}
