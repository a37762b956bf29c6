import Release

/// A released page made ready for looking at: it reloads itself, and nothing else about it changes.
///
/// Three differences from the release, and no more: the reload script, allowed by its hash; `connect-src` for the events
/// that it hears; and no `Strict-Transport-Security`, which would lock a browser out of the plain loopback address.
enum PreviewPage {
    /// The files of an app made ready: every page reloads itself, every answer may be given without https.
    static func decorate(_ app: AppContents, build: String) -> AppContents {
        var app = app
        app.files = app.files.map { file in
            var file = file
            file.headers = decorate(file.headers)
            if file.type.hasPrefix("text/html") { file.bytes = decorate(file.bytes, build: build) }
            return file
        }
        return app
    }

    /// Adds the reload script to a page.
    static func decorate(_ html: [UInt8], build: String) -> [UInt8] {
        let addition = Array(
            "<script data-build=\"\(build)\">\(StudioFiles.script)</script>".utf8)
        let end = Array("</body>".utf8)
        guard let place = lastPlace(of: end, in: html) else { return html + addition }
        return html[..<place] + addition + html[place...]
    }

    /// The header fields of a decorated page.
    static func decorate(_ headers: [HeaderField]) -> [HeaderField] {
        headers.compactMap { header in
            switch header.name.lowercased() {
            case "strict-transport-security", "etag", "content-length": nil
            case "cache-control": HeaderField(header.name, "no-store")
            case "content-security-policy": HeaderField(header.name, allowingScript(header.value))
            default: header
            }
        }
    }

    private static func allowingScript(_ policy: String) -> String {
        var directives = policy.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
        for (name, source) in [("script-src", StudioFiles.scriptHash), ("connect-src", "'self'")] {
            if let index = directives.firstIndex(where: { $0.first == name }) {
                directives[index] = directives[index].filter { $0 != "'none'" } + [source]
            } else {
                directives.append([name, source])
            }
        }
        return directives.map { $0.joined(separator: " ") }.joined(separator: "; ")
    }

    private static func lastPlace(of piece: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= piece.count else { return nil }
        return (0...(bytes.count - piece.count)).last { bytes[$0..<($0 + piece.count)].elementsEqual(piece) }
    }
}
