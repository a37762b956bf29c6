import HTTPListener
import HTTPMessages
import Problems
import Synchronization
import TestSupport
import Testing
import TextEncoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Listening")
struct HTTPListenerTests {
    /// Answers with what it understood.
    private func echo(_ options: HTTPListener.Options = .init()) throws -> HTTPListener {
        try HTTPListener(ListenAddress(address: "127.0.0.1", port: 0), options: options) { request in
            HTTPResponse(
                status: 200, headers: [HeaderField("Content-Type", "text/plain")],
                body: Array(
                    "\(request.method) \(request.path)|\(request.query ?? "-")|\(request.host ?? "-")|\(String(decoding: request.body, as: UTF8.self))\n"
                        .utf8))
        }
    }

    /// The first and the last line of an answer.
    private func lines(_ answer: String) -> [String] {
        let lines = answer.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).map(String.init)
        return [lines.first ?? "", lines.last ?? ""]
    }

    static let close = "Connection: close\r\n\r\n"

    @Test(
        "what a client sends arrives as it is, or is refused",
        arguments: [
            ("GET /a HTTP/1.1\r\nHost: a.com\r\n\(close)", "HTTP/1.1 200 OK", "GET /a|-|a.com|"),
            (
                "GET /a%2Fb?c=%2B+%00 HTTP/1.1\r\nHost: a.com\r\n\(close)", "HTTP/1.1 200 OK",
                "GET /a%2Fb|c=%2B+%00|a.com|"
            ),
            ("GET //a//?? HTTP/1.1\r\nHost: A.com:80\r\n\(close)", "HTTP/1.1 200 OK", "GET //a//|?|a.com|"),
            ("GET http://b.com/a HTTP/1.1\r\nHost: a.com\r\n\(close)", "HTTP/1.1 200 OK", "GET /a|-|b.com|"),
            (
                "GET /a HTTP/1.1\nHost: a.com\nConnection: close\n\n", "HTTP/1.1 400 Bad Request",
                "A line of the request does not end in a carriage return and a line feed."
            ),
            ("GET /a HTTP/1.0\r\n\r\n", "HTTP/1.1 200 OK", "GET /a|-|-|"),
            (
                "POST /a HTTP/1.1\r\nHost: a.com\r\nContent-Length: 5\r\n\(close)hello", "HTTP/1.1 200 OK",
                "POST /a|-|a.com|hello"
            ),
            (
                "POST /a HTTP/1.1\r\nHost: a.com\r\nTransfer-Encoding: chunked\r\n\(close)3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK", "POST /a|-|a.com|hello"
            ),
            (
                "GET /a HTTP/1.1\r\nHost: a.com\r\nHost: b.com\r\n\(close)", "HTTP/1.1 400 Bad Request",
                "The request names its host twice."
            ),
            ("GET /a HTTP/1.1\r\n\(close)", "HTTP/1.1 400 Bad Request", "The request names no host."),
            (
                "GET /a b HTTP/1.1\r\nHost: a.com\r\n\(close)", "HTTP/1.1 400 Bad Request",
                "The address contains a character that is not allowed."
            ),
            (
                "GET /a\0b HTTP/1.1\r\nHost: a.com\r\n\(close)", "HTTP/1.1 400 Bad Request",
                "The address contains a character that is not allowed."
            ),
            (
                "GET /a%00 HTTP/1.1\r\nHost: a.com\r\n\(close)", "HTTP/1.1 400 Bad Request",
                "The address contains a character that is not allowed."
            ),
            (
                "GET /a HTTP/1.1\r\nHost: a.com\r\nContent-Length: 1\r\n\r\nx", "HTTP/1.1 400 Bad Request",
                "A GET request has no body."
            ),
        ])
    func exchanges(request: String, status: String, body: String) throws {
        let listener = try echo()
        #expect(lines(RawClient.exchange(port: listener.port, request)) == [status, body])
        listener.stop()
    }

    @Test("a body is taken up to the limit, a head too")
    func limits() throws {
        var options = HTTPListener.Options()
        options.limits.body = 4
        options.limits.head = 1_000
        let listener = try echo(options)
        func answer(_ request: String) -> [String] { lines(RawClient.exchange(port: listener.port, request)) }
        let tooLong = ["HTTP/1.1 413 Content Too Large", "The body of the request is too long."]
        let long = answer("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
        #expect(long == tooLong)
        let chunked = answer(
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
        #expect(chunked == tooLong)
        #expect(
            answer("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nConnection: close\r\n\r\nhell")[1]
                == "POST /|-|a|hell")
        let head = answer("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 1_000))\r\n\r\n")
        #expect(head == ["HTTP/1.1 431 Request Header Fields Too Large", "The head of the request is too long."])
        listener.stop()
    }

    @Test("a connection takes one request after another, a HEAD among them")
    func keepsAlive() throws {
        let body = Array("body\n".utf8)
        let prepared = try #require(
            PreparedResponse(status: 200, headers: [HeaderField("ETag", "\"1\"")], body: body))
        let listener = try HTTPListener(ListenAddress(address: "127.0.0.1", port: 0)) { _ in HTTPResponse(prepared) }
        let client = RawClient(port: listener.port)
        for _ in 0..<3 {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = client.receive(until: "body\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains("ETag: \"1\"\r\n"))
            #expect(answer.contains("Content-Length: 5\r\n"))
            client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.receive(until: "\r\n\r\n").contains("Content-Length: 5\r\n"))
        }
        listener.stop()
        #expect(client.receive() == "")
    }

    @Test("only the requested fields are kept")
    func wantedFields() throws {
        var options = HTTPListener.Options()
        options.fields = ["user-agent"]
        let listener = try HTTPListener(ListenAddress(address: "127.0.0.1", port: 0), options: options) { request in
            .plain(200, request.headers.fields.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: ";"))
        }
        let answer = RawClient.exchange(
            port: listener.port, "GET / HTTP/1.1\r\nHOST: a\r\nUSER-Agent: b\r\nAccept: c\r\n\(Self.close)")
        #expect(lines(answer)[1] == "user-agent=b")
        listener.stop()
    }

    @Test("a port in use is reported in one line")
    func portInUse() throws {
        let first = try echo()
        let error = #expect(throws: ListenerError.self) {
            try HTTPListener(ListenAddress(address: "127.0.0.1", port: first.port)) { _ in .plain(200, "") }
        }
        #expect(error?.message == "cannot listen on 127.0.0.1:\(first.port): the port is in use")
        first.stop()
        let again = try HTTPListener(ListenAddress(address: "127.0.0.1", port: first.port)) { _ in .plain(200, "") }
        again.stop()
    }

    @Test("an address that this machine does not have is named")
    func foreignAddress() {
        let error = #expect(throws: ListenerError.self) {
            try HTTPListener(ListenAddress(address: "192.0.2.1", port: 80)) { _ in .plain(200, "") }
        }
        #expect(error?.message == "cannot listen on 192.0.2.1:80: this machine does not have the address")
    }

    @Test("a client that sends its request too slowly is disconnected")
    func dripping() throws {
        var options = HTTPListener.Options()
        options.timeouts.head = 0
        options.timeouts.idle = 600 * Clock.second
        let listener = try echo(options)
        let client = RawClient(port: listener.port)
        client.send("GET / HT")
        #expect(lines(client.receive()) == ["HTTP/1.1 408 Request Timeout", "The request took too long to arrive."])
        listener.stop()
    }

    @Test("at the limit the connection that has waited longest without a request is closed")
    func eviction() throws {
        var options = HTTPListener.Options()
        options.connections = 3
        options.threads = 1
        let listener = try echo(options)
        let silent = (0..<3).map { _ in RawClient(port: listener.port) }
        #expect(comesTrue { listener.acceptedCount == 3 })
        let late = RawClient(port: listener.port)
        late.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(late.receive(until: "|\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(silent[0].receive() == "")
        #expect(listener.evictedCount == 1)
        silent[2].send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(silent[2].receive(until: "|\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        listener.stop()
    }

    /// Requests that promise a body, and the answer to each where no body is read.
    static let owingBodies = [
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n", "HTTP/1.1 200 OK"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nhalf", "HTTP/1.1 200 OK"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999\r\n\r\n", "HTTP/1.1 200 OK"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 200 OK"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe", "HTTP/1.1 200 OK"),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n",
            "HTTP/1.1 200 OK"
        ),
        ("HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 400 Bad Request"),
    ]

    @Test(
        "where no body is read, a request is answered at its head, and whoever owes the body makes room for others",
        arguments: owingBodies)
    func unreadBodies(request: String, status: String) throws {
        var options = HTTPListener.Options()
        options.connections = 3
        options.threads = 1
        options.limits.body = nil
        let listener = try echo(options)
        let owing = (0..<3).map { _ in RawClient(port: listener.port) }
        for client in owing {
            client.send(request)
            let head = client.receive(until: "\r\n\r\n")
            #expect(head.hasPrefix("\(status)\r\n"))
            #expect(head.contains("\r\nConnection: close\r\n"))
        }
        #expect(comesTrue { listener.connectionCount == 3 || listener.evictedCount > 0 })
        for _ in 0..<5 {
            let answer = RawClient.exchange(port: listener.port, "GET / HTTP/1.1\r\nHost: a\r\n\(Self.close)")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
        listener.stop()
    }

    @Test("where bodies are read, whoever owes one makes room for others too", arguments: owingBodies)
    func unsentBodies(request: String, status: String) throws {
        var options = HTTPListener.Options()
        options.connections = 3
        options.threads = 1
        let listener = try echo(options)
        let owing = (0..<3).map { _ in RawClient(port: listener.port) }
        for client in owing { client.send(request) }
        #expect(comesTrue { listener.acceptedCount == 3 })
        for _ in 0..<5 {
            let answer = RawClient.exchange(port: listener.port, "GET / HTTP/1.1\r\nHost: a\r\n\(Self.close)")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
        listener.stop()
    }

    @Test(
        "a refusal of a HEAD request has no body, and says the length of the one for GET",
        arguments: [
            ("/a b HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("/ HTTP/1.1\r\n\r\n", 400), ("/ HTTP/2.0\r\n\r\n", 505),
            ("/{9000} HTTP/1.1\r\nHost: a\r\n\r\n", 414),
            ("/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n", 400),
            ("/ HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n", 417),
            ("/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
            ("/ HTTP/1.1\r\nHost: a\r\nX: {40000}\r\n\r\n", 431),
        ])
    func refusalsOfHead(rest: String, status: Int) throws {
        let listener = try echo()
        let rest = [9_000, 40_000].reduce(rest) {
            $0.replacing("{\($1)}", with: String(repeating: "x", count: $1))
        }
        // An empty line before the request is ignored.
        for start in ["", "\r\n"] {
            func answer(_ method: String) -> [String] {
                let text = RawClient.exchange(port: listener.port, "\(start)\(method) \(rest)")
                let end = text.firstRange(of: "\r\n\r\n")?.upperBound ?? text.endIndex
                return [String(text[..<end]), String(text[end...])]
            }
            let head = answer("HEAD")
            let get = answer("GET")
            #expect(head[0].hasPrefix("HTTP/1.1 \(status) "))
            #expect(head[1] == "")
            #expect(head[0].contains("\r\nContent-Length: "))
            #expect(!get[1].isEmpty)
        }
        listener.stop()
    }

    @Test("if every connection has a request, a new one gets 503")
    func busy() throws {
        var options = HTTPListener.Options()
        options.connections = 1
        options.threads = 1
        let held = Mutex<[any ClientConnection]>([])
        let listener = try HTTPListener(ListenAddress(address: "127.0.0.1", port: 0), options: options) { _ in
            HTTPResponse(status: 200, body: .handedOver { client in held.withLock { $0.append(client) } })
        }
        let first = RawClient(port: listener.port)
        first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(comesTrue { held.withLock { !$0.isEmpty } })
        let answer = RawClient(port: listener.port).receive()
        #expect(lines(answer) == ["HTTP/1.1 503 Service Unavailable", "Too many requests are in progress."])
        #expect(answer.contains("\r\nRetry-After: 5\r\n"))
        #expect(answer.contains("\r\nConnection: close\r\n"))
        listener.stop()
    }

    @Test("a client that expects 100 Continue receives it")
    func expectation() throws {
        let listener = try echo()
        let client = RawClient(port: listener.port)
        client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("hello")
        #expect(client.receive(until: "|hello\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        listener.stop()
    }

    @Test("an answer longer than any socket's buffer arrives whole, and the request behind it is answered too")
    func longAnswer() throws {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 20_000_000) + Array("end\n".utf8)
        let listener = try HTTPListener(ListenAddress(address: "127.0.0.1", port: 0)) { request in
            HTTPResponse(status: 200, body: request.path == "/long" ? body : Array("short\n".utf8))
        }
        let client = RawClient(port: listener.port)
        client.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\(Self.close)")
        let answer = client.receiveAll()
        #expect(answer.count > body.count)
        #expect(answer.suffix(6).elementsEqual("short\n".utf8))
        listener.stop()
    }

    @Test("responses and refusals are counted without data of the client")
    func observation() throws {
        let seen = Mutex<[String]>([])
        var options = HTTPListener.Options()
        options.observe = { exchange in
            seen.withLock { $0.append("\(exchange.method ?? "-") \(exchange.status) \(exchange.refusal?.code ?? "-")") }
        }
        let listener = try echo(options)
        _ = RawClient.exchange(port: listener.port, "GET /secret HTTP/1.1\r\nHost: a\r\n\(Self.close)")
        _ = RawClient.exchange(port: listener.port, "GET /secret HTTP/1.1\r\n\(Self.close)")
        listener.stop()
        #expect(seen.withLock { $0 } == ["GET 200 -", "- 400 host-missing"])
    }

    @Test("refusals store nothing, index nothing and run nothing")
    func refusals() throws {
        let listener = try echo()
        let answer = RawClient.exchange(port: listener.port, "GET /secret\\ HTTP/1.1\r\nHost: a\r\n\r\n")
        for field in [
            "Cache-Control: no-store", "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
            "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff", "X-Robots-Tag: noindex",
            "Connection: close", "Content-Type: text/plain; charset=utf-8",
        ] {
            #expect(answer.contains("\r\n\(field)\r\n"))
        }
        #expect(!answer.contains("secret"))
        listener.stop()
    }
}

@Suite("Connections handed over")
struct HandedOverConnectionTests {
    /// A listener with one thread that hands over each connection on which `/mine` is requested.
    private func listen(_ held: Held) throws -> HTTPListener {
        var options = HTTPListener.Options()
        options.threads = 1
        return try HTTPListener(ListenAddress(address: "127.0.0.1", port: 0), options: options) { request in
            request.path == "/mine"
                ? HTTPResponse(status: 200, body: .handedOver { client in held.list.withLock { $0.append(client) } })
                : .plain(200, "x")
        }
    }

    private final class Held: Sendable {
        let list = Mutex<[any ClientConnection]>([])
        var last: (any ClientConnection)? { list.withLock(\.last) }
    }

    private func request(_ path: String, on client: RawClient) {
        client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    }

    @Test("a connection handed over, even after a request, receives what the handler sends, and delays no other")
    func sends() throws {
        let held = Held()
        let listener = try listen(held)
        let client = RawClient(port: listener.port)
        request("/", on: client)
        #expect(client.receive(until: "x\n").hasPrefix("HTTP/1.1 200"))
        request("/mine", on: client)
        #expect(comesTrue { held.last != nil })
        let other = RawClient(port: listener.port)
        request("/", on: other)
        #expect(other.receive(until: "x\n").hasPrefix("HTTP/1.1 200"))
        #expect(held.last?.send(Array("hello".utf8)) == true)
        #expect(client.receive(until: "hello") == "hello")
        listener.stop()
    }

    @Test("a connection handed over stays open when its listener stops, and is closed once released")
    func lifetime() throws {
        let held = Held()
        let listener = try listen(held)
        let client = RawClient(port: listener.port)
        request("/mine", on: client)
        #expect(comesTrue { held.last != nil })
        listener.stop()
        #expect(listener.connectionCount == 1)
        #expect(held.last?.isClosedByClient == false)
        #expect(held.last?.send(Array("hello".utf8)) == true)
        held.list.withLock { $0 = [] }
        #expect(client.receiveAll() == Array("hello".utf8))
        #expect(listener.connectionCount == 0)
    }

    @Test("a connection handed over shows that its client has closed it")
    func departure() throws {
        let held = Held()
        let listener = try listen(held)
        var client: RawClient? = RawClient(port: listener.port)
        client.map { request("/mine", on: $0) }
        #expect(comesTrue { held.last != nil })
        client = nil
        #expect(comesTrue { held.last?.isClosedByClient == true })
        listener.stop()
    }

    @Test("a connection handed over to a client that does not read accepts no more than the system buffers")
    func slowClient() throws {
        let held = Held()
        let listener = try listen(held)
        let client = RawClient(port: listener.port)
        request("/mine", on: client)
        #expect(comesTrue { held.last != nil })
        let kilobyte = [UInt8](repeating: 0, count: 1_000)
        #expect((0..<100_000).contains { _ in held.last?.send(kilobyte) == false })
        withExtendedLifetime(client) { listener.stop() }
    }
}
