import CCurl
import Sandbox

/// Hands mails to an SMTP server, without encryption or a login: one that catches mail on this machine or next to it.
struct Mailer: Sendable {
    /// `127.0.0.1:1025`
    let server: String

    /// Why a mail did not go out, in lower case without a full stop.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Seconds for a mail in all; whoever asked for it waits as long.
    private static let patience = 10

    /// Reads `HOST:PORT`; nil where the text is something else.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (1...65_535).contains(port)
        else { return nil }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let allowed = isBracketed ? "0123456789abcdefABCDEF:.[]" : ""
        guard !host.isEmpty,
            host.utf8.allSatisfy({ byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-.".utf8.contains(byte)
                    || allowed.utf8.contains(byte)
            })
        else { return nil }
        server = text
    }

    /// Sends a mail and waits until the server has taken it.
    func send(_ mail: Mail) throws(Failure) {
        guard let handle = curl_easy_init() else { throw Failure(description: "there is no memory for it") }
        defer { curl_easy_cleanup(handle) }
        let recipients = curl_slist_append(nil, mail.to)
        defer { curl_slist_free_all(recipients) }
        let source = Source(mail.message)
        let context = Unmanaged.passRetained(source)
        defer { context.release() }
        curl_set_text(handle, CURLOPT_URL, "smtp://\(server)")
        // A proxy from the environment has no business with a mail to this machine.
        curl_set_text(handle, CURLOPT_PROXY, "")
        curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp")
        curl_set_text(handle, CURLOPT_MAIL_FROM, Mail.senderAddress)
        curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients)
        curl_set_number(handle, CURLOPT_UPLOAD, 1)
        curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_number(handle, CURLOPT_TIMEOUT, Self.patience)
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

/// The bytes that libcurl has not taken yet.
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
