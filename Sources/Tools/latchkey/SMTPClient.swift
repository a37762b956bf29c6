import CCurl
import MIME

/// Sends emails to an SMTP server.
struct SMTPClient: Sendable {
    let server: SMTPServer
    /// The user's password; nil without authentication.
    var password: String?

    /// The reason why an email was not accepted, in lower case without a full stop.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The time limit for sending an email, in seconds; the caller waits.
    private static let timeout = 10

    /// Sends an email to the only recipient, regardless of the headers, and waits until the server has accepted it.
    func send(_ message: EmailMessage, to recipient: String) throws(Failure) {
        guard let handle = curl_easy_init() else { throw Failure(description: "out of memory") }
        defer { curl_easy_cleanup(handle) }
        let recipients = curl_slist_append(nil, recipient)
        defer { curl_slist_free_all(recipients) }
        let source = Source(message.bytes)
        let context = Unmanaged.passRetained(source)
        defer { context.release() }
        curl_set_text(handle, CURLOPT_URL, server.address)
        // A proxy from the environment could not reach a server on this machine.
        if server.isLocal { curl_set_text(handle, CURLOPT_PROXY, "") }
        curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        if let user = server.user {
            curl_set_text(handle, CURLOPT_USERNAME, user)
            curl_set_text(handle, CURLOPT_PASSWORD, password ?? "")
        }
        if !server.isLocal {
            // TLS is used if the server offers it, and required if a password is sent.
            curl_set_number(
                handle, CURLOPT_USE_SSL, Int(server.user == nil ? CURLUSESSL_TRY.rawValue : CURLUSESSL_ALL.rawValue))
        }
        curl_set_text(handle, CURLOPT_MAIL_FROM, message.from.address)
        curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients)
        curl_set_number(handle, CURLOPT_UPLOAD, 1)
        curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_number(handle, CURLOPT_TIMEOUT, Self.timeout)
        curl_set_source(
            handle,
            { buffer, size, count, context in
                guard let buffer, let context else { return 0 }
                let source = Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
                return source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
            }, context.toOpaque())
        let code = curl_easy_perform(handle)
        guard code == CURLE_OK else {
            throw Failure(description: String(cString: curl_easy_strerror(code)).lowercased())
        }
    }
}

/// The bytes that libcurl has not read yet.
private final class Source {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(rest.count, buffer.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}
