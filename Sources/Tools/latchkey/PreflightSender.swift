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
        do {
            try CurlTransfer.perform(handle)
        } catch {
            return .failure(failure(error))
        }
        return .response(status: CurlTransfer.status(of: handle), headers: CurlTransfer.headers(of: handle))
    }

    private static func failure(_ error: CurlTransfer.Failure) -> PreflightEnding.Failure {
        switch error.code {
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
        case CURLE_COULDNT_CONNECT: .unreachable
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY,
            CURLE_UNSUPPORTED_PROTOCOL:
            .connectionClosed
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR:
            .untrusted(error.message)
        default: .other(error.message)
        }
    }
}
