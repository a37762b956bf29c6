internal import AppLinks
internal import LinkRouting
internal import Release
internal import TextEncoding

/// Exporter for Caddy: one Caddyfile with a site for each app.
///
/// Caddy obtains certificates, selects precompressed files and by default writes no access log. Its regular expressions
/// (RE2) have no lookahead, so User-Agents are classified by an ordered map.
///
/// Directives: https://caddyserver.com/docs/caddyfile/directives/file_server,
/// https://caddyserver.com/docs/caddyfile/directives/map, https://caddyserver.com/docs/caddyfile/matchers#expression,
/// https://caddyserver.com/docs/caddyfile/directives/handle_errors.
struct Caddy: Exporter {
    let source: ExportSource

    func files() throws(HostExportError) -> [HostExport.File] {
        var text = ConfigurationText(indentation: "\t")
        text.line("# Made by 'latchkey export --to caddy'; the next export replaces it.")
        text.line()
        for (index, app) in source.release.manifest.apps.enumerated() where !app.hosts.isEmpty {
            text.block("(latchkey_redirect_\(index)) {") { text in
                text.block("header {") { text in
                    for field in app.redirectHeaders { text.line("\(field.name) \(Self.quoted(field.value))") }
                }
            }
            for (number, file) in app.files.enumerated() {
                snippet(file, of: app, "latchkey_\(index)_\(number)", &text)
            }
            site(app, index, &text)
        }
        text.line()
        text.line("# Unknown hosts, which have no certificate for TLS.")
        text.block("http:// {") { text in text.line("respond 421") }
        text.block("https:// {") { text in text.line("respond 421") }
        return WebFiles.all(of: source.release) + [HostExport.File(path: "Caddyfile", text: text.text)]
    }

    /// Writes a snippet that serves a file with its header fields.
    private func snippet(_ file: ReleasedFile, of app: ReleasedApp, _ name: String, _ text: inout ConfigurationText) {
        text.line()
        text.block("(\(name)) {") { text in
            text.block("header {") { text in
                text.line("Content-Type \(Self.quoted(file.type))")
                for field in file.headers { text.line("\(field.name) \(Self.quoted(field.value))") }
            }
            if file.variants.count > 1 {
                // Deferred, because the file server sets `Vary` itself for a compressed file and not for the plain one.
                let byVisitor = app.filesBehindRedirects.contains(file.name)
                text.block("header {") { text in
                    text.line("defer")
                    text.line("Vary \(Self.quoted("Accept-Encoding\(byVisitor ? ", User-Agent" : "")"))")
                }
            }
            text.line("rewrite * \(Self.quoted("/\(app.name)/\(file.name)"))")
        }
    }

    private static func redirectToHTTPS(_ app: ReleasedApp, _ text: inout ConfigurationText) {
        text.line()
        text.line("# ACME challenges are answered before these rules.")
        text.block("\(app.hosts.map { "http://\($0)" }.joined(separator: ", ")) {") { text in
            text.block("header {") { text in
                text.line("Cache-Control no-store")
                text.line("Referrer-Policy no-referrer")
            }
            text.line("redir https://{http.request.host}{http.request.uri} 301")
        }
    }

