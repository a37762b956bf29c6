import CCurl
import SiteCheck
import TextEncoding

/// Sends preflight requests like a browser, with libcurl: without cookies, credentials or redirects.
enum PreflightSender {
    /// Sends a request and waits for the response within the preflight's timeout.
    static func send(_ preflight: Preflight) -> PreflightEnding {
        guard let handle = curl_easy_init() else { return .failure(.other("out of memory")) }
        defer { curl_easy_cleanup(handle) }
        var headers: UnsafeMutablePointer<curl_slist>?
        for header in preflight.headers { headers = curl_slist_append(headers, "\(header.name): \(header.value)") }
        defer { curl_slist_free_all(headers) }
        curl_set_text(handle, CURLOPT_URL, preflight.url)
        curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        curl_set_text(handle, CURLOPT_CUSTOMREQUEST, "OPTIONS")
        // The body is not needed and may be endless.
        curl_set_number(handle, CURLOPT_NOBODY, 1)
        curl_set_list(handle, CURLOPT_HTTPHEADER, headers)
        // Some hosts refuse requests without a User-Agent.
        curl_set_text(handle, CURLOPT_USERAGENT, "Mozilla/5.0 (latchkey)")
        curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_number(handle, CURLOPT_TIMEOUT, preflight.timeout)
        var words = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let code = words.withUnsafeMutableBufferPointer { buffer in
            curl_set_text(handle, CURLOPT_ERRORBUFFER, UnsafePointer(buffer.baseAddress))
            return curl_easy_perform(handle)
        }
        guard code == CURLE_OK else {
            return .failure(
                failure(
                    code, words: String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
            )
        }
        return .answer(status: curl_get_number(handle, CURLINFO_RESPONSE_CODE), headers: self.headers(of: handle))
    }

    private static func headers(of handle: UnsafeMutableRawPointer) -> [HeaderField] {
        var headers: [HeaderField] = []
        var last: UnsafeMutablePointer<curl_header>?
        while let header = curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, last) {
            headers.append(
                HeaderField(String(cString: header.pointee.name), String(cString: header.pointee.value)))
            last = header
        }
        return headers
    }

    private static func failure(_ code: CURLcode, words: String) -> PreflightEnding.Failure {
        let words = words.isEmpty ? String(cString: curl_easy_strerror(code)) : words
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
        case CURLE_COULDNT_CONNECT: .unreachable
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY,
            CURLE_UNSUPPORTED_PROTOCOL:
            .connectionClosed
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR:
            .untrusted(words)
        default: .other(words)
        }
    }
}
