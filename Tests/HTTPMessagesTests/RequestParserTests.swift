import HTTPListener
import Testing
import TextEncoding

@testable import HTTPMessages

/// A request head and what becomes of it.
struct CheckingCase: Sendable, CustomTestStringConvertible {
    var method = "GET"
    var target: [UInt8]
    var version = "HTTP/1.1"
    var headers: HTTPHeaders = ["Host": "artitec.com"]
    /// Path, query, host and port, or the refusal's status and reason.
    var result: String

    init(
        _ target: String, _ result: String, method: String = "GET", version: String = "HTTP/1.1",
        headers: HTTPHeaders = ["Host": "artitec.com"]
    ) {
        self.init(Array(target.utf8), result, method: method, version: version, headers: headers)
    }

    init(
        _ target: [UInt8], _ result: String, method: String = "GET", version: String = "HTTP/1.1",
        headers: HTTPHeaders = ["Host": "artitec.com"]
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
        self.result = result
    }

    var testDescription: String { "\(method) \(String(decoding: target.prefix(80), as: UTF8.self)) \(headers.fields)" }
}

@Suite("Requests are checked before anything is believed")
struct CheckingTests {
    private func result(_ test: CheckingCase) -> String {
        var bytes = Array("\(test.method) ".utf8) + test.target + Array(" \(test.version)\r\n".utf8)
        for field in test.headers.fields { bytes += Array("\(field.name): \(field.value)\r\n".utf8) }
        bytes += Array("\r\nx".utf8)
        var parser = RequestParser(limits: RequestLimits())
        do throws(HTTPRefusal) {
            guard
                let request = try bytes.withUnsafeBufferPointer({ (bytes) throws(HTTPRefusal) in try parser.read(bytes)
                })
                .request
            else { return "incomplete" }
            let query = request.query.map { "?\($0)" } ?? ""
            let port = request.port.map { ":\($0)" } ?? ""
            return "\(request.path)\(query) @ \(request.host ?? "nobody")\(port)"
        } catch {
            return "\(error.status) \(error.reason)"
        }
    }

    static let malformedCharacter = "400 The address contains a character that is not allowed."
    static let malformedEscape = "400 The address contains a percent sign without two hexadecimal digits."
    static let malformedAddress = "400 The address is malformed."
    static let malformedHost = "400 The host is malformed."

    @Test(
        "a request's target is read, in absolute form too, or refused",
        arguments: [
            CheckingCase("/", "/ @ artitec.com"),
            CheckingCase("/a?b=c", "/a?b=c @ artitec.com"),
            CheckingCase("/a?", "/a? @ artitec.com"),
            CheckingCase("/a?b?c=/d", "/a?b?c=/d @ artitec.com"),
            CheckingCase("//a//", "//a// @ artitec.com"),
            CheckingCase("/a%2Fb%C3%A9+c;v=1", "/a%2Fb%C3%A9+c;v=1 @ artitec.com"),
            CheckingCase("/a?t=%0d%0a", "/a?t=%0d%0a @ artitec.com"),
            CheckingCase(
                "/" + String(repeating: "a", count: 8_191), "/\(String(repeating: "a", count: 8_191)) @ artitec.com"),
            CheckingCase("/" + String(repeating: "a", count: 8_192), "414 The address is too long."),
            CheckingCase("", malformedAddress),
            CheckingCase("a", malformedAddress),
            CheckingCase("?a", malformedAddress),
            CheckingCase("/a b", malformedCharacter),
            CheckingCase("/a\tb", malformedCharacter),
            CheckingCase("/a\u{7F}", malformedCharacter),
            CheckingCase("/a\\b", malformedCharacter),
            CheckingCase("/a?\\", "/a?\\ @ artitec.com"),
            CheckingCase("/a#b", malformedCharacter),
            CheckingCase("/é", malformedCharacter),
            CheckingCase([0x2F, 0xFF], malformedCharacter),
            CheckingCase([0x2F, 0x61, 0x00, 0x62], malformedCharacter),
            CheckingCase("/a%00", malformedCharacter),
            CheckingCase("/a%0A", malformedCharacter),
            CheckingCase("/a%7f", malformedCharacter),
            CheckingCase("/a%", malformedEscape),
            CheckingCase("/a%2", malformedEscape),
            CheckingCase("/a%2G", malformedEscape),
            CheckingCase("/a?b=100%", "/a?b=100% @ artitec.com"),
            CheckingCase("/a?b=%zz", "/a?b=%zz @ artitec.com"),
        ])
    func targets(test: CheckingCase) {
        #expect(result(test) == test.result)
    }

