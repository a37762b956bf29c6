internal import Arguments
internal import Files
internal import HTTPListener
internal import HTTPMessages

struct ServeOptions {
    var settings: ServerSettings
    var logFormat: LogFormat

    static let all = [
        Option(
            long: "listen", value: "addr:port",
            help: "Where to listen; port 0 picks a free one. May be given several times. (default: 127.0.0.1:8080)"),
        Option(long: "as", value: "host", help: "Answer every request as this host."),
        Option(
            long: "tls-cert", value: "file",
            help:
                "Serve https with this certificate chain, in PEM. Several are selected by the requested host."
        ),
        Option(long: "tls-key", value: "file", help: "The key of the certificate given before, in PEM."),
        Option(
            long: "redirect-http", value: "addr:port", help: "Also listen for plain http and redirect it to https."),
        Option(
            long: "https-port", value: "port",
            help:
                "The port that '--redirect-http' redirects to, if clients reach https on another one than the server's."
        ),
        Option(
            long: "acme-challenges", value: "dir",
            help:
                """
                Where '--redirect-http', or a server without a certificate yet, finds the answers to \
                '/.well-known/acme-challenge/'.
                """
        ),
        Option(
            long: "trusted-proxy", value: "cidr",
            help: "Trust the X-Forwarded-For of these addresses. May be given several times."),
        Option(
            long: "admin", value: "addr:port",
            help: "Answer /healthz, /readyz and /metrics here; ':9100' is for this machine only."),
        Option(long: "access-log", help: "Write each response as a line of JSON to standard output."),
        Option(
            long: "log-format", value: "format", choices: LogFormat.allCases.map(\.rawValue),
            help: "The format of the server's own messages: text or json. (default: text)"),
        Option(
            long: "open-rate", value: "n",
            help: "Links under /open/ a minute from one address; 0 for no limit. (default: 300)"),
        Option(
            long: "connections", value: "n",
            help: """
                The maximum number of connections; beyond it, the one idle longest is closed. (default: 8192, or what half \
                of the allowed memory has room for)
                """),
        Option(
            long: "connections-per-address", value: "n",
            help:
                "The maximum for an IPv4 address or an IPv6 /64, except loopback and trusted proxies. (default: 256)"),
        Option(
            long: "idle-timeout", value: "seconds",
            help: "How long a connection may stay open between two requests. (default: 15)"),
        Option(
            long: "threads", value: "n",
            help: "The number of threads. (default: one for each processor, at most 8)"),
    ]

    /// The flags of earlier versions and of other servers, each with what to write or what holds now.
    static let otherNames = [
        "port": "Write '--listen 127.0.0.1:PORT'", "host": "Write '--listen ADDRESS:PORT'",
        "bind": "Write '--listen ADDRESS:PORT'", "address": "Write '--listen ADDRESS:PORT'",
        "cert": "Write '--tls-cert FILE --tls-key FILE'", "key": "Write '--tls-cert FILE --tls-key FILE'",
        "head-timeout": "The head of a request may take 10 seconds",
        "request-timeout": "The head of a request may take 10 seconds, and its body is not read",
        "drain-timeout": "Responses in progress have 5 seconds once the server stops",
        "max-target": "A request's address may have 8192 bytes",
        "max-head": "The head of a request may have 32768 bytes",
        "max-fields": "A request may have 100 header fields",
        "max-body": "The body of a request is not read",
    ]

