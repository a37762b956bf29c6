internal import CGnuTLS
internal import Synchronization

/// The TLS certificates of a listener, for one host or several, selected by server name indication (RFC 6066, section
/// 3).
package final class ServerCertificates: Sendable {
    private let pairs: Mutex<[CertificatePair]>
    private let current: Mutex<TLSCredentials>
    private let ticketKey: SessionTicketKey

    package init(_ files: [CertificateFiles]) throws(CertificateProblem) {
        var pairs: [CertificatePair] = []
        for files in files { pairs.append(try CertificatePair(reading: files)) }
        ticketKey = try SessionTicketKey()
        current = Mutex(try TLSCredentials(pairs, ticketKey))
        self.pairs = Mutex(pairs)
    }

    /// The times at which the certificates in use expire, in seconds since 1970, in the order of the files.
    package var expirations: [Int] { pairs.withLock { $0.map(\.expires) } }

    /// Reads the files again, each pair on its own, for new connections; a pair with an error stays in use as it was.
    /// The errors are in the order of the files.
    package func reload() -> [CertificateProblem?] {
        pairs.withLock { pairs in
            var read = pairs
            var problems: [CertificateProblem?] = []
            for index in pairs.indices {
                do throws(CertificateProblem) {
                    read[index] = try CertificatePair(reading: pairs[index].files)
                    problems.append(nil)
                } catch {
                    problems.append(error)
                }
            }
            do throws(CertificateProblem) {
                let credentials = try TLSCredentials(read, ticketKey)
                current.withLock { $0 = credentials }
                pairs = read
            } catch {
                problems = problems.map { $0 ?? error }
            }
            return problems
        }
    }

    var credentials: TLSCredentials { current.withLock { $0 } }
}

/// Loaded certificates, with the key that encrypts session tickets.
// Unchecked: once set up, GnuTLS only reads them (its manual, section "Thread safety").
final class TLSCredentials: @unchecked Sendable {
    /// The groups of certificates, never empty. The first is the default for clients that send no host name or an
    /// unknown one.
    private let groups: [CertificateGroup]
    private let priorities: gnutls_priority_t
    private let ticketKey: SessionTicketKey

    /// TLS 1.2 and 1.3 with forward secrecy and authenticated encryption only (RFC 9325, section 4.2).
    private static let suites =
        "NONE:+VERS-TLS1.3:+VERS-TLS1.2:+ECDHE-ECDSA:+ECDHE-RSA:+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305:+AEAD"
        + ":+COMP-NULL:+CTYPE-X509:+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1"
        + ":+SIGN-ECDSA-SHA256:+SIGN-ECDSA-SHA384:+SIGN-ECDSA-SECP256R1-SHA256:+SIGN-ECDSA-SECP384R1-SHA384"
        + ":+SIGN-RSA-PSS-RSAE-SHA256:+SIGN-RSA-PSS-RSAE-SHA384:+SIGN-RSA-SHA256:+SIGN-RSA-SHA384:+SIGN-EDDSA-ED25519"
        // The server's order of preference applies.
        + ":%SERVER_PRECEDENCE"

    init(_ pairs: [CertificatePair], _ ticketKey: SessionTicketKey) throws(CertificateProblem) {
        self.ticketKey = ticketKey
        var groups: [CertificateGroup] = []
        for pair in pairs {
            let read = try CertificateGroup(pair)
            if let known = groups.first(where: { $0.names == read.names }) {
                try known.add(pair)
            } else {
                groups.append(read)
            }
        }
        self.groups = groups
        var priorities: gnutls_priority_t?
        guard gnutls_priority_init(&priorities, Self.suites, nil) == GNUTLS_E_SUCCESS, let priorities else {
            throw CertificateProblem("GnuTLS does not support the cipher suites")
        }
        self.priorities = priorities
    }

    deinit {
        gnutls_priority_deinit(priorities)
    }

    /// Configures a session with these credentials, which must outlive it.
    func prepare(_ session: gnutls_session_t) -> Bool {
        guard let first = groups.first, gnutls_priority_set(session, priorities) == GNUTLS_E_SUCCESS,
            first.use(in: session), ticketKey.allow(session)
        else { return false }
        if groups.count > 1 {
            gnutls_session_set_ptr(session, Unmanaged.passUnretained(self).toOpaque())
            gnutls_handshake_set_post_client_hello_function(session, Self.choose)
        }
        return true
    }

    /// Selects the certificate for the host name in the ClientHello.
    private static let choose: gnutls_handshake_simple_hook_func = { session in
        guard let session, let pointer = gnutls_session_get_ptr(session) else { return 0 }
        let credentials = Unmanaged<TLSCredentials>.fromOpaque(pointer).takeUnretainedValue()
        if let host = askedHost(session), let group = credentials.group(for: host) { _ = group.use(in: session) }
        return 0
    }

    private static func askedHost(_ session: gnutls_session_t) -> String? {
        // A domain name has at most 253 bytes (RFC 1035, section 3.1).
        var name = [CChar](repeating: 0, count: 256)
        var length = name.count - 1
        var kind: UInt32 = 0
        guard gnutls_server_name_get(session, &name, &length, &kind, 0) == GNUTLS_E_SUCCESS else { return nil }
        return String(decoding: name[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the group for a host; one that names the host exactly takes precedence over a wildcard.
    private func group(for host: String) -> CertificateGroup? {
        groups.first { $0.isFor(host, allowsWildcards: false) }
            ?? groups.first { $0.isFor(host, allowsWildcards: true) }
    }
}

/// The key that encrypts a listener's session tickets, new at each start; GnuTLS derives rotating keys from it.
// Unchecked: written once in `init`, then only read.
final class SessionTicketKey: @unchecked Sendable {
    private var key = gnutls_datum_t()

    init() throws(CertificateProblem) {
        guard gnutls_session_ticket_key_generate(&key) == GNUTLS_E_SUCCESS else {
            throw CertificateProblem("the system has no random numbers")
        }
    }

    deinit {
        tls_free(&key)
    }

    func allow(_ session: gnutls_session_t) -> Bool {
        gnutls_session_ticket_enable_server(session, &key) == GNUTLS_E_SUCCESS
    }
}
