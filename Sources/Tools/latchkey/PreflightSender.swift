import AuthContracts
import CCurl
import SiteCheck
import TextEncoding

/// Sends preflight requests like a browser, with libcurl: without cookies, credentials or redirects.
enum PreflightSender {
    /// Sends a request and waits for the response within the preflight's timeout.
    static func send(_ preflight: Preflight) -> PreflightEnding {
        do {
            return try transfer("OPTIONS", preflight.url, preflight.headers, within: preflight.timeout) { handle in
                // The body is not needed and may be endless.
                curl_set_number(handle, CURLOPT_NOBODY, 1)
            } read: {
                .response(status: CurlTransfer.status(of: $0), headers: CurlTransfer.headers(of: $0))
            }
        } catch {
            return .failure(failure(error))
        }
    }

    /// Sends the request of a question; nil if there is no response.
    static func ask(_ question: CaptchaQuestion) -> ContractResponse? {
        let request = question.request
        let headers = request.headers + [HeaderField("Origin", question.origin)]
        var body: [UInt8] = []
        return withUnsafeMutablePointer(to: &body) { body in
            try? transfer(request.method.rawValue, request.url, headers, within: question.timeout) { handle in
                if !request.body.isEmpty {
                    curl_set_number(handle, CURLOPT_POSTFIELDSIZE, request.body.count)
                    curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, String(decoding: request.body, as: UTF8.self))
                }
                curl_set_sink(
                    handle,
                    { bytes, size, count, context in
                        guard let bytes, let body = context?.assumingMemoryBound(to: [UInt8].self) else { return 0 }
                        body.pointee += UnsafeRawBufferPointer(start: bytes, count: size * count)
                        return body.pointee.count > ContractResponse.longestBody ? 0 : size * count
                    }, body)
            } read: {
                ContractResponse(
                    status: CurlTransfer.status(of: $0), headers: CurlTransfer.headers(of: $0), body: body.pointee)
            }
        }
    }

    static func transfer<Response>(
        _ method: String, _ url: String, _ fields: [HeaderField], within seconds: Int,
        prepare: (UnsafeMutableRawPointer) -> Void, read: (UnsafeMutableRawPointer) -> Response
    ) throws(CurlTransfer.Failure) -> Response {
        guard let handle = curl_easy_init() else {
            throw CurlTransfer.Failure(code: CURLE_OUT_OF_MEMORY, message: "out of memory")
        }
        defer { curl_easy_cleanup(handle) }
        var headers: UnsafeMutablePointer<curl_slist>?
        for field in fields { headers = curl_slist_append(headers, "\(field.name): \(field.value)") }
        defer { curl_slist_free_all(headers) }
        curl_set_text(handle, CURLOPT_URL, url)
        curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        curl_set_text(handle, CURLOPT_CUSTOMREQUEST, method)
        curl_set_list(handle, CURLOPT_HTTPHEADER, headers)
        // Some hosts refuse requests without a User-Agent.
        curl_set_text(handle, CURLOPT_USERAGENT, "Mozilla/5.0 (latchkey)")
        curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_number(handle, CURLOPT_TIMEOUT, seconds)
        prepare(handle)
        try CurlTransfer.perform(handle)
        return read(handle)
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
