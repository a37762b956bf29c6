internal import LinkRouting
internal import Release
internal import TextEncoding

/// Exporter for Apache httpd: one file with two virtual hosts for each app; the one for HTTPS is skipped until the
/// certificate exists.
///
/// `mod_rewrite` selects the file, `FilesMatch` sets its header fields, and `ErrorDocument` is the app's own 404 page.
/// A redirect is a file that `mod_asis` sends with its status, with the location in an environment variable:
/// `mod_rewrite` would turn a custom scheme into an HTTP address, and a path into an absolute URL. The access log
/// contains the file name instead of the request line, so that tokens are not logged.
///
/// Directives: https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html,
/// https://httpd.apache.org/docs/2.4/mod/mod_asis.html, https://httpd.apache.org/docs/2.4/rewrite/flags.html,
/// https://httpd.apache.org/docs/2.4/mod/mod_headers.html,
/// https://httpd.apache.org/docs/2.4/mod/core.html#errordocument.
struct Apache: Exporter {
    let source: ExportSource

    func files() throws(HostExportError) -> [HostExport.File] {
        var text = ConfigurationText()
        text.line("# Made by 'latchkey export --to apache'; the next export replaces it.")
        text.line("# It needs mod_asis, mod_headers, mod_rewrite and mod_ssl.")
        unknownHosts(&text)
        for app in source.apps {
            plainSite(app, &text)
            text.block("<IfFile \"\(AppCertificate(of: app).chain)\">", "</IfFile>") { site(app, &$0) }
        }
        return WebFiles.all(of: source.release) + [HostExport.File(path: "latchkey.conf", text: text.text)]
            + statuses.map { status in
                HostExport.File(path: "web/latchkey-redirect-\(status).asis", text: "Status: \(status) Redirect\n\n")
            }
    }

    /// The statuses of the release's redirects.
    private var statuses: [Int] {
        let fixed = source.release.manifest.apps.flatMap(\.routes).compactMap { route -> Int? in
            if case .redirect(let status, _) = route.answer { status } else { nil }
        }
        return Set(fixed + [301, 302, 303]).sorted()
    }

    private func site(_ app: ReleasedApp, _ text: inout ConfigurationText) {
        text.block("<VirtualHost *:443>", "</VirtualHost>") { text in
            names(app, &text)
            AppCertificate(of: app).apache(&text)
            text.line("TraceEnable Off")
            text.line("# Log the file instead of the request line, which may contain a token.")
            text.line("CustomLog \"\(Self.log)\" \"%a %t %m %f %>s %B\" env=!LATCHKEY_REFUSED")
            text.line("CustomLog \"\(Self.log)\" \"\(Self.withoutFile)\" env=LATCHKEY_REFUSED")
            text.line("ErrorDocument 404 \"/\(app.name)/\(app.notFound)\"")
            folder(&text)
            extensions(app, &text)
            text.line()
            redirects(app.redirectHeaders, &text)
            text.line("Header always set Vary \"User-Agent\" env=LATCHKEY_AGENTS")
            for file in app.files { self.file(file, of: app, &text) }
            text.line()
            Self.requestedPath(&text)
            text.line("# Send the release's own compressed variants only.")
            text.line("RewriteRule \"^\" \"-\" [E=no-gzip:1,E=no-brotli:1]")
            Self.encodings(&text)
            text.line("# The 404 page, requested by ErrorDocument.")
            text.line("RewriteCond \"%{ENV:REDIRECT_STATUS}\" \"=404\"")
            text.line("RewriteRule \"^\" \"/\(app.name)/\(app.notFound)\(suffix(app.notFound, of: app))\" [PT,L]")
            text.line("RewriteCond \"%{REQUEST_METHOD}\" \"!^(?:GET|HEAD)$\"")
            text.line("RewriteRule \"^\" \"-\" [E=LATCHKEY_REFUSED:1,R=405,L]")
            text.line("# Ignore one trailing slash.")
            text.line("RewriteRule \"^(/.+)/$\" \"$1\"")
            if app.routes.contains(where: { $0.answer.link != nil }) {
                for agent in UserAgentClass.redirectable {
                    text.line("RewriteCond \"%{HTTP_USER_AGENT}\" \"\(agent.pattern)\" [NC]")
                    text.line("RewriteRule \"^\" \"-\" [E=LATCHKEY_AGENT:\(agent.rawValue)]")
                }
            }
            for path in PathRoutes.all(of: app) { rules(path, app, &text) }
            text.line("RewriteRule \"^\" \"-\" [R=404,L]")
        }
    }

