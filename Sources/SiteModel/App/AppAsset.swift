import Diagnostics

/// A file of an app that is no spec: a picture or a font beside `app.yml`, or anything in `public`.
struct AppAsset: Hashable {
    /// What was found where the file is.
    enum Content: Hashable {
        case bytes([UInt8])
        /// More than any such file may have.
        case tooLarge
        /// What keeps it from being read, told where it is used.
        case unreadable(Diagnostic)
    }

    /// Below the app's folder: `logo.svg`, `public/robots.txt`.
    let path: String
    /// As it is displayed.
    let file: String
    let content: Content

    /// The folder of files that are served under their own names.
    static let publicFolder = "public"
    /// What the names of pictures and fonts end in.
    static let endings: Set = ["svg", "png", "woff2"]
    /// The most bytes that any such file may have.
    static let longest = 1_048_576

    /// The ending of a path in lower case, without its dot; nil where it has none.
    static func ending(of path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        return name[dot...].dropFirst().lowercased()
    }

    /// Whether the file is served under its own name.
    var isPublic: Bool { path.hasPrefix(Self.publicFolder + "/") }

    /// What stands in the file, where it is text.
    var text: SourceText? {
        guard case .bytes(let bytes) = content, !bytes.contains(0) else { return nil }
        return SourceText(file: file, bytes: bytes)
    }

    func tooLarge(limit: Int, fix: String) -> Diagnostic {
        Diagnostic(
            code: "too-large", file: file, message: "this file is larger than \(limit / 1_024) KiB", fix: fix)
    }
}
