internal import CGnuTLS

/// Certificates for the same host names with keys of different types; GnuTLS selects one that suits the client's
/// algorithms.
///
/// `gnutls_certificate_set_x509_key` can select among certificates by name itself, but only by exact match, so that
/// wildcards never match. Therefore each set of names has its own credentials.
final class CertificateGroup {
    /// The DNS names among the subject alternative names (RFC 5280, section 4.2.1.6), in the certificate's order.
    let names: [String]
    private let credentials: gnutls_certificate_credentials_t
    private let certificate: gnutls_x509_crt_t

    init(_ pair: CertificatePair) throws(CertificateProblem) {
        var credentials: gnutls_certificate_credentials_t?
        guard gnutls_certificate_allocate_credentials(&credentials) == GNUTLS_E_SUCCESS, let credentials else {
            throw CertificateProblem("out of memory for a certificate")
        }
        let certificate: gnutls_x509_crt_t
        do throws(CertificateProblem) {
            try Self.add(pair, to: credentials)
            certificate = try Self.certificate(in: credentials, pair.files)
        } catch {
            gnutls_certificate_free_credentials(credentials)
            throw error
        }
        self.credentials = credentials
        self.certificate = certificate
        names = Self.names(of: certificate)
    }

    deinit {
        gnutls_x509_crt_deinit(certificate)
        gnutls_certificate_free_credentials(credentials)
    }

    /// Adds a certificate for the same names with a key of another type.
    func add(_ pair: CertificatePair) throws(CertificateProblem) {
        try Self.add(pair, to: credentials)
    }

    /// The time at which the certificate expires (RFC 5280, section 4.1.2.5), in seconds since 1970.
    var expires: Int { Int(gnutls_x509_crt_get_expiration_time(certificate)) }

    /// Sets these credentials on a session; returns whether GnuTLS accepted them.
    func use(in session: gnutls_session_t) -> Bool {
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
            == GNUTLS_E_SUCCESS
    }

    /// Whether the certificate is valid for a host name (RFC 6125, section 6.4).
    func isFor(_ host: String, allowsWildcards: Bool) -> Bool {
        let flags = allowsWildcards ? 0 : GNUTLS_VERIFY_DO_NOT_ALLOW_WILDCARDS.rawValue
        return gnutls_x509_crt_check_hostname2(certificate, host, flags) != 0
    }

    private static func add(_ pair: CertificatePair, to credentials: gnutls_certificate_credentials_t)
        throws(CertificateProblem)
    {
        let result = withDatum(pair.certificate) { certificate in
            withDatum(pair.key) { key in
                gnutls_certificate_set_x509_key_mem2(credentials, certificate, key, GNUTLS_X509_FMT_PEM, nil, 0)
            }
        }
        guard result >= 0 else {
            throw CertificateProblem(
                "cannot use the certificate '\(pair.files.certificate)' with the key '\(pair.files.key)': "
                    + reason(result), in: pair.files)
        }
    }

    private static func withDatum(_ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Int32) -> Int32 {
        var bytes = bytes
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
            return body(&datum)
        }
    }

    /// Returns a copy of the leaf certificate, the first in the chain.
    private static func certificate(in credentials: gnutls_certificate_credentials_t, _ files: CertificateFiles)
        throws(CertificateProblem) -> gnutls_x509_crt_t
    {
        var chain: UnsafeMutablePointer<gnutls_x509_crt_t?>?
        var count: UInt32 = 0
        guard gnutls_certificate_get_x509_crt(credentials, 0, &chain, &count) == GNUTLS_E_SUCCESS, let chain,
            count > 0, let first = chain[0]
        else { throw CertificateProblem("cannot read the names in the certificate '\(files.certificate)'", in: files) }
        for place in 1..<max(Int(count), 1) { gnutls_x509_crt_deinit(chain[place]) }
        tls_free_list(chain)
        return first
    }

    private static func names(of certificate: gnutls_x509_crt_t) -> [String] {
        var names: [String] = []
        var place: UInt32 = 0
        while true {
            var name = [CChar](repeating: 0, count: 256)
            var length = name.count - 1
            let kind = gnutls_x509_crt_get_subject_alt_name(certificate, place, &name, &length, nil)
            if kind == GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE { return names }
            if kind == Int32(GNUTLS_SAN_DNSNAME.rawValue) {
                names.append(String(decoding: name[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self))
            }
            place += 1
        }
    }

    private static func reason(_ result: Int32) -> String {
        switch result {
        case GNUTLS_E_BASE64_DECODING_ERROR, GNUTLS_E_BASE64_UNEXPECTED_HEADER_ERROR,
            GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE, GNUTLS_E_NO_CERTIFICATE_FOUND:
            "the first must contain a certificate and the second its key, both in PEM"
        case GNUTLS_E_DECRYPTION_FAILED: "the key is encrypted; use one without a passphrase"
        case GNUTLS_E_CERTIFICATE_KEY_MISMATCH: "the key is not that of the certificate"
        default: gnutls_strerror(result).map { String(cString: $0).lowercased() } ?? "error \(result)"
        }
    }
}
