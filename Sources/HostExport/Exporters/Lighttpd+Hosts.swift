internal import Release
internal import TextEncoding

// HTTP, certificates, and differences of lighttpd.

extension Lighttpd {
    /// Returns a condition on the hosts of an app, also with a trailing dot or a port.
    static func condition(_ app: ReleasedApp) -> String {
        "$HTTP[\"host\"] =~ \"^(?:\(RegularExpression.anyOf(app.hosts)))\\.?(?::[0-9]+)?$\""
    }

    /// Writes the plain HTTP part: ACME challenges, and a redirect to HTTPS for everything else.
    static func plainSite(_ text: inout ConfigurationText) {
        text.line("server.document-root = \"\(AppCertificate.webroot)\"")
        let challenge = RegularExpression.escaped(AppCertificate.challenge)
        text.block("$HTTP[\"url\"] !~ \"^\(challenge)\" {") { text in
            headers(
                [HeaderField("Cache-Control", "no-store"), HeaderField("Referrer-Policy", "no-referrer")], &text)
            text.line(#"url.redirect = ("^.*$" => "https://${url.authority}$0")"#)
            text.line("url.redirect-code = 301")
        }
    }

    /// The files with the TLS settings of each app. The first one also opens the sockets, and its certificate is the
    /// default for other hosts.
    var certificates: [(path: String, text: String, certificate: AppCertificate)] {
        source.release.manifest.apps.filter { !$0.hosts.isEmpty }.enumerated().map { index, app in
            let certificate = AppCertificate(of: app)
            var text = ConfigurationText()
            func keys(_ text: inout ConfigurationText) {
                text.line("ssl.pemfile = \"\(certificate.chain)\"")
                text.line("ssl.privkey = \"\(certificate.key)\"")
            }
            text.line("# Made by 'latchkey export --to lighttpd'; the next export replaces it.")
            if index == 0 {
                text.line("server.modules += (\"mod_openssl\")")
                for socket in ["0.0.0.0:443", "[::]:443"] {
                    text.block("$SERVER[\"socket\"] == \"\(socket)\" {") { text in
                        text.line("ssl.engine = \"enable\"")
                        keys(&text)
                    }
                }
            }
            text.block("\(Self.condition(app)) {") { keys(&$0) }
            return ("https/\(app.name).conf", text.text, certificate)
        }
    }

    var announcements: [Announcement] {
        ProxyAnnouncements.rules(for: source.release.manifest, server: "lighttpd") + [
            Announcement(
                .note, "the name of the 404 page's file",
                "lighttpd answers it with status 200, since its error handler requests it.",
                meaning: "No link leads there.", [.cases(.fileName, parts: ["status"])]),
            Announcement(
                .note, "links with a control character",
                "lighttpd answers them with status 400 and its own page, instead of status 404 and the app's.",
                meaning: "No link of an email has one.",
                [.cases(.openMalformed, parts: ["status"], statuses: 400...400)]),
            Announcement(
                .note, "malformed paths", "lighttpd answers some of them with status 404 instead of 400.",
                meaning: "Only scanners request such paths.", [.traversal(parts: ["status"])]),
            Announcement(
                .note, "values of a path with an encoded slash",
                "lighttpd treats '%2F' as a slash, so such a link gets status 404 (url-path-2f-decode in server.http-parseopts).",
                meaning: "Put tokens that may contain a slash into the query, or use another host."),
            Announcement(
                .note, "other hosts",
                "lighttpd handles them by the rest of its configuration, over TLS with the first app's certificate, "
                    + "instead of with status 421.",
                meaning: "No page of the release is served under a host that is not the app's.",
                [.cases(.unknownHost, parts: ["status"])]),
            Announcement(
                .note, "other methods", "lighttpd answers them with status 404, 411 or 501 instead of 405.",
                meaning: "No page sends such a request.", [.cases(.method)]),
        ]
    }
}
