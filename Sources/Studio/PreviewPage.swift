import Hashing
import Release
import TextEncoding

/// A released page made ready for looking at.
///
/// Three differences from the release, and no more: `frame-ancestors` names the studio; `connect-src` and the contract's
/// base name the sandbox, as the site says that was built; and there is one script more, allowed by its hash, that hears
/// of changes from the page's own origin.
struct PreviewPage {
    /// Who may show the page in a frame: `http://127.0.0.1:4000`.
    let studio: String

    /// What tells one version of a page from another, by the names of the files: `artitec/reset-password.html`. Each of a
    /// page's states has a version of its own, `artitec/reset-password.html#form`: what is the state's alone, and what all
    /// states of the page have about them.
    static func versions(of app: AppContents) -> [String: String] {
        var versions: [String: String] = [:]
        for file in app.files where isPage(file) {
            let headers = file.headers.flatMap { Array("\($0.name): \($0.value)\n".utf8) }
            let key = "\(app.name)/\(file.name)"
            versions[key] = version(headers + file.bytes)
            let document = PageSections(file.bytes)
            for section in document.sections {
                versions["\(key)#\(section.id)"] = version(headers + document.frame + section.bytes)
            }
        }
        return versions
    }

    private static func version(_ bytes: [UInt8]) -> String { Base16.encode(Digest.sha256(bytes).prefix(6)) }

    /// The files of an app made ready: every page hears when it has become another.
    func decorate(_ app: AppContents, versions: [String: String]) -> AppContents {
        var app = app
        app.files = app.files.map { file in
            guard Self.isPage(file) else { return file }
            var file = file
            let key = "\(app.name)/\(file.name)"
            file.headers = decorate(file.headers)
            file.bytes = decorate(file.bytes, key: key, version: versions[key] ?? "")
            return file
        }
        return app
    }

    /// Adds the reload script to a page.
    ///
    /// - Parameters:
    ///   - html: the page as it is released.
    ///   - key: the page's own among the versions.
    ///   - version: which one this is.
    /// - Returns: the page with one element more at its end.
    func decorate(_ html: [UInt8], key: String, version: String) -> [UInt8] {
        let addition = Array(
            "<script data-page=\"\(key)\" data-version=\"\(version)\">\(StudioFiles.script)</script>".utf8)
        let end = Array("</body>".utf8)
        guard let place = Self.lastPlace(of: end, in: html) else { return html + addition }
        return html[..<place] + addition + html[place...]
    }

    /// The header fields of a decorated page.
    func decorate(_ headers: [HeaderField]) -> [HeaderField] {
        headers.map { header in
            header.name.lowercased() == "content-security-policy"
                ? HeaderField(header.name, allowing(header.value)) : header
        }
    }

    private func allowing(_ policy: String) -> String {
        var directives = policy.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
        let sources = [("script-src", StudioFiles.scriptHash), ("connect-src", "'self'"), ("frame-ancestors", studio)]
        for (name, source) in sources {
            if let index = directives.firstIndex(where: { $0.first == name }) {
                directives[index] = directives[index].filter { $0 != "'none'" } + [source]
            } else {
                directives.append([name, source])
            }
        }
        return directives.map { $0.joined(separator: " ") }.joined(separator: "; ")
    }

    private static func isPage(_ file: FileContents) -> Bool { file.type.hasPrefix("text/html") }

    private static func lastPlace(of piece: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= piece.count else { return nil }
        return (0...(bytes.count - piece.count)).last { bytes[$0..<($0 + piece.count)].elementsEqual(piece) }
    }
}
