public import HTTPListener

/// Everything that a server is started with.
public struct ServerSettings: Sendable {
    /// Where `release.json` stands.
    public var folder: String
    /// Where to listen; port 0 lets the system choose.
    public var listen: [ListenAddress]
    /// Sockets that listen already, which take the place of `listen`.
    public var inherited: [Int32] = []
    /// Answers every request as this host; nil goes by the request's own.
    public var host: String?
    /// Limits, deadlines and trusted proxies.
    public var limits = HTTPListener.Options()
    /// Makes the server speak https; empty for plain http.
    public var certificates: [CertificateFiles] = []
    /// Where plain http is sent on to https.
    public var redirect: ListenAddress?
    /// The socket that listens already and takes the place of `redirect`.
    public var inheritedRedirect: Int32?
    /// The port that plain http is sent on to; nil for the first that the server listens on.
    public var httpsPort: Int?
    /// The folder of a certificate authority's challenges, which are answered where plain http is sent on, or where the server
    /// listens while it has no certificate yet.
    public var challenges: String?
    /// Where health and metrics are.
    public var admin: ListenAddress?
    /// Whether each answer becomes a line on standard output.
    public var logsAccess = false
    /// How often a client may ask for `/open/…`.
    public var opensPerMinute = 300

    /// What suits a server behind a proxy on the same machine.
    public init(folder: String, listen: [ListenAddress]) {
        self.folder = folder
        self.listen = listen
        limits.fields = LandingSite.fields
        limits.longestBody = 1_024
    }
}
