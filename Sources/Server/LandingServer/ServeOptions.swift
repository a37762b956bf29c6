internal import Arguments
internal import HTTPListener
internal import HTTPMessages

/// The server's parsed flags.
struct ServeOptions {
    var settings: ServerSettings
    var logFormat: LogFormat

    /// A flag with an integer value, and the setting that it changes.
    private struct Number: Sendable {
        var name: String
        var unit: String
        var range: ClosedRange<Int>
        var help: String
        var path: any WritableKeyPath<HTTPListener.Options, Int> & Sendable
    }

    private static let numbers: [Number] = [
        Number(
            name: "connections", unit: "n", range: 16...1_000_000,
            help: "The maximum number of connections; beyond it, the one idle longest is closed.", path: \.connections),
        Number(
            name: "connections-per-address", unit: "n", range: 1...1_000_000,
            help: "The maximum for an IPv4 address or an IPv6 /64, except loopback and trusted proxies.",
            path: \.connectionsPerAddress),
        Number(
            name: "head-timeout", unit: "seconds", range: 1...3_600,
            help: "Time for the head of a request, TLS included.", path: \.headSeconds),
        Number(
            name: "request-timeout", unit: "seconds", range: 1...3_600, help: "Time for a whole request.",
            path: \.requestSeconds),
        Number(
            name: "idle-timeout", unit: "seconds", range: 1...3_600,
            help: "How long a connection may stay open between two requests.", path: \.idleSeconds),
        Number(
            name: "drain-timeout", unit: "seconds", range: 0...3_600,
            help: "How long responses in progress may take once the server stops.", path: \.drainSeconds),
        Number(
            name: "max-target", unit: "bytes", range: 64...65_536, help: "The maximum length of a request's address.",
            path: \.longestTarget),
        Number(
            name: "max-head", unit: "bytes", range: 512...1_048_576, help: "The maximum length of a request's head.",
            path: \.longestHead),
        Number(
            name: "max-fields", unit: "n", range: 8...10_000, help: "The maximum number of header fields in a request.",
            path: \.maximumFields),
        Number(
            name: "max-body", unit: "bytes", range: 0...1_048_576, help: "The maximum length of a request's body.",
            path: \.longestBody),
        Number(
            name: "threads", unit: "n", range: 1...64,
            help: "The number of threads. (default: one for each processor, at most 8)",
            path: \.threads),
    ]

    static var all: [Option] {
        let defaults = ServerSettings(folder: "", listen: []).limits
        return [
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
        ]
            + numbers.map { number in
                let value = defaults[keyPath: number.path]
                let help = number.help + (value > 0 ? " (default: \(value))" : "")
                return Option(long: number.name, value: number.unit, help: help)
            }
    }

    /// - Parameters:
    ///   - arguments: the parsed command line.
    ///   - release: the folder of the release if the command line names none.
    /// - Throws: `CommandLineFailure` if a flag is invalid.
    init(_ arguments: ParsedArguments, release: String) throws(CommandLineFailure) {
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
        for number in Self.numbers {
            if let value = try arguments.integer(number.name, in: number.range) {
                settings.limits[keyPath: number.path] = value
            }
        }
        if let rate = try arguments.integer("open-rate", in: 0...1_000_000) { settings.opensPerMinute = rate }
        for text in arguments.all("trusted-proxy") {
            settings.limits.trustedProxies.append(
                try arguments.read(text, of: "trusted-proxy", "Write it like 10.0.0.0/8 or fd00::1", AddressRange.init))
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
