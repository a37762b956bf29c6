package import HostExport

/// The outcome of a request.
package enum FetchEnding: Hashable, Sendable {
    case response(HostResponse)
    case failure(FetchFailure)

    /// The response; nil if there was none.
    package var response: HostResponse? {
        if case .response(let response) = self { response } else { nil }
    }
}

/// The reason for a missing response.
package enum FetchFailure: Hashable, Sendable {
    /// The name has no address.
    case unknownHost
    /// The connection was refused, or there is no route.
    case unreachable
    case timeout
    /// The body exceeds the limit.
    case tooLong
    /// The header fields exceed the limit.
    case tooManyFields
    /// No common TLS version or cipher; with the TLS library's message.
    case handshake(String)
    /// The certificate is not trusted; with the TLS library's message.
    case untrusted(String)
    case other(String)
}

extension FetchEnding {
    /// Returns the finding for a missing response.
    func finding(_ subject: String) -> Finding {
        let (code, message, fix) = reason
        return Finding(.error, code, subject, message, fix: fix)
    }

    private var reason: (code: String, message: String, fix: String) {
        guard case .failure(let failure) = self else {
            return ("no-answer", "no response was received", "Look at the server's error log.")
        }
        return switch failure {
        case .unknownHost:
            ("unknown-host", "the host's name has no address", "Add an A or AAAA record for the host.")
        case .unreachable:
            (
                "unreachable", "no connection could be established",
                "Start the server, and open the port in the firewall."
            )
        case .timeout:
            (
                "timeout", "no response was received in time",
                "Check the server's load, and whether a firewall drops packets."
            )
        case .tooLong: ("endless-body", "the response does not end", "Serve the file itself.")
        case .tooManyFields:
            (
                "endless-fields", "the response has more than 100 kB of header fields",
                "Find out what adds header fields of this size: browsers and proxies reject such a response."
            )
        case .handshake(let reason) where reason.contains("wrong version number"):
            ("no-tls", "the server there does not use TLS: \(reason)", "Serve https on this port.")
        case .handshake(let reason):
            (
                "tls", "TLS 1.2 or later could not be negotiated: \(reason)",
                "Offer TLS 1.2 and 1.3: phones accept nothing older."
            )
        case .untrusted(let reason):
            (
                "certificate", "the certificate is not trusted: \(reason)",
                reason.contains("expired")
                    ? "Renew the certificate, and automate its renewal: 'certbot renew', or the host's own method."
                    : "Send a certificate for this host with its whole chain, from an authority that phones trust."
            )
        case .other(let reason):
            ("no-answer", "no response was received: \(reason)", "Look at the server's error log.")
        }
    }
}
