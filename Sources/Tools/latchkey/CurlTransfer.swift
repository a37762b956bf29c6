import CCurl
import TextEncoding

/// The transfer of a libcurl handle.
enum CurlTransfer {
    /// An error of libcurl, with its message.
    struct Failure: Error {
        let code: CURLcode
        let message: String
    }

    /// Performs the transfer that a handle is set up for.
    static func perform(_ handle: UnsafeMutableRawPointer) throws(Failure) {
        var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let code = message.withUnsafeMutableBufferPointer { buffer in
            curl_set_text(handle, CURLOPT_ERRORBUFFER, UnsafePointer(buffer.baseAddress))
            return curl_easy_perform(handle)
        }
        guard code != CURLE_OK else { return }
        let text = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        throw Failure(code: code, message: text.isEmpty ? String(cString: curl_easy_strerror(code)) : text)
    }

    static func status(of handle: UnsafeMutableRawPointer) -> Int { curl_get_number(handle, CURLINFO_RESPONSE_CODE) }

    /// The header fields of the last response, in order.
    static func headers(of handle: UnsafeMutableRawPointer) -> [HeaderField] {
        var headers: [HeaderField] = []
        var last: UnsafeMutablePointer<curl_header>?
        while let header = curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, last) {
            headers.append(HeaderField(String(cString: header.pointee.name), String(cString: header.pointee.value)))
            last = header
        }
        return headers
    }
}
