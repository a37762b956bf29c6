package import Diagnostics
import Files
import Media
internal import TextEncoding

/// A file in `public`, served under its own name.
package struct PublicFile: Hashable, Sendable {
    /// The path as in a request: `/robots.txt`.
    package let path: String
    package let file: String
    package let type: String
    package let bytes: [UInt8]

    package func diagnostic(code: String, _ message: String, fix: String) -> Diagnostic {
        Diagnostic(code: code, file: file, message: message, fix: fix)
    }
}

/// Checks the files in `public`: rejects active content, unknown types and files that are too large.
struct PublicFiles {
    private(set) var files: [PublicFile] = []
    private(set) var diagnostics: [Diagnostic] = []

    /// The maximum size of all files of an app in bytes: a server keeps them in memory.
    static let longestTogether = 16 << 20
    static let maximumFiles = 500

    /// The media types by file name extension (https://www.iana.org/assignments/media-types).
    static let types: [(ending: String, type: String)] = [
        ("txt", "text/plain; charset=utf-8"), ("json", "application/json"),
        ("webmanifest", "application/manifest+json"), ("pdf", "application/pdf"), ("svg", "image/svg+xml"),
        ("png", "image/png"), ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("gif", "image/gif"),
        ("webp", "image/webp"), ("avif", "image/avif"), ("ico", "image/vnd.microsoft.icon"), ("woff2", "font/woff2"),
    ]

    private static let forHosts = "Remove it: 'latchkey export' writes this file for the hosts that read it."

    /// Files that a browser would run, or show as a page, on the app's own host.
    private static let activeContent: [String: String] = [
        "_redirects": forHosts, "_headers": forHosts, "cname": "Remove it: a host has the domain in its settings.",
        "html": "Write a page: a Markdown file beside app.yml.", "htm": "Write a page: a Markdown file beside app.yml.",
        "xhtml": "Write a page: a Markdown file beside app.yml.", "md": "Move it beside app.yml, where pages belong.",
        "js": "Remove it: pages run no script but Latchkey's.", "mjs": "Remove it: pages run no script but Latchkey's.",
        "wasm": "Remove it: pages run no script but Latchkey's.", "css": "Remove it: no page loads a style sheet.",
        "xml": "Remove it: XML can contain scripts and style sheets.",
    ]

    init(_ assets: [AppAsset]) {
        let assets = assets.filter(\.isPublic)
        for asset in assets { read(asset) }
        let total = files.reduce(0) { $0 + $1.bytes.count }
        if let last = files.last, total > Self.longestTogether || files.count > Self.maximumFiles {
            diagnostics.append(
                last.diagnostic(
                    code: "too-many-files",
                    "'public' has \(files.count) files of \(ByteCount(total)), and an app has \(Self.maximumFiles) of "
                        + "\(ByteCount(Self.longestTogether)) at most", fix: "Serve large files from another host."))
        }
    }

    private mutating func read(_ asset: AppAsset) {
        func report(_ code: String, _ message: String, _ fix: String) {
            diagnostics.append(Diagnostic(code: code, file: asset.file, message: message, fix: fix))
        }
        let path = asset.path.dropFirst(AppAsset.publicFolder.count)
        let names = path.split(separator: "/")
        if names.contains(where: { $0.hasPrefix(".") }) {
            return report(
                "hidden-file", "hidden files are not served",
                names.first == ".well-known"
                    ? "Remove it: the files below /.well-known come from app.yml."
                    : "Remove it: what is renamed is published, and files like this one often hold secrets.")
        }
        if ["apple-app-site-association", "assetlinks.json"].contains(names.last ?? "") {
            return report(
                "unservable-file", "Latchkey writes this file itself", "Remove it: it comes from 'ios:' and 'android:'."
            )
        }
        guard names.allSatisfy(Self.isName) else {
            return report(
                "bad-file-name", "'\(path)' is not an address that can be written as it is",
                "Use letters, digits, hyphens, underscores and dots.")
        }
        let ending = FileSystem.fileExtension(of: asset.path) ?? ""
        let isHomePage = names.count == 1 && ["index.html", "index.htm", "index.php"].contains(names[0].lowercased())
        guard let type = Self.types.first(where: { $0.ending == ending })?.type else {
            let known = Self.types.map { ".\($0.ending)" }.joined(separator: ", ")
            return report(
                "unservable-file",
                ending.isEmpty
                    ? "a file without an extension has no media type"
                    : "a file that ends in '.\(ending)' is not served",
                isHomePage
                    ? "Remove it: the home page of a host is another server's, and a page of Latchkey has an address of its own."
                    : Self.place(of: asset).map { "Move it \($0)." }
                        ?? Self.activeContent[ending.isEmpty ? names.last?.lowercased() ?? "" : ending]
                        ?? "Give it one of these extensions: \(known).")
        }
        do {
            let bytes = try asset.bytes(advice: "Serve it from another host, or make it smaller.")
            let kind = FileSignature.kind(of: bytes)
            let kinds = ending == "svg" ? nil : FileSignature.kinds(ofExtension: ending) ?? ["a UTF-16"]
            if let kinds, kind.map({ !kinds.contains($0) }) ?? bytes.isEmpty {
                report(
                    "wrong-kind", kind.map { "this is \($0) file, despite its name" } ?? "this file is empty",
                    FileSignature.advice(on: bytes) ?? "Put the file in its place that the name promises.")
            }
            if ending == "svg" { _ = try Picture(svg: SourceText(file: asset.file, bytes: bytes)) }
            files.append(PublicFile(path: String(path), file: asset.file, type: type, bytes: bytes))
        } catch {
            diagnostics += error.diagnostics
        }
    }

    /// Where a file belongs that is an email or the settings of an environment; nil for another one.
    private static func place(of asset: AppAsset) -> String? {
        let name = asset.path.split(separator: "/").last.map(String.init) ?? ""
        if SiteEnvironment.name(ofFile: name) != nil {
            return "beside app.yml, of which it overrides keys for an environment"
        }
        return name.hasSuffix(".md") && asset.text?.begins(withKeys: ["subject", "preheader"]) == true
            ? "into the folder 'emails' beside app.yml, where emails belong" : nil
    }

    private static func isName(_ name: Substring) -> Bool {
        name.utf8.count <= 100 && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) }
    }
}
