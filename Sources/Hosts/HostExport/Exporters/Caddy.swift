internal import AppLinks
internal import Diagnostics
internal import Release
internal import TextEncoding

/// Exporter for Caddy: one Caddyfile with a site for each app, which the operator's own imports.
///
/// Each address imports the snippet of its file, which sets the header fields and serves it. A site of the operator's with
/// the same hosts imports the snippet of an app's addresses instead. Caddy obtains certificates,
/// selects precompressed files and by default writes no access log.
///
/// Directives: https://caddyserver.com/docs/caddyfile/directives/file_server,
/// https://caddyserver.com/docs/caddyfile/directives/handle, https://caddyserver.com/docs/caddyfile/matchers,
/// https://caddyserver.com/docs/caddyfile/directives/handle_errors.
struct Caddy: Exporter {
    let source: ExportSource

    func files() throws(Diagnostic) -> [HostExport.File] {
        var text = HostTemplate.text("caddy/head.caddyfile").filled(["root": source.root])
        var snippets = HostTemplate.text("caddy/snippets.caddyfile")
        for (app, paths) in source.pathsWithoutFunctions {
            text += HostTemplate.text("caddy/site.caddyfile").filled([
                "hosts": app.hosts.joined(separator: ", "),
                "plainHosts": app.hosts.map { "http://\($0)" }.joined(separator: ", "),
                "app": app.name, "notFound": Self.snippet(app.notFound, app),
            ])
            snippets += HostTemplate.text("caddy/app.caddyfile").filled([
                "app": app.name,
                "addresses": paths.enumerated().flatMap { Self.handle($1, $0, app) }.joined(separator: "\n\t"),
                "files": app.files.flatMap { snippet($0, app) }.joined(separator: "\n"),
            ])
        }
        return WebFiles.all(of: source.release) + [
            HostExport.File(path: "Caddyfile", text: text),
            HostExport.File(path: "snippets.caddyfile", text: snippets),
        ]
    }

    var announcements: [Announcement] { .serversWithoutFunctions("Caddy", source) }

    /// Returns the lines that answer a path.
    private static func handle(_ path: PathRoutes, _ number: Int, _ app: ReleasedApp) -> [String] {
        switch path.only {
        case .file(let name): return handle(matcher(path, number), ["import \(snippet(name, app))"])
        case .redirect(let status, let location):
            let fields = ["header {"] + app.redirectHeaders.map { "\t" + field($0) } + ["}"]
            return handle(matcher(path, number), fields + ["redir * \(quoted(location)) \(status)"])
        default:
            return path.routes.filter(\.hasPlainQuery).enumerated().flatMap { place, route -> [String] in
                guard let name = route.answer.file else { return [] }
                return handle(matcher(path, number, route, place), ["import \(snippet(name, app))"])
            }
        }
    }

    private static func handle(_ matcher: (name: String, lines: [String]), _ directives: [String]) -> [String] {
        matcher.lines + ["handle \(matcher.name) {"] + directives.map { "\t" + $0 } + ["}"]
    }

    /// Returns a matcher of a path, and of a route's query, with the lines that define it.
    ///
    /// A wildcard at the end of a path matches several segments, as an encoded slash in a value needs; in the middle it
    /// matches one.
    private static func matcher(
        _ path: PathRoutes, _ number: Int, _ route: Route? = nil, _ place: Int = 0
    ) -> (name: String, lines: [String]) {
        let isPattern = path.template.segments.dropLast().contains(where: \.isParameter)
        let subject = quoted(isPattern ? "^\(path.pattern(parameter: ".+"))$" : path.path { _ in "*" })
        let items = route?.queryItems ?? []
        if items.isEmpty {
            let name = "@path\(number)"
            return isPattern ? (name, ["\(name) path_regexp \(subject)"]) : (subject, [])
        }
        let name = "@path\(number)_\(place)"
        let tests = items.map { item in
            "{query.\(item.name)} " + (item.value.map { "== \(literal($0))" } ?? "!= \"\"")
        }
        return (
            name,
            [
                "\(name) {", "\t\(isPattern ? "path_regexp" : "path") \(subject)",
                "\texpression `\(tests.joined(separator: " && "))`", "}",
            ]
        )
    }

    private static func snippet(_ file: String, _ app: ReleasedApp) -> String { "latchkey/\(app.name)/\(file)" }

    private func snippet(_ file: ReleasedFile, _ app: ReleasedApp) -> [String] {
        ["(\(Self.snippet(file.name, app))) {", "\theader {"]
            + ([HeaderField("Content-Type", file.type)] + file.headers).map { "\t\t" + Self.field($0) }
            + [
                "\t}", "\troot * \"\(source.root)/web/\(app.name)\"", "\trewrite * /\(file.name)",
                "\timport latchkey_file", "}",
            ]
    }

    private static func field(_ field: HeaderField) -> String { "\(field.name) \(quoted(field.value))" }

    private static func literal(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// Returns a word in quotation marks if it needs them.
    private static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#""'`\{}#"#.utf8.contains($0) }
        return isPlain ? text : literal(text)
    }
}
