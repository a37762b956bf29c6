internal import Diagnostics
internal import Release
internal import TextEncoding

/// Exporter for Apache httpd: one file with two virtual hosts for each app; the one for HTTPS is skipped until the
/// certificate exists.
///
/// Each address is rewritten to its file by absolute path, and a section for the file sets the header fields; the same are a
/// snippet for a virtual host of the operator's. Each virtual host refuses
/// hosts that are not its own, in case it is the first, which is the default.
///
/// Directives: https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html,
/// https://httpd.apache.org/docs/2.4/rewrite/flags.html, https://httpd.apache.org/docs/2.4/mod/mod_headers.html,
/// https://httpd.apache.org/docs/2.4/mod/core.html#files,
/// https://httpd.apache.org/docs/2.4/mod/core.html#errordocument.
struct Apache: Exporter {
    let source: ExportSource

    func files() throws(Diagnostic) -> [HostExport.File] {
        var text = "# Made by 'latchkey export --to apache'; the next export replaces it.\n"
        text += "# It needs mod_headers, mod_rewrite and mod_ssl.\n"
        var files = WebFiles.all(of: source.release)
        for (app, paths) in source.pathsWithoutFunctions {
            let certificate = AppCertificate(of: app)
            let names = ["ServerName \(app.hosts[0])"] + app.hosts.dropFirst().map { "ServerAlias \($0)" }
            let hosts = app.hosts.map(\.escapedForPattern).joined(separator: "|")
            var parts = [
                "codings": HostTemplate.text("apache/codings.conf"),
                "addresses": paths.flatMap { rules($0, app) }.joined(separator: "\n"),
                "files": HostTemplate.text("apache/files.conf").filled([
                    "root": source.root, "app": app.name,
                    "redirects": redirectFields(paths, app).joined(separator: "\n"),
                    "files": app.files.flatMap(Self.section).joined(separator: "\n    "),
                ]),
            ].mapValues { $0.split(separator: "\n").joined(separator: "\n") }
            let snippet = HostTemplate.text("apache/snippet.conf").filled(parts)
            files.append(HostExport.File(path: "snippets/\(app.name).conf", text: snippet))
            parts = parts.mapValues { $0.replacing("\n", with: "\n    ") }
            text += HostTemplate.text("apache/site.conf").filled(parts).filled([
                "hosts": names.joined(separator: "\n    "), "names": Self.quoted("^(\(hosts))\\.?(:[0-9]+)?$"),
                "chain": certificate.chain, "key": certificate.key, "root": source.root, "app": app.name,
                "notFound": app.notFound, "notFoundSuffix": Self.suffix(app.file(named: app.notFound)),
            ])
        }
        return files + [HostExport.File(path: "latchkey.conf", text: text)]
    }

    var announcements: [Announcement] { .serversWithoutFunctions("Apache", source) }

    private func rules(_ path: PathRoutes, _ app: ReleasedApp) -> [String] {
        let place = Self.quoted("^\(path.pattern(parameter: "[^/]+"))$")
        return path.routes.filter(\.hasPlainQuery).flatMap { route -> [String] in
            let conditions = route.queryItems.map { name, value in
                let value = value.map { PercentEncoding.encode($0).escapedForPattern + "(&|$)" } ?? "[^&]"
                return "RewriteCond %{QUERY_STRING} " + Self.quoted("(^|&)\(name)=\(value)")
            }
            switch route.answer {
            case .file(let name):
                let file = "\(source.root)/web/\(app.name)/\(name)\(Self.suffix(app.file(named: name)))"
                return conditions + ["RewriteRule \(place) \(file) [L]"]
            case .redirect(let status, let location):
                // `%2` would be a condition's capture.
                let location = Self.quoted(location.replacing("%", with: "\\%"))
                return conditions + ["RewriteRule \(place) \(location) [R=\(status),NE,QSD,L]"]
            case .open: return []
            }
        }
    }

    /// Returns the variable with the suffix of the compressed file, by the codings of the release.
    private static func suffix(_ file: ReleasedFile?) -> String {
        switch Set(file?.variants.map(\.encoding) ?? []).subtracting(["identity"]) {
        case []: ""
        case ["br"]: "%{ENV:latchkey_br}"
        case ["gzip"]: "%{ENV:latchkey_gzip}"
        default: "%{ENV:latchkey_either}"
        }
    }

    private func redirectFields(_ paths: [PathRoutes], _ app: ReleasedApp) -> [String] {
        paths.flatMap { path -> [String] in
            guard case .redirect = path.only else { return [] }
            return ["<Location \(Self.quoted(path.path))>"] + app.redirectHeaders.map(Self.field) + ["</Location>"]
        }
    }

    private static func section(_ file: ReleasedFile) -> [String] {
        let vary = file.variants.count > 1 ? [HeaderField("Vary", "Accept-Encoding")] : []
        let name = quoted(file.name + (suffix(file).isEmpty ? "" : "*"))
        return ["<Files \(name)>", "    ForceType \(quoted(file.type))"] + (vary + file.headers).map(field) + [
            "</Files>"
        ]
    }

    private static func field(_ field: HeaderField) -> String {
        "    Header always set \(field.name) \(quoted(field.value.replacing("%", with: "%%")))"
    }

    /// Returns a word in quotation marks if it needs them.
    private static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#""'<>"#.utf8.contains($0) }
        return isPlain ? text : "\"\(text.replacing("\"", with: "\\\""))\""
    }
}
