internal import Diagnostics
internal import Release
internal import TextEncoding

/// Exporter for nginx: a file for `conf.d`, and a server block for each app, included once the app has a certificate.
///
/// Each address is rewritten to the path of its file, an `internal` location with the file's header fields. No server is
/// the default for its port, which another site may be; each refuses hosts that are not its own.
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
            let server = HostTemplate.text("nginx/https.conf").filled([
                "hosts": hosts, "names": names, "chain": certificate.chain, "key": certificate.key, "root": source.root,
                "app": app.name, "notFound": app.notFound,
                "addresses": paths.flatMap { Self.location($0, app) }.joined(separator: "\n    "),
                "files": app.files.flatMap { Self.location($0, app) }.joined(separator: "\n    "),
            ])
            files.append(HostExport.File(path: path, text: server))
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

    var announcements: [Announcement] { .serversWithoutFunctions("nginx", source) }

    /// Returns the lines of a path's location.
    private static func location(_ path: PathRoutes, _ app: ReleasedApp) -> [String] {
        // Regular expressions apply in their order, so that an included location of `/open/` precedes these.
        let isPattern = path.hasParameters || path.path.hasPrefix("/open/")
        let place = isPattern ? "~ " + quoted("^\(path.pattern(parameter: ".+"))$") : "= " + quoted(path.path)
        switch path.only {
        case .file(let name): return ["location \(place) { rewrite ^ /\(app.name)/\(name) last; }"]
        case .redirect(let status, let location):
            return ["location \(place) {"] + app.redirectHeaders.map(field)
                + ["    return \(status) \(quoted(location));", "}"]
        default:
            let tests = path.routes.filter(\.hasPlainQuery).compactMap { route in
                route.answer.file.map { test(route, "rewrite ^ /\(app.name)/\($0) last;") }
            }
            return ["location \(place) {"] + tests + ["    return 404;", "}"]
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
        return ["location = /\(app.name)/\(file.name) {", "    internal;", "    default_type \(quoted(file.type));"]
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
