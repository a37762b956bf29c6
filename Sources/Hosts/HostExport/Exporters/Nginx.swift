internal import AppLinks
internal import LinkRouting
internal import Release
internal import TextEncoding

/// Exporter for nginx: two files for `conf.d`, and a server block for each app, included once the app has a
/// certificate.
///
/// Every route's path is rewritten to the file's path, an `internal` location that sets the header fields once for each
/// file. The access log contains this path, or `-` if there is none.
///
/// Directives: https://nginx.org/en/docs/http/ngx_http_core_module.html#location,
/// https://nginx.org/en/docs/http/ngx_http_map_module.html,
/// https://nginx.org/en/docs/http/ngx_http_rewrite_module.html,
/// https://nginx.org/en/docs/http/ngx_http_headers_module.html,
/// https://nginx.org/en/docs/http/ngx_http_ssl_module.html. No other modules are needed, because compressed files are
/// selected by a rewrite.
struct Nginx: Exporter {
    let source: ExportSource

    func files() throws(HostExportError) -> [HostExport.File] {
        var maps = ConfigurationText()
        var plain = ConfigurationText()
        var secure: [HostExport.File] = []
        var number = 0
        log(&maps)
        for app in source.apps {
            var names: [RoutePath: String] = [:]
            for path in PathRoutes.all(of: app) where path.only == nil {
                number += 1
                names[path.template] = "$latchkey_route_\(number)"
                map(path, of: app, to: "$latchkey_route_\(number)", &maps)
            }
            let path = "https/\(app.name).conf"
            plainServer(app, path, &plain)
            var server = ConfigurationText()
            server.line("# Made by 'latchkey export --to nginx'; the next export replaces it.")
            self.server(app, names, &server)
            secure.append(HostExport.File(path: path, text: server.text))
        }
        let text = Self.head + maps.text + plain.text
        return WebFiles.all(of: source.release) + secure + [
            HostExport.File(path: "latchkey.conf", text: text),
            HostExport.File(path: "latchkey-unknown-hosts.conf", text: HostTemplate.text("nginx/unknown-hosts.conf")),
        ]
    }

    // MARK: - Maps

