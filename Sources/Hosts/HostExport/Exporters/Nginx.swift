internal import Diagnostics
internal import Release
internal import TextEncoding

/// Exporter for nginx: a file for `conf.d`, and a server block for each app, included once the app has a certificate.
///
/// Each address is rewritten to the path of its file, an `internal` location with the file's header fields. No server is
/// the default for its port, which another site may be; each refuses hosts that are not its own.
///
/// The same addresses are a snippet for a server block of the operator's.
///
/// Directives: https://nginx.org/en/docs/http/ngx_http_core_module.html#location,
/// https://nginx.org/en/docs/http/server_names.html,
/// https://nginx.org/en/docs/http/ngx_http_rewrite_module.html,
/// https://nginx.org/en/docs/http/ngx_http_headers_module.html,
/// https://nginx.org/en/docs/http/ngx_http_gzip_static_module.html,
/// https://nginx.org/en/docs/http/ngx_http_ssl_module.html.
struct Nginx: Exporter {
    let source: ExportSource

    func files() throws(Diagnostic) -> [HostExport.File] {
        var text = HostTemplate.text("nginx/latchkey.conf")
        var files = WebFiles.all(of: source.release)
        for (app, paths) in source.pathsWithoutFunctions {
            let certificate = AppCertificate(of: app)
            let path = "https/\(app.name).conf"
            let hosts = app.hosts.map(Self.serverName).joined(separator: " ")
            let names = Self.quoted("^(\(app.hosts.map(\.escapedForPattern).joined(separator: "|")))$")
            let https = certificate.present("\(source.root)/\(path)")
            text += HostTemplate.text("nginx/http.conf").filled(["hosts": hosts, "names": names, "https": https])
            let addresses = HostTemplate.text("nginx/addresses.conf").filled([
                "app": app.name, "root": source.root,
                "addresses": paths.flatMap { Self.location($0, app) }.joined(separator: "\n"),
                "files": app.files.flatMap { Self.location($0, app) }.joined(separator: "\n    "),
            ])
            let log = "access_log /var/log/nginx/latchkey.log latchkey;"
            let server = HostTemplate.text("nginx/https.conf").filled([
                "hosts": hosts, "names": names, "chain": certificate.chain, "key": certificate.key, "log": log,
                "app": app.name, "notFound": app.notFound,
                "addresses": addresses.filled(["log": log]).replacing("\n", with: "\n    "),
            ])
            let snippet = HostTemplate.text("nginx/snippet.conf") + addresses.filled(["log": "access_log off;"]) + "\n"
            files += [
                HostExport.File(path: path, text: server),
                HostExport.File(path: "snippets/\(app.name).conf", text: snippet),
            ]
        }
        return files + [HostExport.File(path: "latchkey.conf", text: text)]
    }

    /// The length of the longest name that fits into a bucket of nginx's hash of names, whose default is a processor's cache
    /// line of 64 bytes with two pointers in it. Only the operator can set the size for all sites.
    private static let longestHashedName = 46

    /// Returns a host for `server_name`; a longer one as a regular expression, which is not hashed.
    private static func serverName(_ host: String) -> String {
        host.utf8.count > longestHashedName ? quoted("~^\(host.escapedForPattern)$") : host
    }

    /// The internal path of the files.
    private static let folder = "/latchkey-files/"

    var announcements: [Announcement] { .serversWithoutFunctions("nginx", source) }

    private static func location(_ path: PathRoutes, _ app: ReleasedApp) -> [String] {
        // Regular expressions apply in their order, so that an included location of `/open/` precedes these.
        let isPattern = path.hasParameters || path.path.hasPrefix("/open/")
        let place = isPattern ? "~ " + quoted("^\(path.pattern(parameter: ".+"))$") : "= " + quoted(path.path)
        switch path.only {
        case .file(let name): return ["location \(place) { rewrite ^ \(folder)\(app.name)/\(name) last; }"]
        case .redirect(let status, let location):
            return ["location \(place) {", "    access_log off;"] + app.redirectHeaders.map(field)
                + ["    return \(status) \(quoted(location));", "}"]
        default:
            let tests = path.routes.filter(\.hasPlainQuery).compactMap { route in
                route.answer.file.map { test(route, "rewrite ^ \(folder)\(app.name)/\($0) last;") }
            }
            return ["location \(place) {", "    access_log off;"] + tests + ["    return 404;", "}"]
        }
    }

    /// Returns a directive for the requests with a route's query: `if ($arg_mode = resetPassword) { … }`.
    private static func test(_ route: Route, _ directive: String) -> String {
        let items = route.queryItems
        if items.isEmpty { return "    \(directive)" }
        let subject = quoted(items.map { "$arg_\($0.name)" }.joined(separator: "&"))
        let values = items.map { $0.value.map { PercentEncoding.encode($0) } }
        if !values.contains(nil) {
            let value = quoted(values.compactMap(\.self).joined(separator: "&"))
            return "    if (\(subject) = \(value)) { \(directive) }"
        }
        let pattern = values.map { $0?.escapedForPattern ?? "[^&]+" }.joined(separator: "&")
        return "    if (\(subject) ~ \(quoted("^\(pattern)$"))) { \(directive) }"
    }

    /// Returns the lines of a file's location. For a file in gzip, nginx itself sends Vary.
    private static func location(_ file: ReleasedFile, _ app: ReleasedApp) -> [String] {
        let codings = file.variants.map(\.encoding)
        let vary = codings.count > 1 && !codings.contains("gzip") ? [HeaderField("Vary", "Accept-Encoding")] : []
        return ["location = \(folder)\(app.name)/\(file.name) {", "    default_type \(quoted(file.type));"]
            + (vary + file.headers).map(field) + ["}"]
    }

    private static func field(_ field: HeaderField) -> String {
        "    add_header \(field.name) \(quoted(field.value)) always;"
    }

    /// Returns a word in quotation marks if it needs them.
    private static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#""'\;{}()"#.utf8.contains($0) }
        return isPlain ? text : "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