    /// `release` is the folder of the release if the command line names none.
    init(_ arguments: ParsedArguments, release: String) throws(CommandLineFailure) {
        if let folder = arguments.positional(0), FileSystem.kind(of: folder) == nil,
            let address = ["127.0.0.1:\(folder)", folder].first(where: { ListenAddress($0) != nil })
        {
            throw arguments.failure("There is no folder '\(folder)'. Write '--listen \(address)' for an address")
        }
        let texts = arguments.all("listen")
        var listen: [ListenAddress] = []
        for text in texts.isEmpty ? ["127.0.0.1:8080"] : texts {
            listen.append(try Self.address(text, of: "listen", arguments))
        }
        settings = ServerSettings(folder: arguments.positional(0) ?? release, listen: listen)
        for socket in ServiceManager.inheritedSockets {
            if socket.name == "redirect-http" {
                settings.inheritedRedirect = socket.descriptor
            } else {
                settings.inherited.append(socket.descriptor)
            }
        }
        settings.host = arguments["as"]
        let listener = settings.listener
        settings.listener.connections =
            try arguments.integer("connections", in: 16...1_000_000)
            ?? MemoryLimit.connections(within: MemoryLimit.bytes, atMost: listener.connections)
        settings.listener.connectionsPerAddress =
            try arguments.integer("connections-per-address", in: 1...1_000_000) ?? listener.connectionsPerAddress
        settings.listener.threads = try arguments.integer("threads", in: 1...64) ?? listener.threads
        if let seconds = try arguments.integer("idle-timeout", in: 1...3_600) {
            settings.listener.timeouts.idle = UInt64(seconds) * Clock.second
        }
        if let rate = try arguments.integer("open-rate", in: 0...1_000_000) { settings.opensPerMinute = rate }
        for text in arguments.all("trusted-proxy") {
            settings.listener.trustedProxies.append(
                try arguments.read(text, of: "trusted-proxy", "Write it like 10.0.0.0/8 or fd00::1") { text in
                    // Every client could then say that it is another one.
                    AddressRange(text).flatMap { $0.hasEveryAddress ? nil : $0 }
                })
        }
        settings.logsAccess = arguments.has("access-log")
        logFormat = arguments["log-format"].flatMap(LogFormat.init(rawValue:)) ?? .text
        if let text = arguments["admin"] {
            // Bound to loopback unless an address is given, because these pages are not public.
            let isPort = text.hasPrefix(":")
            settings.admin = try Self.address(isPort ? "127.0.0.1\(text)" : text, of: "admin", arguments)
        }
        try readCertificates(arguments)
    }

    private mutating func readCertificates(_ arguments: ParsedArguments) throws(CommandLineFailure) {
        let (certificates, keys) = (arguments.all("tls-cert"), arguments.all("tls-key"))
        guard certificates.count == keys.count else {
            throw arguments.failure("Each '--tls-cert <file>' needs its '--tls-key <file>', in the same order")
        }
        settings.certificates = zip(certificates, keys).map { CertificateFiles(certificate: $0, key: $1) }
        if let text = arguments["redirect-http"] {
            settings.redirect = try Self.address(text, of: "redirect-http", arguments)
        }
        settings.challenges = arguments["acme-challenges"]
        settings.httpsPort = try arguments.integer("https-port", in: 1...65_535)
        if settings.redirect == nil, settings.inheritedRedirect == nil {
            // Without a certificate, the main listener itself serves the challenges for the first one.
            let needing = settings.certificates.isEmpty ? ["https-port"] : ["acme-challenges", "https-port"]
            for flag in needing where arguments[flag] != nil {
                throw arguments.failure("'--\(flag)' needs '--redirect-http <addr:port>'")
            }
        } else if settings.certificates.isEmpty {
            throw arguments.failure(
                "'--redirect-http <addr:port>' needs '--tls-cert <file>' and '--tls-key <file>'. "
                    + "Behind a proxy that terminates TLS, let the proxy redirect")
        }
    }

    private static func address(_ text: String, of flag: String, _ arguments: ParsedArguments)
        throws(CommandLineFailure) -> ListenAddress
    {
        let isPort = ListenAddress(":\(text)") != nil
        let examples = isPort ? "127.0.0.1:\(text) or :\(text)" : "127.0.0.1:8080 or [::1]:8080"
        return try arguments.read(text, of: flag, "Write it like \(examples)") { ListenAddress($0) }
    }
}