    @Test(
        "an absolute target names the host itself; no other form is taken",
        arguments: [
            CheckingCase("http://other.com/a?b", "/a?b @ other.com"),
            CheckingCase("HTTPS://Other.com:8443/a", "/a @ other.com:8443"),
            CheckingCase("http://other.com", "/ @ other.com"),
            CheckingCase("http://other.com?a", "/?a @ other.com"),
            CheckingCase("http://user@other.com/", malformedAddress),
            CheckingCase("http:///a", malformedAddress),
            CheckingCase("http://", malformedAddress),
            CheckingCase("http:/a", malformedAddress),
            CheckingCase("ftp://other.com/a", malformedAddress),
            CheckingCase("other.com:443", malformedAddress),
            CheckingCase("other.com:443", malformedAddress, method: "CONNECT"),
            CheckingCase("*", malformedAddress),
            CheckingCase("*", "* @ artitec.com", method: "OPTIONS"),
            CheckingCase("http://other.com/a", "400 The request names no host.", headers: [:]),
            CheckingCase("http://other.com/a", malformedHost, headers: ["Host": "a b"]),
        ])
    func forms(test: CheckingCase) {
        #expect(result(test) == test.result)
    }

    @Test(
        "a request's host is read without its case, final dot and empty port, or refused",
        arguments: [
            CheckingCase("/", "/ @ artitec.com", headers: ["host": "ARTITEC.com"]),
            CheckingCase("/", "/ @ artitec.com", headers: ["Host": "artitec.com."]),
            CheckingCase("/", "/ @ artitec.com:8080", headers: ["Host": "artitec.com:8080"]),
            CheckingCase("/", "/ @ artitec.com", headers: ["Host": "artitec.com:"]),
            CheckingCase("/", "/ @ 127.0.0.1:1", headers: ["Host": "127.0.0.1:1"]),
            CheckingCase("/", "/ @ [::1]:80", headers: ["Host": "[::1]:80"]),
            CheckingCase("/", "/ @ [2001:db8::a]", headers: ["Host": "[2001:DB8::A]"]),
            CheckingCase("/", "/ @ nobody", version: "HTTP/1.0", headers: [:]),
            CheckingCase("/", "/ @ artitec.com", version: "HTTP/1.0"),
            CheckingCase("/", "400 The request names no host.", headers: [:]),
            CheckingCase("/", "400 The request names its host twice.", headers: ["Host": "a.com", "Host": "a.com"]),
            CheckingCase(
                "/", "400 The request names its host twice.", version: "HTTP/1.0", headers: ["Host": "a", "HOST": "b"]),
            CheckingCase("/", malformedHost, headers: ["Host": ""]),
            CheckingCase("/", malformedHost, headers: ["Host": "a.com:x"]),
            CheckingCase("/", malformedHost, headers: ["Host": "a.com:99999"]),
            CheckingCase("/", malformedHost, headers: ["Host": "a.com:+1"]),
            CheckingCase("/", malformedHost, headers: ["Host": "a.com, b.com"]),
            CheckingCase("/", malformedHost, headers: ["Host": "a.com/"]),
            CheckingCase("/", malformedHost, headers: ["Host": "user@a.com"]),
            CheckingCase("/", malformedHost, headers: ["Host": "a%2ecom"]),
            CheckingCase("/", malformedHost, headers: ["Host": "a..com"]),
            CheckingCase("/", malformedHost, headers: ["Host": ".a.com"]),
            CheckingCase("/", malformedHost, headers: ["Host": "bücher.de"]),
            CheckingCase("/", malformedHost, headers: ["Host": "[::1"]),
            CheckingCase("/", malformedHost, headers: ["Host": "[::1]x"]),
            CheckingCase("/", malformedHost, headers: ["Host": "[a.com]"]),
            CheckingCase("/", "400 A header field contains a control character.", headers: ["Host": "a.com\u{0}"]),
            CheckingCase("/", malformedHost, headers: ["Host": String(repeating: "a", count: 256)]),
        ])
    func hosts(test: CheckingCase) {
        #expect(result(test) == test.result)
    }

