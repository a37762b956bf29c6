import CCurl
import Doctor
import HostExport
import TextEncoding

/// A handle of libcurl with its connections.
///
/// It is unchecked because a handle may move between threads, and `Fetcher` lends it to one at a time.
final class CurlConnection: @unchecked Sendable {
    /// The maximum length of a body, in bytes.
    static let longestBody = 8 << 20
    /// The time limit of a request, in milliseconds.
    static let timeout = 10_000

    private let handle: UnsafeMutableRawPointer
    private let resolve: UnsafeMutablePointer<curl_slist>?
    private let connections: UnsafeMutablePointer<curl_slist>?

    init?(resolve: [String], connections: [String], authorities: String?) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        self.resolve = resolve.reduce(nil) { curl_slist_append($0, $1) }
        self.connections = connections.reduce(nil) { curl_slist_append($0, $1) }
        curl_set_list(handle, CURLOPT_RESOLVE, self.resolve)
        curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        if let authorities { curl_set_text(handle, CURLOPT_CAINFO, authorities) }
        // iOS and Android accept no older version.
        curl_set_number(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        // A proxy from the environment could alter the responses.
        curl_set_text(handle, CURLOPT_PROXY, "")
        curl_set_number(handle, CURLOPT_CERTINFO, 1)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(resolve)
        curl_slist_free_all(connections)
    }

    /// Sends a request to its origin, with its own host as the `Host` field, in the time that is left; returns the
    /// response, or the reason why there is none, and the validity period of the certificate if the connection is new.
    func fetch(_ asked: ExaminationRequest, within milliseconds: Int) -> (FetchEnding, CertificatePeriod?) {
        let (request, origin) = (asked.request, asked.origin)
        curl_set_number(handle, CURLOPT_TIMEOUT_MS, min(milliseconds, Self.timeout))
        var route: UnsafeMutablePointer<curl_slist>?
        if let address = asked.address {
            route = curl_slist_append(nil, "::\(address.contains(":") ? "[\(address)]" : address):\(origin.port)")
        }
        defer { curl_slist_free_all(route) }
        curl_set_list(handle, CURLOPT_CONNECT_TO, route ?? connections)
        var headers: UnsafeMutablePointer<curl_slist>?
        let hasPort = request.host.contains(":")
        let host = hasPort || origin.hasDefaultPort ? request.host : "\(request.host):\(origin.port)"
        var fields = [HeaderField("Host", host)] + request.headers
        if !request.headers.contains(where: { $0.name == "User-Agent" }) {
            fields.append(HeaderField("User-Agent", ""))
        }
        for field in fields {
            // libcurl omits a field without a value, here the User-Agent that it would otherwise add.
            headers = curl_slist_append(headers, "\(field.name):" + (field.value.isEmpty ? "" : " \(field.value)"))
        }
        defer { curl_slist_free_all(headers) }
        curl_set_text(handle, CURLOPT_URL, "\(origin)/")
        curl_set_text(handle, CURLOPT_REQUEST_TARGET, request.target)
        curl_set_number(handle, CURLOPT_NOBODY, request.method == "HEAD" ? 1 : 0)
        if request.method == "HEAD" || request.method == "GET" {
            curl_set_text(handle, CURLOPT_CUSTOMREQUEST, nil)
            if request.method == "GET" { curl_set_number(handle, CURLOPT_HTTPGET, 1) }
        } else {
            curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
        }
        curl_set_list(handle, CURLOPT_HTTPHEADER, headers)
        // The request already has its Accept-Encoding; this only enables decoding. An empty text would replace the
        // field.
        curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, asked.isDecoded ? "gzip" : nil)
        var body: [UInt8] = []
        do {
            try withUnsafeMutablePointer(to: &body) { body throws(CurlTransfer.Failure) in
                curl_set_sink(
                    handle,
                    { bytes, size, count, context in
                        guard let bytes, let body = context?.assumingMemoryBound(to: [UInt8].self) else { return 0 }
                        body.pointee += UnsafeRawBufferPointer(start: bytes, count: size * count)
                        return body.pointee.count > CurlConnection.longestBody ? 0 : size * count
                    }, body)
                try CurlTransfer.perform(handle)
            }
        } catch {
            return (.failure(failure(error, at: asked.address)), nil)
        }
        let response = HostResponse(
            status: CurlTransfer.status(of: handle), headers: CurlTransfer.headers(of: handle), body: body)
        // A reused connection reports no certificate.
        guard let begin = certificateLine("Start date"), let end = certificateLine("Expire date") else {
            return (.response(response), nil)
        }
        return (.response(response), CertificatePeriod(begin: begin, end: end))
    }

    private func certificateLine(_ name: String) -> String? {
        curl_get_certificate_line(handle, name).map { String(cString: $0) }
    }

    /// Returns the cause of a failure, by libcurl's codes alone.
    private func failure(_ error: CurlTransfer.Failure, at address: String?) -> FetchFailure {
        let isExpired = curl_get_number(handle, CURLINFO_SSL_VERIFYRESULT) == Self.expired
        let cause: FetchFailure.Cause =
            switch error.code {
            case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
            case CURLE_COULDNT_CONNECT: address.map(DoctorAddresses.isRouted) ?? true ? .unreachable : .noRoute
            case CURLE_OPERATION_TIMEDOUT: .timeout
            case CURLE_WRITE_ERROR: .tooLong
            // libcurl 7.88 refuses a longer header line with the first, libcurl 8.6 with the second.
            case CURLE_OUT_OF_MEMORY, Self.tooLarge: .tooManyFields
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER: .handshake
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR:
                isExpired ? .expired : .untrusted
            case CURLE_BAD_CONTENT_ENCODING: .undecodable
            default: .other
            }
        return FetchFailure(cause, error.message)
    }

    /// `CURLE_TOO_LARGE`, which Debian 12's headers lack.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// OpenSSL's `X509_V_ERR_CERT_HAS_EXPIRED`.
    private static let expired = 10
}