    private func site(_ app: ReleasedApp, _ index: Int, _ text: inout ConfigurationText) {
        func file(_ name: String) -> String {
            "latchkey_\(index)_\(app.files.firstIndex { $0.name == name } ?? 0)"
        }
        func serve(_ name: String, status: Int? = nil, _ text: inout ConfigurationText) {
            text.line("import \(file(name))")
            text.block("file_server {") { text in
                text.line("precompressed br gzip")
                // Otherwise, where the path equals the file's name, a trailing slash is redirected.
                text.line("disable_canonical_uris")
                if let status { text.line("status \(status)") }
            }
        }
        Self.redirectToHTTPS(app, &text)
        text.block("\(app.hosts.joined(separator: ", ")) {") { text in
            text.line("root * \(Self.quoted("\(source.root)/web"))")
            text.line("header -Server")
            text.block("route {") { text in
                text.line("@method not method GET HEAD")
                text.block("handle @method {") { text in
                    text.line(#"header Allow "GET, HEAD""#)
                    text.line("respond 405")
                }
                if app.routes.contains(where: { $0.answer.link != nil }) {
                    Self.agents(&text)
                }
                for (number, path) in PathRoutes.all(of: app).enumerated() where path.hasParameters {
                    guard let name = path.page else { continue }
                    text.line("@slash\(number) expression `\(Self.encodedSlash(path))`")
                    text.block("handle @slash\(number) {") { serve(name, &$0) }
                }
                for (number, path) in PathRoutes.all(of: app).enumerated() {
                    text.line(
                        "@route\(number) path_regexp route\(number) \(Self.quoted("^\(path.pattern(parameter: "([^/]+)"))\(path.path == "/" ? "" : "/?")$"))"
                    )
                    text.block("handle @route\(number) {") { text in
                        switch path.only {
                        case .file(let name): serve(name, &text)
                        case .redirect(let status, let location):
                            text.line("import latchkey_redirect_\(index)")
                            text.line("redir * \(Self.quoted(location)) \(status)")
                        default: branches(path, app, index, number, &text, serve: { serve($0, &$1) })
                        }
                    }
                }
                text.line("error 404")
            }
            text.block("handle_errors {") { text in
                text.line("@missing expression {http.error.status_code} == 404")
                text.block("handle @missing {") { text in serve(app.notFound, status: 404, &text) }
                text.line("respond {http.error.status_code}")
            }
        }
    }

    // MARK: - Queries and browsers

    private func branches(
        _ path: PathRoutes, _ app: ReleasedApp, _ index: Int, _ number: Int, _ text: inout ConfigurationText,
        serve: (String, inout ConfigurationText) -> Void
    ) {
        for (place, route) in path.routes.enumerated() {
            let name = "@route\(number)_\(place)"
            let conditions = Self.conditions(route)
            switch route.answer {
            case .open(let link):
                let isOwnPage = path.isOwnPage(link)
                let rules = OpenRules(link, host: app.hosts[0], isOwnPage: isOwnPage)
                open(rules, isOwnPage: isOwnPage, conditions, at: (index, number), "\(number)_\(place)", &text)
            case .file(let file):
                let isAlways = conditions.isEmpty
                if !isAlways { text.line("\(name) expression `\(conditions.joined(separator: " && "))`") }
                text.block(isAlways ? "handle {" : "handle \(name) {") { text in serve(file, &text) }
            case .redirect(let status, let location):
                text.line("redir \(Self.quoted(location)) \(status)")
            }
        }
        text.line("error 404")
    }

    private func open(
        _ rules: OpenRules, isOwnPage: Bool, _ conditions: [String], at route: (app: Int, number: Int), _ name: String,
        _ text: inout ConfigurationText
    ) {
        let patterns = rules.patterns
        let variables = patterns.items.indices.map { index in
            index < patterns.pathParameters
                ? "{http.regexp.route\(route.number).\(index + 1)}" : "{latchkey_\(name)_\(index)}"
        }
        // Go's expressions repeat at most 1,000 times.
        let (most, length) = (1_000, OpenedParameters.longestValue + 1)
        let tooLong =
            "^" + String(repeating: "[^%]{\(most)}", count: length / most) + "[^%]{\(length % most)}"
        let repeated = patterns.items.map { item in
            "{http.request.uri.query}.matches(r\"(?:^|&)\(item)(?:=[^&]*)?&(?:.*&)?\(item)(?:=|&|$)\")"
        }
        for (item, variable) in zip(patterns.items, variables).dropFirst(patterns.pathParameters) {
            text.block("map {http.request.uri.query} \(variable) {") { text in
                text.line("\(Self.quoted("~(?:^|&)\(item)=([^&]+)")) \"${1}\"")
                text.line("default \"\"")
            }
        }
        if !isOwnPage {
            for place in patterns.items.indices {
                var refusals = [
                    repeated[place],
                    "\(variables[place]).matches(r\"%(?:[01][0-9A-Fa-f]|7[Ff]|[Cc]2%[89][0-9A-Fa-f])\")",
                    "\(variables[place]).matches(r\"\(tooLong)\")", "\(variables[place]) == \"\"",
                ]
                if patterns.segments.contains(place) {
                    refusals.append(
                        "!\(variables[place]).matches(r\"^(?:\(OpenPatterns.segment)|%[0-9A-Fa-f]{2})+$\")")
                    refusals.append("\(variables[place]).matches(r\"^(?:\\.|%2[eE]){1,2}$\")")
                }
                text.line("@refused\(name)_\(place) expression `\(refusals.joined(separator: " || "))`")
                text.block("handle @refused\(name)_\(place) {") { text in text.line("error 404") }
            }
        }
        for (place, rule) in rules.rules.enumerated() {
            var tests = conditions
            if let agent = rule.agent {
                tests.append("{http.request.method} == \"GET\" && {latchkey_agent} == \"\(agent.rawValue)\"")
                tests += variables.map { "\($0).matches(r\"^\(OpenPatterns.unreserved)+$\")" }
                if isOwnPage {
                    tests += variables.map { "!\($0).matches(r\"\(tooLong)\")" }
                    tests += repeated.dropFirst(patterns.pathParameters).map { "!\($0)" }
                }
            }
            if !tests.isEmpty { text.line("@open\(name)_\(place) expression `\(tests.joined(separator: " && "))`") }
            text.block(tests.isEmpty ? "handle {" : "handle @open\(name)_\(place) {") { text in
                text.line("import latchkey_redirect_\(route.app)")
                text.line("header Vary User-Agent")
                text.line("redir * \(Self.quoted(rule.location { variables[$0 - 1] })) \(rule.status)")
            }
        }
    }

    static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\\\""))\""
    }
}
