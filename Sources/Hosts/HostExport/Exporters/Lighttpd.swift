internal import LinkRouting
internal import Release
internal import TextEncoding

/// Exporter for lighttpd: one file to include, with a condition for each app, and one file for each app's certificate.
/// Only the order of the modules is set outside these conditions, because the distribution's configuration must not be
/// set again.
///
/// `mod_redirect` and `mod_rewrite` decide, in this order; a request that no rule matches is rewritten to the name of a
/// file that does not exist. After a rewrite lighttpd evaluates conditions again, so header fields are set by the
/// file's path.
///
/// Directives: https://redmine.lighttpd.net/projects/lighttpd/wiki/Mod_rewrite,
/// https://redmine.lighttpd.net/projects/lighttpd/wiki/Mod_redirect,
/// https://redmine.lighttpd.net/projects/lighttpd/wiki/Mod_setenv,
/// https://redmine.lighttpd.net/projects/lighttpd/wiki/Docs_Configuration.
struct Lighttpd: Exporter {
    let source: ExportSource
    private static let missing = "/latchkey-missing"

    func files() throws(HostExportError) -> [HostExport.File] {
        var text = ConfigurationText()
        text.line("# Made by 'latchkey export --to lighttpd'; the next export replaces it.")
        text.line("# Modules that set the fields of redirects must be loaded before mod_redirect.")
        let modules = ["indexfile", "access", "alias", "setenv", "redirect", "rewrite", "accesslog"]
        text.line("server.modules := (\(modules.map { "\"mod_\($0)\"" }.joined(separator: ", ")))")
        text.line()
        text.line(
            "# Certificates, included once their folders exist. Later settings take precedence, and the first file"
        )
        text.line("# opens the sockets.")
        for file in certificates {
            text.line("include \"\(file.certificate.present("\(source.root)/\(file.path)"))\"")
        }
        for app in source.apps { site(app, &text) }
        return WebFiles.all(of: source.release) + [HostExport.File(path: "latchkey.conf", text: text.text)]
            + certificates.map { HostExport.File(path: $0.path, text: $0.text) }
    }

    private func site(_ app: ReleasedApp, _ text: inout ConfigurationText) {
        text.line()
        text.block("\(Self.condition(app)) {") { text in
            text.line(#"server.tag = """#)
            text.line("# Log neither path nor query, since either may contain a token.")
            text.line(#"accesslog.filename = "/var/log/lighttpd/latchkey.log""#)
            text.line(#"accesslog.format = "%h %t %m %s %b""#)
            text.block("$HTTP[\"scheme\"] == \"http\" {") { Self.plainSite(&$0) }
            text.block("else {") { text in
                text.line("server.document-root = \"\(source.root)/web\"")
                text.line("# Disable the distribution's rules on path suffixes, which a token may match.")
                text.line("url.access-deny = ()")
                text.line("static-file.exclude-extensions = ()")
                for file in app.files { self.file(file, of: app, &text) }
                for path in PathRoutes.all(of: app) { redirects(path, app, &text) }
                let gzip = "(?i)" + RegularExpression.accepting("(?:x-)?gzip")
                let brotli = "(?i)" + RegularExpression.accepting("br")
                text.block("$REQUEST_HEADER[\"accept-encoding\"] =~ \"\(brotli)\" {", "}") { text in
                    rewrites(app, ["br", "gzip"], &text)
                }
                text.block("else $REQUEST_HEADER[\"accept-encoding\"] =~ \"\(gzip)\" {", "}") { text in
                    rewrites(app, ["gzip"], &text)
                }
                text.block("else {", "}") { text in rewrites(app, [], &text) }
                redirectLandings(app, &text)
            }
        }
    }

    /// Returns a path's pattern, with slashes optionally repeated and trailing.
    private static func pattern(_ path: PathRoutes) -> String {
        let pattern = path.pattern().replacing("[^/]+", with: "\u{1}").replacing("/", with: "/+")
        return pattern.replacing("\u{1}", with: "[^/?]+") + (path.path == "/" ? "" : "/*")
    }

    /// Writes the rewrites for clients that accept some encodings, and again for each class of browsers that a link
    /// redirects into the app, because a redirected request must not be rewritten first. Conditions on the path are not
    /// available here.
    private func rewrites(_ app: ReleasedApp, _ codings: [String], _ text: inout ConfigurationText) {
        rewrites(app, codings, left: [], &text)
        for agent in UserAgentClass.redirectable {
            let patterns = landings(of: app).compactMap { $0.rule.agent == agent ? $0.pattern : nil }
            guard !patterns.isEmpty else { continue }
            Self.opening(by: agent, &text) { rewrites(app, codings, left: patterns, &$0) }
        }
    }

    private func rewrites(
        _ app: ReleasedApp, _ codings: [String], left patterns: [String], _ text: inout ConfigurationText
    ) {
        let missing = "/\(app.name)/\(app.notFound)"
        let notFound = app.file(named: app.notFound)?.suffixes ?? [:]
        text.line("server.error-handler = \"\(missing)\(codings.compactMap { notFound[$0] }.first ?? "")\"")
        text.block("url.rewrite-once = (", ")") { text in
            for pattern in patterns { text.line("\"^\(pattern).*$\" => \"$0\",") }
            // The error handler requests its page by file name.
            text.line("\"^\(RegularExpression.escaped(missing))(?:\\.br|\\.gz)?$\" => \"$0\",")
            for path in PathRoutes.all(of: app) {
                for route in path.routes {
                    guard case .file(let name) = route.answer else {
                        // Left unchanged for mod_redirect, which runs later.
                        if path.opener != nil || path.only != nil {
                            text.line("\"^\(Self.pattern(path))(?:\\?.*)?$\" => \"$0\",")
                        }
                        continue
                    }
                    let suffixes = app.file(named: name)?.suffixes ?? [:]
                    let suffix = codings.compactMap { suffixes[$0] }.first ?? ""
                    let query = QueryPattern.pattern(route, query: .afterPath)
                    text.line(
                        "\"^\(query)\(Self.pattern(path))(?:\\?.*)?$\" => \"/\(app.name)/\(name)\(suffix)\",")
                }
            }
            text.line("\"^/\" => \"\(Self.missing)\",")
        }
    }

    private func file(_ file: ReleasedFile, of app: ReleasedApp, _ text: inout ConfigurationText) {
        let byVisitor = app.filesBehindRedirects.contains(file.name)
        for variant in file.variants {
            text.block("$HTTP[\"url\"] == \"/\(app.name)/\(variant.path)\" {") { text in
                text.line("mimetype.assign = (\"\" => \"\(file.type)\")")
                text.block("setenv.set-response-header = (", ")") { text in
                    if variant.encoding != "identity" { text.line("\"Content-Encoding\" => \"\(variant.encoding)\",") }
                    if file.variants.count > 1 {
                        text.line("\"Vary\" => \"Accept-Encoding\(byVisitor ? ", User-Agent" : "")\",")
                    }
                    for field in file.headers {
                        text.line("\"\(field.name)\" => \"\(field.value.replacing("\"", with: "\\\""))\",")
                    }
                }
            }
        }
    }

    private func redirects(_ path: PathRoutes, _ app: ReleasedApp, _ text: inout ConfigurationText) {
        let place = "$HTTP[\"url\"] =~ \"^\(Self.pattern(path))$\" {"
        let fields = app.redirectHeaders + [HeaderField("Vary", "User-Agent")]
        for route in path.routes {
            switch route.answer {
            case .file: continue
            case .redirect(let status, let location):
                text.block(place) { Self.redirect(status, Self.literal(location), app.redirectHeaders, &$0) }
            case .open(let link):
                guard !path.isOwnPage(link) else { continue }
                let rules = OpenRules(link, host: app.hosts[0], query: .alone)
                let refusals = rules.refusals.map { "(?!\($0))" }
                for rule in rules.rules.reversed() {
                    let query = QueryPattern.pattern(route, query: .alone) + rule.pattern
                    // Captures are available in their own block only, so this condition is innermost.
                    let innermost = "$HTTP[\"querystring\"] =~ \"^\(refusals.joined())\(query)\" {"
                    let location = rule.location(literal: Self.literal) { "%\($0)" }
                    text.block(place) { text in
                        Self.opening(by: rule.agent, &text) { text in
                            text.block(innermost) { Self.redirect(rule.status, location, fields, &$0) }
                        }
                    }
                }
            }
        }
    }

    /// Returns the rules of links whose redirect into the app is on their page's own path, with the pattern of the
    /// requests that they redirect.
    private func landings(of app: ReleasedApp) -> [(path: PathRoutes, rule: OpenRules.Rule, pattern: String)] {
        PathRoutes.all(of: app).flatMap { path in
            path.routes.flatMap { route -> [(path: PathRoutes, rule: OpenRules.Rule, pattern: String)] in
                guard case .open(let link) = route.answer, path.isOwnPage(link) else { return [] }
                let rules = OpenRules(link, host: app.hosts[0], isOwnPage: true, query: .afterPath)
                let place = "(?=\(Self.pattern(path))(?:\\?|$))"
                return rules.rules.map { rule in
                    (path, rule, place + QueryPattern.pattern(route, query: .afterPath) + rule.pattern)
                }
            }
        }
    }

    private func redirectLandings(_ app: ReleasedApp, _ text: inout ConfigurationText) {
        let fields = app.redirectHeaders + [HeaderField("Vary", "User-Agent")]
        for (path, rule, pattern) in landings(of: app) {
            text.block("$HTTP[\"url\"] =~ \"^\(Self.pattern(path))$\" {") { text in
                Self.opening(by: rule.agent, &text) { text in
                    // Captures of the rule itself.
                    let location = rule.location(literal: Self.literal) { "$\($0)" }
                    Self.redirect(rule.status, location, from: "^\(pattern).*$", fields, &text)
                }
            }
        }
    }

    /// Writes rules for requests that a class of browsers opens the app with; for any request if it is nil.
    private static func opening(
        by agent: UserAgentClass?, _ text: inout ConfigurationText, _ content: (inout ConfigurationText) -> Void
    ) {
        guard let agent else { return content(&text) }
        text.block("$HTTP[\"request-method\"] == \"GET\" {") { text in
            text.block("$HTTP[\"useragent\"] =~ \"(?i)\(agent.pattern)\" {", "}", content)
        }
    }

    /// Writes a redirect of requests that match a pattern.
    static func redirect(
        _ status: Int, _ location: String, from pattern: String = "", _ fields: [HeaderField],
        _ text: inout ConfigurationText
    ) {
        headers(fields, &text)
        text.line("url.redirect = (\"\(pattern)\" => \"\(location)\")")
        text.line("url.redirect-code = \(status)")
    }

    static func headers(_ fields: [HeaderField], _ text: inout ConfigurationText) {
        let fields = fields.map { "\"\($0.name)\" => \"\($0.value)\"" }.joined(separator: ", ")
        text.line("setenv.set-response-header = (\(fields))")
    }

    /// Returns a text without captures, which are written with `%` for those of a condition and `$` for those of the
    /// rule itself.
    private static func literal(_ text: String) -> String {
        text.replacing("%", with: "%%").replacing("$", with: "$$")
    }
}
