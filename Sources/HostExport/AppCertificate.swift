internal import Release

/// The paths of an app's certificate on a server that terminates TLS, and the commands to obtain it.
///
/// certbot's webroot mode does not edit the server's configuration
/// (https://eff-certbot.readthedocs.io/en/stable/using.html#webroot); edits would be lost with the next deployment. The
/// configurations include an app's TLS part once the certificate's folder exists.
struct AppCertificate {
    /// certbot's folder for the app, named after the first host.
    let folder: String
    var chain: String { "\(folder)/fullchain.pem" }
    var key: String { "\(folder)/privkey.pem" }

    /// The default document root of Debian's web servers.
    static let webroot = "/var/www/html"
    static let challenge = "/.well-known/acme-challenge/"

    init(of app: ReleasedApp) { folder = "/etc/letsencrypt/live/\(app.hosts[0])" }

    /// Returns a path through the certificate's folder to an exported file, as a glob pattern, which matches nothing
    /// until the certificate exists.
    ///
    /// - Parameter path: an absolute path of at least two characters.
    /// - Returns: a pattern for an `include` directive.
    func present(_ path: String) -> String {
        let up = String(repeating: "/..", count: folder.split(separator: "/").count)
        return "\(folder)\(up)\(path.dropLast())[\(path.suffix(1))]"
    }

    /// Returns the commands that obtain the certificates of all apps, renew them, and reload the server.
    static func commands(_ manifest: Manifest, reload: String) -> [String] {
        manifest.apps.filter { !$0.hosts.isEmpty }.map { app in
            "ssh <host> \"certbot certonly --webroot --webroot-path \(webroot) --deploy-hook '\(reload)' --cert-name \(app.hosts[0])"
                + app.hosts.map { " -d \($0)" }.joined() + "\""
        }
    }
}