    /// Writes the map from query and User-Agent to a path's result: a file's path, a location, or nothing.
    private func map(
        _ path: PathRoutes, of app: ReleasedApp, to name: String, _ text: inout ConfigurationText
    ) {
        text.block(#"map "$request_method:$latchkey_agent:$latchkey_path?&$args" \#(name) {"#) { text in
            text.line(#"default "";"#)
            for route in path.routes {
                let pattern = QueryPattern.pattern(route)
                switch route.answer {
                case .file(let file):
                    text.line("\"~^\(pattern)\" \"/\(app.name)/\(file)\(suffix(file, of: app))\";")
                case .redirect(_, let location): text.line("\"~^\(pattern)\" \"\(location)\";")
                case .open(let link):
                    let rules = OpenRules(link, host: app.hosts[0], isOwnPage: path.isOwnPage(link))
                    for refusal in rules.refusals { text.line("\"~^\(refusal)\" \"\";") }
                    for rule in rules.rules {
                        let agent = rule.agent.map { "(?=GET:\($0.rawValue):)" } ?? ""
                        text.line(
                            "\"~^\(agent)\(pattern)\(Self.named(rule.pattern))\" \"\(rule.location { "$p\($0)" })\";")
                    }
                }
            }
        }
    }

    /// nginx passes captures to a map by name only, so each capture group gets one.
    private static func named(_ pattern: String) -> String {
        // A capture group is an unescaped parenthesis that no question mark follows.
        var result = ""
        var count = 0
        var previous: Character = " "
        var rest = pattern[...]
        while let character = rest.popFirst() {
            result.append(character)
            if character == "(", previous != "\\", rest.first != "?" {
                count += 1
                result += "?<p\(count)>"
            }
            previous = character
        }
        return result
    }

    private func suffix(_ name: String, of app: ReleasedApp) -> String {
        app.suffix(of: name, brotli: "$latchkey_br", gzip: "$latchkey_gzip", either: "$latchkey_coding")
    }

    // MARK: - Servers

    private func server(
        _ app: ReleasedApp, _ names: [RoutePath: String], _ text: inout ConfigurationText
    ) {
        let certificate = AppCertificate(of: app)
        text.line()
        text.block("server {") { text in
            text.line("listen 443 ssl;")
            text.line("listen [::]:443 ssl;")
            text.line("server_name \(app.hosts.joined(separator: " "));")
            text.line("ssl_certificate \"\(certificate.chain)\";")
            text.line("ssl_certificate_key \"\(certificate.key)\";")
            text.line("ssl_protocols TLSv1.2 TLSv1.3;")
            text.line("root \"\(source.root)/web\";")
            text.line()
            text.line("absolute_redirect off;")
            text.line("server_tokens off;")
            text.line("log_not_found off;")
            text.line("access_log /var/log/nginx/latchkey.log latchkey;")
            text.line("error_page 404 \"/\(app.name)/\(app.notFound)\(suffix(app.notFound, of: app))\";")
            text.line("if ($request_method !~ \"^(?:GET|HEAD)$\") { return 405; }")
            text.line("add_header Allow $latchkey_allow always;")
            text.line("# Ignore one trailing slash.")
            text.line("rewrite \"^(/.+)/$\" \"$1\";")
            for path in PathRoutes.all(of: app) where path.hasParameters { Self.encodedSlash(path, &text) }
            text.line()
            text.line("location / { return 404; }")
            for path in PathRoutes.all(of: app) {
                location(path, app, names[path.template], &text)
            }
            for file in app.files { self.file(file, of: app, &text) }
        }
    }

    /// Replaces a value with an encoded slash, which `$uri` contains decoded, by another value that opens no app.
    private static func encodedSlash(_ path: PathRoutes, _ text: inout ConfigurationText) {
        let pattern = path.pattern(parameter: "\u{1}").replacing("/", with: "/+").replacing("\u{1}", with: "[^/]+")
        let plain = path.path { _ in "," }
        text.block("if ($latchkey_path ~ \"^(?=.*%2[Ff])\(pattern)/*$\") {") { text in
            text.line("rewrite ^ \"\(plain)\";")
        }
    }

    private func location(
        _ path: PathRoutes, _ app: ReleasedApp, _ name: String?, _ text: inout ConfigurationText
    ) {
        let place = path.hasParameters ? "~ \"^\(path.pattern())$\"" : "= \"\(path.path)\""
        if let name {
            text.block("location \(place) {") { text in
                text.line("if (\(name) = \"\") { return 404; }")
                for field in app.redirectHeaders + [HeaderField("Vary", "User-Agent")] { Self.add(field, &text) }
                text.line("if (\(name) ~ \"^[a-z]\") { return 302 \(name); }")
                if path.opener != nil {
                    text.line("return 303 \(name);")
                } else {
                    text.line("rewrite ^ \(name) last;")
                }
            }
            return
        }
        switch path.only {
        case .file(let file):
            text.line(
                "location \(place) { rewrite ^ \"/\(app.name)/\(file)\(suffix(file, of: app))\" last; }")
        case .redirect(let status, let location):
            text.block("location \(place) {") { text in
                for field in app.redirectHeaders { Self.add(field, &text) }
                text.line("return \(status) \"\(location)\";")
            }
        default: break
        }
    }

    /// Writes the location of a file and its variants, with their header fields.
    private func file(_ file: ReleasedFile, of app: ReleasedApp, _ text: inout ConfigurationText) {
        let codings = file.suffixes.values.sorted()
        let path = RegularExpression.escaped("/\(app.name)/\(file.name)")
        let pattern = codings.isEmpty ? path : "\(path)(?:\(RegularExpression.anyOf(codings)))?"
        text.line()
        text.block("location ~ \"^\(pattern)$\" {") { text in
            text.line("internal;")
            text.line("types {}")
            text.line("default_type \"\(file.type)\";")
            if !codings.isEmpty {
                text.line("add_header Content-Encoding $latchkey_file_coding always;")
                Self.add(HeaderField("Vary", self.vary(file, of: app)), &text)
            }
            for field in file.headers { Self.add(field, &text) }
        }
    }

    private func vary(_ file: ReleasedFile, of app: ReleasedApp) -> String {
        app.filesBehindRedirects.contains(file.name) ? "Accept-Encoding, User-Agent" : "Accept-Encoding"
    }

    private static func add(_ field: HeaderField, _ text: inout ConfigurationText) {
        let value = field.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        text.line("add_header \(field.name) \"\(value)\" always;")
    }

    // MARK: - Shared by all apps

    private static let head: String = {
        var text = ConfigurationText()
        text.line("# Made by 'latchkey export --to nginx'; the next export replaces it.")
        text.line()
        text.line("# Log the file instead of the address, which may contain a token.")
        text.line(
            #"log_format latchkey '$remote_addr [$time_iso8601] $request_method $latchkey_file $status $body_bytes_sent';"#
        )
        text.line()
        text.line("map $status $latchkey_allow { default \"\"; 405 \"GET, HEAD\"; }")
        text.line("# The path as requested, percent-encoded.")
        text.line("map $request_uri $latchkey_path { \"~^(?<latchkey_asked>[^?]*)\" $latchkey_asked; }")
        text.line("map $uri $latchkey_file_coding { default \"\"; \"~\\.br$\" br; \"~\\.gz$\" gzip; }")
        let brotli = "~*" + RegularExpression.accepting("br")
        let gzip = "~*" + RegularExpression.accepting("(?:x-)?gzip")
        text.line("map $http_accept_encoding $latchkey_coding { default \"\"; \"\(brotli)\" .br; \"\(gzip)\" .gz; }")
        text.line("map $http_accept_encoding $latchkey_br { default \"\"; \"\(brotli)\" .br; }")
        text.line("map $http_accept_encoding $latchkey_gzip { default \"\"; \"\(gzip)\" .gz; }")
        text.block("map $http_user_agent $latchkey_agent {") { text in
            text.line(#"default "";"#)
            for agent in UserAgentClass.redirectable { text.line("\"~*\(agent.pattern)\" \(agent.rawValue);") }
        }
        return text.text
    }()
}
