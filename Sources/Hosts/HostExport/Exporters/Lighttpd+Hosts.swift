internal import Release
internal import TextEncoding

// HTTP and certificates.

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
        source.apps.enumerated().map { index, app in
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
}
