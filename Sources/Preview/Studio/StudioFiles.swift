import Hashing
import TemplateFiles

/// The studio's page, style sheet and scripts, which are embedded templates that are served unchanged.
enum StudioFiles {
    struct File {
        let type: String
        let bytes: [UInt8]
    }

    /// The files by path, such as `/` and `/studio.css`.
    static let served: [String: File] = Dictionary(
        uniqueKeysWithValues: EmbeddedTemplates.files.compactMap { path, bytes in
            guard path.hasPrefix(folder), !inlined.contains(path) else { return nil }
            let name = String(path.dropFirst(folder.count))
            guard let type = types[name.split(separator: ".").last.map(String.init) ?? ""] else { return nil }
            return (name == "index.html" ? "/" : "/\(name)", File(type: type, bytes: bytes))
        })

    /// The script that reloads previewed pages.
    static let reload = text("studio/reload.js")
    /// The script that brings a previewed page to a condition.
    static let driver = text("studio/driver.js")

    /// The version of the studio's files; a page of another version reloads itself.
    static let version = Base16.encode(
        Digest.sha256(served.sorted { $0.key < $1.key }.flatMap { Array($0.key.utf8) + $0.value.bytes }).prefix(6))

    private static let folder = "studio/"
    private static let inlined = ["studio/reload.js", "studio/driver.js"]
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    ]

    private static func text(_ path: String) -> String {
        guard let file = EmbeddedTemplates.files.first(where: { $0.path == path }) else {
            preconditionFailure("the build embeds every file of Templates, and '\(path)' is one")
        }
        return String(decoding: file.bytes, as: UTF8.self)
    }
}
