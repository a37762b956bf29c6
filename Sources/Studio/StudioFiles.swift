import Release
import SiteBuilder

/// The studio's own script and style, out of the built-in templates.
enum StudioFiles {
    static let script = text("studio/preview.js")
    static let scriptHash = "'sha256-\(Digest.base64(Digest.sha256(Array(script.utf8))))'"
    static let style = text("studio/index.css")
    static let styleHash = "'sha256-\(Digest.base64(Digest.sha256(Array(style.utf8))))'"

    static func text(_ path: String) -> String {
        guard let file = EmbeddedTemplates.files.first(where: { $0.path == path }) else {
            preconditionFailure("the build embeds every file of Templates, and '\(path)' is one")
        }
        return String(decoding: file.bytes, as: UTF8.self)
    }
}
