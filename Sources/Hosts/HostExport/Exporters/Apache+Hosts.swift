internal import Release
internal import TextEncoding

// Port 80, unknown hosts, and settings of Debian's modules that must be overridden.

extension Apache {
    static let log = "${APACHE_LOG_DIR}/latchkey.log"
    static let withoutFile = "%a %t %m - %>s %B"

    /// Writes the default virtual hosts, which answer for all hosts that no app has. For TLS it needs some certificate
    /// and uses any that exists; browsers have rejected the name before.
    func unknownHosts(_ text: inout ConfigurationText) {
        text.line()
        text.line("# The first virtual host answers for unknown hosts.")
        for app in source.apps {
            let certificate = AppCertificate(of: app)
            text.block("<IfFile \"\(certificate.chain)\">", "</IfFile>") { text in
                text.line("Define latchkey_certificate \"\(certificate.folder)\"")
            }
        }
        func refuse(_ text: inout ConfigurationText) {
            text.line("ServerName latchkey-unknown.invalid")
            text.line("CustomLog \"\(Self.log)\" \"\(Self.withoutFile)\"")
            text.line("RewriteEngine On")
            text.line("RewriteRule \"^\" \"-\" [R=421,L]")
        }
        text.block("<VirtualHost *:80>", "</VirtualHost>") { refuse(&$0) }
        text.block("<IfDefine latchkey_certificate>", "</IfDefine>") { text in
            text.block("<VirtualHost *:443>", "</VirtualHost>") { text in
                AppCertificate.apache("${latchkey_certificate}", &text)
                refuse(&text)
            }
        }
    }

    /// Writes the virtual host for port 80: ACME challenges, and a redirect to HTTPS for everything else.
    func plainSite(_ app: ReleasedApp, _ text: inout ConfigurationText) {
        text.line()
        text.block("<VirtualHost *:80>", "</VirtualHost>") { text in
            names(app, &text)
            text.line("CustomLog \"\(Self.log)\" \"\(Self.withoutFile)\"")
            folder(&text)
            let challenges = AppCertificate.webroot + AppCertificate.challenge.dropLast()
            text.block("<Directory \"\(challenges)\">", "</Directory>") { text in
                text.line("AllowOverride None")
                text.line("Require all granted")
            }
            redirects(
                [HeaderField("Cache-Control", "no-store"), HeaderField("Referrer-Policy", "no-referrer")], &text)
            Self.requestedPath(&text)
            text.line(
                "RewriteRule \"^\(RegularExpression.escaped(AppCertificate.challenge))([A-Za-z0-9_-]+)$\" \"\(challenges)/$1\" [L]"
            )
            text.line("RewriteCond \"%{QUERY_STRING}\" \".\"")
            text.line("RewriteRule \"^\" \"-\" [E=LATCHKEY_QUERY:?%{QUERY_STRING}]")
            let address = "https://%{SERVER_NAME}%{ENV:LATCHKEY_PATH}%{ENV:LATCHKEY_QUERY}"
            text.line("RewriteRule \"^\" \"/latchkey-redirect-301.asis\" [E=LATCHKEY_LOCATION:\(address),PT,L]")
        }
    }

    func names(_ app: ReleasedApp, _ text: inout ConfigurationText) {
        text.line("ServerName \(app.hosts[0])")
        for host in app.hosts.dropFirst() { text.line("ServerAlias \(host)") }
        text.line("UseCanonicalName Off")
        text.line("DocumentRoot \"\(source.root)/web\"")
        text.line("# Accept encoded slashes in values.")
        text.line("AllowEncodedSlashes NoDecode")
    }

    func folder(_ text: inout ConfigurationText) {
        text.block("<Directory \"\(source.root)/web\">", "</Directory>") { text in
            text.line("AllowOverride None")
            text.line("Options None")
            text.line("Require all granted")
        }
    }

    /// Disables mod_mime's interpretation of parts of the file names: Debian maps `br` to Breton.
    func extensions(_ app: ReleasedApp, _ text: inout ConfigurationText) {
        let names = app.files.flatMap(\.variants).flatMap { $0.path.split(separator: ".").dropFirst() }
        let extensions = Set(names.filter { $0.utf8.count < 16 }).sorted().map { " .\($0)" }.joined()
        guard !extensions.isEmpty else { return }
        text.block("<IfModule mod_mime.c>", "</IfModule>") { text in
            for kind in ["Charset", "Encoding", "Handler", "Language", "OutputFilter"] {
                text.line("Remove\(kind)\(extensions)")
            }
        }
    }

    func redirects(_ fields: [HeaderField], _ text: inout ConfigurationText) {
        text.line("Header always set Location \"%{LATCHKEY_LOCATION}e\" env=LATCHKEY_LOCATION")
        for field in fields {
            text.line("Header always set \(field.name) \"\(field.value)\" env=LATCHKEY_LOCATION")
        }
        text.block("<FilesMatch \"^latchkey-redirect-[0-9]+\\.asis$\">", "</FilesMatch>") { text in
            text.line("SetHandler send-as-is")
        }
    }

    /// Stores the path as requested, percent-encoded, in a variable.
    static func requestedPath(_ text: inout ConfigurationText) {
        text.line("RewriteEngine On")
        text.line("RewriteCond \"%{THE_REQUEST}\" \"^\\S+ (?:[A-Za-z]+://[^/?\\s]*)?(/[^?\\s]*)\"")
        text.line("RewriteRule \"^\" \"-\" [E=LATCHKEY_PATH:%1]")
    }
}

extension AppCertificate {
    fileprivate static func apache(_ folder: String, _ text: inout ConfigurationText) {
        text.line("SSLEngine On")
        text.line("SSLProtocol -all +TLSv1.2 +TLSv1.3")
        text.line("SSLCertificateFile \"\(folder)/fullchain.pem\"")
        text.line("SSLCertificateKeyFile \"\(folder)/privkey.pem\"")
    }

    func apache(_ text: inout ConfigurationText) { Self.apache(folder, &text) }
}
