internal import Release

/// The paths of an app's certificate on a server that terminates TLS, and the commands to obtain it.
///
/// certbot's webroot mode does not edit the server's configuration
/// (https://eff-certbot.readthedocs.io/en/stable/using.html#webroot); edits would be lost with the next deployment. The
/// configurations include an app's TLS part once the certificate's folder exists.
struct AppCertificate {
    let hosts: [String]
    /// certbot's folder for the app, named after the first host.
    var folder: String { "/etc/letsencrypt/live/\(hosts[0])" }
    var chain: String { "\(folder)/fullchain.pem" }
    var key: String { "\(folder)/privkey.pem" }

    /// The default document root of Debian's web servers.
    static let webroot = "/var/www/html"

    init(of app: ReleasedApp) { hosts = app.hosts }

    /// A path, for an `include` directive, through the certificate's folder to an exported file, whose absolute path
    /// has at least two characters: a glob pattern, which matches nothing until the certificate exists.
    func present(_ path: String) -> String {
        let up = String(repeating: "/..", count: folder.split(separator: "/").count)
        return "\(folder)\(up)\(path.dropLast())[\(path.suffix(1))]"
    }

    /// Returns the command that obtains and renews the app's certificate, and reloads the server with it.
    func command(reload: String) -> String {
        "ssh <host> \"certbot certonly --webroot --webroot-path \(Self.webroot) --deploy-hook '\(reload)' --cert-name \(hosts[0])"
            + hosts.map { " -d \($0)" }.joined() + "\""
    }
}
