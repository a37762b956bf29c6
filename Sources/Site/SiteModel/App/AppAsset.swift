import Diagnostics

/// A file of an app that is not a spec: a picture or a font beside `app.yml`, or any file in `public`.
struct AppAsset: Hashable {
    enum Content: Hashable {
        case bytes([UInt8])
        /// Larger than `longest`.
        case tooLarge
        /// Not readable; the diagnostic is reported where the file is used.
        case unreadable(Diagnostic)
    }

    /// The path below the app's folder: `logo.svg`, `public/robots.txt`.
    let path: String
    /// The path as it is displayed.
    let file: String
    let content: Content

    /// The folder of the files that are served under their own names.
    static let publicFolder = "public"
    static let endings: Set = ["svg", "png", "woff2"]
    /// The maximum size of an asset in bytes.
    static let longest = 1_048_576

    /// Whether the file is served under its own name.
    var isPublic: Bool { path.hasPrefix(Self.publicFolder + "/") }

    /// The file's text; nil if it is unreadable or contains a NUL byte.
    var text: SourceText? {
        guard case .bytes(let bytes) = content, !bytes.contains(0) else { return nil }
        return SourceText(file: file, bytes: bytes)
    }

    /// The file's content; throws if it is unreadable, or larger than a limit in bytes, with `advice` as the fix.
    func bytes(limit: Int = longest, advice: String) throws(DiagnosticReport) -> [UInt8] {
        switch content {
        case .bytes(let bytes) where bytes.count <= limit: return bytes
        case .unreadable(let diagnostic): throw DiagnosticReport([diagnostic])
        case .bytes, .tooLarge:
            throw DiagnosticReport(
                code: "too-large", file: file, message: "this file is larger than \(ByteCount(limit))", fix: advice)
        }
    }
}
