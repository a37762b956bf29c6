package import HTTPListener
internal import HTTPMessages
internal import LinkRouting

package struct ServerSettings: Sendable {
    /// The folder that contains `release.json`.
    package var folder: String
    /// The addresses to listen on; port 0 lets the system choose.
    package var listen: [ListenAddress]
    /// Listening sockets passed to the process, which replace `listen`.
    package var inherited: [Int32] = []
    /// The host to use for every request; nil to use the request's own.
    package var host: String?
    /// Limits, timeouts and trusted proxies of every listener.
    package var listener = HTTPListener.Options()
    /// The certificates for HTTPS; empty for plain HTTP.
    package var certificates: [CertificateFiles] = []
    /// The address of the plain HTTP listener that redirects to HTTPS.
    package var redirect: ListenAddress?
    /// A listening socket that replaces `redirect`.
    package var inheritedRedirect: Int32?
    /// The port that redirects lead to; nil for the first that the server listens on.
    package var httpsPort: Int?
    /// The folder of ACME challenge responses, served by the redirecting listener, or by the server itself while it has
    /// no certificate yet.
    package var challenges: String?
    /// The address of the health and metrics endpoints.
    package var admin: ListenAddress?
    /// Whether each response is logged as a line on standard output.
    package var logsAccess = false
    /// The maximum number of requests for `/open/…` by a client in a minute; 0 for no limit.
    package var opensPerMinute = 300

    /// Creates settings suitable for a server behind a reverse proxy on the same machine.
    package init(folder: String, listen: [ListenAddress]) {
        self.folder = folder
        self.listen = listen
        listener.fields = LandingSite.fields
        // No response depends on a body.
        listener.limits.body = nil
    }
}