    private static func encodings(_ text: inout ConfigurationText) {
        for (name, suffix, variable) in [("(?:x-)?gzip", ".gz", "GZIP"), ("br", ".br", "BR")] {
            let pattern = RegularExpression.accepting(name)
            text.line("RewriteCond \"%{HTTP:Accept-Encoding}\" \"\(pattern)\" [NC]")
            text.line("RewriteRule \"^\" \"-\" [E=LATCHKEY_\(variable):\(suffix),E=LATCHKEY_CODING:\(suffix)]")
        }
    }

    private func suffix(_ name: String, of app: ReleasedApp) -> String {
        app.suffix(
            of: name, brotli: "%{ENV:LATCHKEY_BR}", gzip: "%{ENV:LATCHKEY_GZIP}", either: "%{ENV:LATCHKEY_CODING}")
    }

    private func file(_ file: ReleasedFile, of app: ReleasedApp, _ text: inout ConfigurationText) {
        let name = RegularExpression.escaped(file.name)
        let codings = file.suffixes
        let pattern = codings.isEmpty ? name : "\(name)(?:\(RegularExpression.anyOf(codings.values.sorted())))?"
        text.line()
        text.block("<FilesMatch \"^\(pattern)$\">", "</FilesMatch>") { text in
            text.line("ForceType \"\(file.type)\"")
            if !codings.isEmpty {
                let byVisitor = app.filesBehindRedirects.contains(file.name)
                text.line("Header always set Vary \"Accept-Encoding\(byVisitor ? ", User-Agent" : "")\"")
            }
            for field in file.headers {
                text.line("Header always set \(field.name) \"\(Self.escaped(field.value))\"")
            }
        }
        for (coding, suffix) in codings.sorted(by: { $0.key < $1.key }) {
            text.block("<FilesMatch \"^\(name)\(RegularExpression.escaped(suffix))$\">", "</FilesMatch>") { text in
                text.line("Header always set Content-Encoding \(coding)")
            }
        }
    }

    private func rules(_ path: PathRoutes, _ app: ReleasedApp, _ text: inout ConfigurationText) {
        let place = "^\(path.pattern())$"
        let subject = "%{REQUEST_METHOD}:%{ENV:LATCHKEY_AGENT}:%{ENV:LATCHKEY_PATH}?&%{QUERY_STRING}"
        func condition(_ pattern: String) {
            if !pattern.isEmpty { text.line("RewriteCond \"\(subject)\" \"\(pattern)\"") }
        }
        func redirect(_ status: Int, _ location: String, byAgent: Bool) {
            let agents = byAgent ? "E=LATCHKEY_AGENTS:1," : ""
            text.line(
                "RewriteRule \"\(place)\" \"/latchkey-redirect-\(status).asis\" [\(agents)E=LATCHKEY_LOCATION:\(location),PT,L]"
            )
        }
        for route in path.routes {
            let pattern = QueryPattern.pattern(route)
            switch route.answer {
            case .file(let file):
                condition(pattern.isEmpty ? "" : "^\(pattern)")
                text.line("RewriteRule \"\(place)\" \"/\(app.name)/\(file)\(suffix(file, of: app))\" [PT,L]")
            case .redirect(let status, let location):
                condition(pattern.isEmpty ? "" : "^\(pattern)")
                redirect(status, Self.literal(location), byAgent: false)
            case .open(let link):
                let isOwnPage = path.isOwnPage(link)
                let rules = OpenRules(link, host: app.hosts[0], isOwnPage: isOwnPage)
                for refusal in rules.refusals {
                    condition("^\(refusal)")
                    text.line("RewriteRule \"\(place)\" \"-\" [R=404,L]")
                }
                for rule in rules.rules {
                    let agent = rule.agent.map { "(?=GET:\($0.rawValue):)" } ?? ""
                    condition("^\(agent)\(pattern)\(rule.pattern)")
                    redirect(rule.status, rule.location(literal: Self.literal) { "%\($0)" }, byAgent: true)
                }
                if !isOwnPage { text.line("RewriteRule \"\(place)\" \"-\" [R=404,L]") }
            }
        }
    }

    /// Returns a text in which no `%2` refers to a condition's capture.
    private static func literal(_ text: String) -> String { text.replacing("%", with: "\\%") }

    private static func escaped(_ value: String) -> String {
        value.replacing("%", with: "%%").replacing("\"", with: "\\\"")
    }
}
