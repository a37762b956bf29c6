import CCurl
import Doctor
import HostExport
import TextEncoding

/// Fetches over libcurl for `doctor`: never follows a redirect, sends no cookie, and keeps connections open between requests.
final class Fetcher {
    /// The longest body that is read, in bytes.
    static let longestBody = 8 << 20

    private let handle: UnsafeMutableRawPointer
    private let resolve: UnsafeMutablePointer<curl_slist>?
    private let connections: UnsafeMutablePointer<curl_slist>?
    private var certificates: [Origin: CertificatePeriod] = [:]

    /// - Parameters:
    ///   - resolve: as curl's `--resolve` has them: `example.com:443:127.0.0.1`.
    ///   - connections: as curl's `--connect-to` has them: `example.com:443:127.0.0.1:8443`.
    ///   - authorities: a file of certificates in PEM to be trusted in place of the system's; nil for the system's.
    ///   - timeout: for one request, in milliseconds.
    init?(resolve: [String], connections: [String] = [], authorities: String?, timeout: Int = 10_000) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        self.resolve = resolve.reduce(nil) { curl_slist_append($0, $1) }
        self.connections = connections.reduce(nil) { curl_slist_append($0, $1) }
        curl_set_list(handle, CURLOPT_RESOLVE, self.resolve)
        curl_set_list(handle, CURLOPT_CONNECT_TO, self.connections)
        curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        if let authorities { curl_set_text(handle, CURLOPT_CAINFO, authorities) }
        // Neither iOS nor Android takes anything older.
        curl_set_number(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_number(handle, CURLOPT_TIMEOUT_MS, timeout)
        // What a proxy on the way says is not what the host says.
        curl_set_text(handle, CURLOPT_PROXY, "")
        curl_set_number(handle, CURLOPT_CERTINFO, 1)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(resolve)
        curl_slist_free_all(connections)
    }

    /// When the certificate is valid that an origin has shown; nil before the first answer, over http, and where the TLS
    /// library does not say.
    func certificate(of origin: Origin) -> CertificatePeriod? { certificates[origin] }

    /// Sends one request to the host of an origin.
    ///
    /// - Parameters:
    ///   - request: its host goes into the `Host` field, whatever host is connected to.
    ///   - origin: whom to connect to: `https://example.com`, `http://127.0.0.1:8080`.
    ///   - isDecoded: whether the body is wanted decoded; otherwise it comes as it was sent.
    /// - Returns: the answer, or why there is none.
    func fetch(_ request: HostRequest, from origin: Origin, isDecoded: Bool = false) -> FetchEnding {
        var headers: UnsafeMutablePointer<curl_slist>?
        let hasPort = request.host.contains(":")
        let host = hasPort || origin.hasDefaultPort ? request.host : "\(request.host):\(origin.port)"
        var fields = [HeaderField("Host", host)] + request.headers
        if !request.headers.contains(where: { $0.name == "User-Agent" }) {
            fields.append(HeaderField("User-Agent", ""))
        }
        for field in fields {
            // Without a value libcurl leaves a field out, which is what an empty User-Agent is for.
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
        // The field itself is among the request's; an empty text would have it say what libcurl can decode.
        curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, isDecoded ? "gzip" : nil)
        var body: [UInt8] = []
        var words = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let code = words.withUnsafeMutableBufferPointer { buffer in
            curl_set_text(handle, CURLOPT_ERRORBUFFER, UnsafePointer(buffer.baseAddress))
            return withUnsafeMutablePointer(to: &body) { body in
                curl_set_sink(
                    handle,
                    { bytes, size, count, context in
                        guard let bytes, let body = context?.assumingMemoryBound(to: [UInt8].self) else { return 0 }
                        body.pointee += UnsafeRawBufferPointer(start: bytes, count: size * count)
                        return body.pointee.count > Fetcher.longestBody ? 0 : size * count
                    }, body)
                return curl_easy_perform(handle)
            }
        }
        guard code == CURLE_OK else {
            let words = String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return .failure(
                Self.failure(code, words.isEmpty ? String(cString: curl_easy_strerror(code)) : words))
        }
        // An open connection that is used again has no certificate to show.
        if let begin = certificateLine("Start date"), let end = certificateLine("Expire date") {
            certificates[origin] = CertificatePeriod(begin: begin, end: end)
        }
        return .answer(
            HostAnswer(status: curl_get_number(handle, CURLINFO_RESPONSE_CODE), headers: fieldsOfAnswer, body: body))
    }

    private func certificateLine(_ name: String) -> String? {
        curl_get_certificate_line(handle, name).map { String(cString: $0) }
    }

    private var fieldsOfAnswer: [HeaderField] {
        var fields: [HeaderField] = []
        var last: UnsafeMutablePointer<curl_header>?
        while let header = curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, last) {
            fields.append(
                HeaderField(String(cString: header.pointee.name), String(cString: header.pointee.value)))
            last = header
        }
        return fields
    }

    private static func failure(_ code: CURLcode, _ words: String) -> FetchFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
        case CURLE_COULDNT_CONNECT: .unreachable
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_WRITE_ERROR: .tooLong
        case CURLE_OUT_OF_MEMORY: .tooManyFields
        case CURLE_RECV_ERROR where words.contains("header"): .tooManyFields
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER: .handshake(words)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR: .untrusted(words)
        default: .other(words)
        }
    }
}