    @Test(
        "a request's method, version and length are read or refused",
        arguments: [
            CheckingCase("/", "/ @ artitec.com", method: "M-SEARCH"),
            CheckingCase("/", "400 The first line is not an HTTP/1.1 request line.", method: ""),
            CheckingCase("/", malformedAddress, method: "G T"),
            CheckingCase("/", "400 The method is malformed.", method: String(repeating: "A", count: 33)),
            CheckingCase("/", "505 Only HTTP/1.0 and HTTP/1.1 are supported.", version: "HTTP/2.0"),
            CheckingCase("/", "400 The first line is not an HTTP/1.1 request line.", version: ""),
            CheckingCase("/", "/ @ artitec.com", headers: ["Host": "artitec.com", "Content-Length": "0"]),
            CheckingCase(
                "/", "400 A GET request has no body.", headers: ["Host": "artitec.com", "Content-Length": "1"]),
            CheckingCase(
                "/", "400 A HEAD request has no body.", method: "HEAD",
                headers: ["Host": "artitec.com", "Transfer-Encoding": "chunked"]),
            CheckingCase(
                "/", "/ @ artitec.com", method: "POST", headers: ["Host": "artitec.com", "Content-Length": "1"]),
            CheckingCase(
                "/", "400 The request gives the length of its body twice.", method: "POST",
                headers: ["Host": "artitec.com", "Content-Length": "1", "content-length": "1"]),
            CheckingCase(
                "/", "400 The request gives the length of its body twice.", method: "POST",
                headers: ["Host": "artitec.com", "Content-Length": "1", "Transfer-Encoding": "chunked"]),
            CheckingCase(
                "/", "400 The length of the body is malformed.", method: "POST",
                headers: ["Host": "artitec.com", "Content-Length": "+1"]),
            CheckingCase(
                "/", "400 The length of the body is malformed.", method: "POST",
                headers: ["Host": "artitec.com", "Content-Length": "1, 1"]),
        ])
    func heads(test: CheckingCase) {
        #expect(result(test) == test.result)
    }

    @Test("header fields are found case-insensitively, and lists are joined")
    func fields() {
        let headers: HTTPHeaders = ["Accept": "a", "X": "1", "ACCEPT": "b"]
        #expect(headers["accept"] == "a")
        #expect(headers.values("Accept") == ["a", "b"])
        #expect(headers.list("accept") == "a, b")
        #expect(headers.list("y") == nil)
    }

    @Test(
        "an address to listen on has a port, and an IP address, 'localhost' or nothing before it",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1:8080"), ("[::1]:0", "[::1]:0"), ("localhost:1", "127.0.0.1:1"),
            (":80", "[::]:80"), ("[::]:80", "[::]:80"), ("8080", nil), ("::1:80", nil), ("[127.0.0.1]:80", nil),
            ("127.0.0.1:", nil), ("127.0.0.1:65536", nil), ("127.0.0.1:-1", nil), ("example.com:80", nil), ("", nil),
            ("[]:80", nil), ("[localhost]:80", nil),
        ])
    func listenAddresses(text: String, address: String?) {
        #expect(ListenAddress(text)?.description == address)
    }
}
