internal import Release

// Port 80 and the access log.

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
            for app in source.apps {
                for file in app.files {
                    let path = RegularExpression.escaped("/\(app.name)/\(file.name)")
                    text.line("\"~^\(path)(?:\\.br|\\.gz)?$\" $uri;")
                }
            }
        }
    }
}
