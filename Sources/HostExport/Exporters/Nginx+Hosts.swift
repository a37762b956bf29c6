internal import Release

// Port 80, unknown hosts, the access log, and differences of nginx.

extension Nginx {
    /// Writes the server for port 80: ACME challenges, and a redirect to HTTPS for everything else.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - path: the path of the app's HTTPS server, relative to the exported folder.
    ///   - text: receives the configuration.
    func plainServer(_ app: ReleasedApp, _ path: String, _ text: inout ConfigurationText) {
        text.line()
        text.block("server {") { text in
            text.line("listen 80;")
            text.line("listen [::]:80;")
            text.line("server_name \(app.hosts.joined(separator: " "));")
            text.line("server_tokens off;")
            text.line("access_log off;")
            text.line("log_not_found off;")
            text.block("location ^~ \(AppCertificate.challenge) {") { text in
                text.line("root \(AppCertificate.webroot);")
                text.line("default_type text/plain;")
            }
            text.block("location / {") { text in
                text.line("add_header Cache-Control no-store always;")
                text.line("add_header Referrer-Policy no-referrer always;")
                text.line("return 301 https://$host$request_uri;")
            }
        }
        text.line(
            "# The server for https, included once the certificate's folder exists.")
        text.line("include \"\(AppCertificate(of: app).present("\(source.root)/\(path)"))\";")
    }

    /// Writes the map for the access log: the path of a file of the release, or `-`.
    func log(_ text: inout ConfigurationText) {
        text.block("map $uri $latchkey_file {") { text in
            text.line("default \"-\";")
            for app in source.release.manifest.apps where !app.hosts.isEmpty {
                for file in app.files {
                    let path = RegularExpression.escaped("/\(app.name)/\(file.name)")
                    text.line("\"~^\(path)(?:\\.br|\\.gz)?$\" $uri;")
                }
            }
        }
    }

    static let unknownHosts = """
        # Made by 'latchkey export --to nginx'. It replaces the distribution's default site, which must be removed.
        server {
            listen 80 default_server;
            listen [::]:80 default_server;
            server_tokens off;
            access_log off;
            return 421;
        }

        # Reject the handshake for a host without a certificate, and requests for any other host.
        server {
            listen 443 ssl default_server;
            listen [::]:443 ssl default_server;
            ssl_reject_handshake on;
            ssl_protocols TLSv1.2 TLSv1.3;
            server_tokens off;
            access_log off;
            return 421;
        }

        """

    var announcements: [Announcement] {
        ProxyAnnouncements.rules(for: source.release.manifest, server: "nginx") + [
            Announcement(
                .note, "paths outside the folder", "nginx answers them with status 400 and its own page.",
                meaning: "Only scanners request such paths.",
                [.traversal(parts: ["status"])]),
            Announcement(
                .note, "error log",
                "nginx writes the request line, with its query, to the error log when it cannot read a file.",
                meaning: "It may contain a token; keep the error log as private as tokens."),
        ]
    }
}
