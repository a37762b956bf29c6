internal import Release

/// Where a server that terminates TLS itself finds an app's certificate, and how it comes there.
///
/// certbot obtains it without touching any configuration (https://eff-certbot.readthedocs.io/en/stable/using.html#webroot): what
/// it writes into ours would be gone with the next deployment. The servers take an app's TLS part in once the folder is there.
struct AppCertificate {
    /// Named by the app's first host, as certbot does it.
    let folder: String
    var chain: String { "\(folder)/fullchain.pem" }
    var key: String { "\(folder)/privkey.pem" }

    /// The folder of Debian's web servers, which is there with any of them.
    static let webroot = "/var/www/html"
    static let challenge = "/.well-known/acme-challenge/"

    init(of app: ReleasedApp) { folder = "/etc/letsencrypt/live/\(app.hosts[0])" }

    /// A file of the exported folder by a path that leads through the certificate's: a pattern that finds nothing before there
    /// is a certificate.
    ///
    /// - Parameter path: absolute, and longer than one character.
    /// - Returns: a pattern for `include`.
    func present(_ path: String) -> String {
        let up = String(repeating: "/..", count: folder.split(separator: "/").count)
        return "\(folder)\(up)\(path.dropLast())[\(path.suffix(1))]"
    }

    /// The command that obtains the certificate of an app and has it renewed, with what makes the server read it.
    static func commands(_ manifest: Manifest, reload: String) -> [String] {
        manifest.apps.filter { !$0.hosts.isEmpty }.map { app in
            "ssh <host> \"certbot certonly --webroot --webroot-path \(webroot) --deploy-hook '\(reload)' --cert-name \(app.hosts[0])"
                + app.hosts.map { " -d \($0)" }.joined() + "\""
        }
    }
}
