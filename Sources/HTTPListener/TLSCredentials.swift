internal import CGnuTLS
internal import Synchronization

/// A certificate chain and its key, as files in PEM.
public struct CertificateFiles: Hashable, Sendable {
    /// The server's own certificate first, then those of the authorities above it.
    public var certificate: String
    /// The path of the private key that belongs to the certificate.
    public var key: String

    /// A pair of paths; nothing is read yet.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// Why a certificate cannot be used.
public struct TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line in lower case without a full stop.
    public let description: String
}

/// What a listener speaks TLS with: certificates for one host or for several, chosen by the name that the client asks for
/// (RFC 6066, section 3).
public final class ServerCertificates: Sendable {
    private let files: [CertificateFiles]
    private let current: Mutex<TLSCredentials>
    private let ticketKey: SessionTicketKey

    /// Reads the files.
    ///
    /// - Throws: `TLSError` that names the file.
    public init(_ files: [CertificateFiles]) throws(TLSError) {
        self.files = files
        ticketKey = try SessionTicketKey()
        current = Mutex(try TLSCredentials(files, ticketKey))
    }

    /// Reads the files again, for connections from now on.
    ///
    /// - Throws: `TLSError`; the certificates before stay in use then.
    public func reload() throws(TLSError) {
        let read = try TLSCredentials(files, ticketKey)
        current.withLock { $0 = read }
    }

    var credentials: TLSCredentials { current.withLock { $0 } }
}

/// Certificates that were read once, with the key of the tickets by which clients come back.
// Unchecked: GnuTLS only reads them once they are set up (its manual, section "Thread safety").
final class TLSCredentials: @unchecked Sendable {
    private let credentials: gnutls_certificate_credentials_t
    private let priorities: gnutls_priority_t
    private let ticketKey: SessionTicketKey

    /// TLS 1.2 and 1.3, a key for each connection, and ciphers that authenticate (RFC 9325, section 4.2).
    private static let suites =
        "NONE:+VERS-TLS1.3:+VERS-TLS1.2:+ECDHE-ECDSA:+ECDHE-RSA:+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305:+AEAD"
        + ":+COMP-NULL:+CTYPE-X509:+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1"
        + ":+SIGN-ECDSA-SHA256:+SIGN-ECDSA-SHA384:+SIGN-ECDSA-SECP256R1-SHA256:+SIGN-ECDSA-SECP384R1-SHA384"
        + ":+SIGN-RSA-PSS-RSAE-SHA256:+SIGN-RSA-PSS-RSAE-SHA384:+SIGN-RSA-SHA256:+SIGN-RSA-SHA384:+SIGN-EDDSA-ED25519"
        // Of what both speak, the first above: a client does not choose the weaker one.
        + ":%SERVER_PRECEDENCE"

    init(_ files: [CertificateFiles], _ ticketKey: SessionTicketKey) throws(TLSError) {
        self.ticketKey = ticketKey
        var priorities: gnutls_priority_t?
        guard gnutls_priority_init(&priorities, Self.suites, nil) == GNUTLS_E_SUCCESS, let priorities else {
            throw TLSError(description: "GnuTLS does not know the cipher suites")
        }
        var credentials: gnutls_certificate_credentials_t?
        guard gnutls_certificate_allocate_credentials(&credentials) == GNUTLS_E_SUCCESS, let credentials else {
            gnutls_priority_deinit(priorities)
            throw TLSError(description: "there is no memory for a certificate")
        }
        self.credentials = credentials
        self.priorities = priorities
        for file in files {
            let result = gnutls_certificate_set_x509_key_file2(
                credentials, file.certificate, file.key, GNUTLS_X509_FMT_PEM, nil, 0)
            guard result >= 0 else {
                throw TLSError(
                    description:
                        "cannot use the certificate '\(file.certificate)' with the key '\(file.key)': \(Self.reason(result))"
                )
            }
        }
    }

    deinit {
        gnutls_certificate_free_credentials(credentials)
        gnutls_priority_deinit(priorities)
    }

    /// Makes a session speak with these.
    func prepare(_ session: gnutls_session_t) -> Bool {
        gnutls_priority_set(session, priorities) == GNUTLS_E_SUCCESS
            && gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
                == GNUTLS_E_SUCCESS
            && ticketKey.allow(session)
    }

    private static func reason(_ result: Int32) -> String {
        switch result {
        case GNUTLS_E_FILE_ERROR: "one of the two files cannot be read"
        case GNUTLS_E_CERTIFICATE_KEY_MISMATCH: "the key is not that of the certificate"
        default: gnutls_strerror(result).map { String(cString: $0).lowercased() } ?? "error \(result)"
        }
    }
}

/// The key that the tickets of a listener's sessions are sealed with, new at each start; GnuTLS derives others from it as
/// time goes on.
// Unchecked: written once, read by all.
final class SessionTicketKey: @unchecked Sendable {
    private var key = gnutls_datum_t()

    init() throws(TLSError) {
        guard gnutls_session_ticket_key_generate(&key) == GNUTLS_E_SUCCESS else {
            throw TLSError(description: "the system has no random numbers")
        }
    }

    deinit {
        tls_free(&key)
    }

    func allow(_ session: gnutls_session_t) -> Bool {
        gnutls_session_ticket_enable_server(session, &key) == GNUTLS_E_SUCCESS
    }
}
