import Diagnostics
import Files
import HTTPListener
import LinkRouting
import Release
import Synchronization
import TestSupport
import Testing

@testable import LandingServer

@Suite("Serving a release")
struct LandingServerTests {
    let folder: TemporaryFolder
    let writer: ReleaseWriter

    init() throws {
        folder = try TemporaryFolder()
        writer = ReleaseWriter(folder: "\(folder.path)/Output")
        _ = try writer.write(.twoApps(), compressor: shorten)
    }

    private func start(
        _ folder: String? = nil, as host: String? = nil, opensPerMinute: Int = 300,
        report: @escaping @Sendable (String) -> Void = { Issue.record("\($0)") }
    ) throws(Diagnostic) -> LandingServer {
        let address = ListenAddress(address: "127.0.0.1", port: 0)
        var settings = ServerSettings(folder: folder ?? writer.folder, listen: [address])
        settings.host = host
        settings.opensPerMinute = opensPerMinute
        return try LandingServer(settings, report: report)
    }

    private func get(_ server: LandingServer, _ target: String, method: String = "GET", _ fields: String...) -> String {
        let head = (["Host: artitec.com"] + fields + ["Connection: close"]).joined(separator: "\r\n")
        return RawClient.exchange(
            port: server.address.port, "\(method) \(target) HTTP/1.1\r\n\(head)\r\n\r\n")
    }

    /// The head's fields that do not depend on the day.
    private func head(_ answer: String) -> [String] {
        let end = answer.firstRange(of: "\r\n\r\n")?.lowerBound ?? answer.endIndex
        return answer[..<end].split(separator: "\r\n").map(String.init).filter {
            !$0.hasPrefix("Date:") && !$0.hasPrefix("Connection:")
        }
    }

    private func body(_ answer: String) -> String {
        answer.firstRange(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) } ?? ""
    }

    @Test("a page comes with its headers, its variant and its tag")
    func page() throws {
        let server = try start()
        let plain = get(server, "/forgot-password?token=secret")
        #expect(body(plain) == "<!doctype html><title>Reset forgot-password.html</title>")
        #expect(
            head(plain) == [
                "HTTP/1.1 200 OK", "Content-Type: text/html; charset=utf-8", "ETag: \"a4d12df90096967f\"",
                "Vary: Accept-Encoding", "Cache-Control: no-cache", "X-Page: 1", "Content-Length: 56",
            ])
        let brotli = get(server, "/forgot-password", "Accept-Encoding: gzip, br")
        #expect(body(brotli) == "b")
        #expect(head(brotli).contains("Content-Encoding: br"))
        #expect(head(brotli).contains("Content-Length: 1"))
        let onlyHead = get(server, "/forgot-password", method: "HEAD", "Accept-Encoding: gzip, br")
        #expect(head(onlyHead) == head(brotli))
        #expect(body(onlyHead) == "")
        server.stop()
    }

    @Test("a client that has the page gets 304 with what a cache needs")
    func notModified() throws {
        let server = try start()
        let answer = get(server, "/forgot-password", "If-None-Match: *", "Accept-Encoding: br")
        #expect(
            head(answer) == [
                "HTTP/1.1 304 Not Modified", "ETag: \"3e23e8160039594a\"", "Vary: Accept-Encoding",
                "Cache-Control: no-cache",
            ])
        #expect(body(answer) == "")
        server.stop()
    }

    @Test("a page with a redirect into the app varies by User-Agent")
    func alternative() throws {
        let server = try start()
        #expect(head(get(server, "/straight?token=a")).contains("Vary: Accept-Encoding, User-Agent"))
        let agent = "User-Agent: \(UserAgents.iPhoneSafari)"
        #expect(head(get(server, "/straight?token=a", agent)).contains("Vary: User-Agent"))
        server.stop()
    }

    @Test("the association file is JSON, without a redirect and without Vary")
    func association() throws {
        let server = try start()
        let answer = get(server, "/.well-known/apple-app-site-association", "Accept-Encoding: br")
        #expect(body(answer) == "{}")
        #expect(
            head(answer) == [
                "HTTP/1.1 200 OK", "Content-Type: application/json", "ETag: \"44136fa355b3678a\"",
                "Cache-Control: public, max-age=3600", "Content-Length: 2",
            ])
        server.stop()
    }

    @Test("redirects into the app are neither cached nor sent as a Referer")
    func open() throws {
        let server = try start()
        let answer = get(server, "/open/reset-password?token=a%2Bb", "User-Agent: \(UserAgents.iPhoneSafari)")
        #expect(
            head(answer) == [
                "HTTP/1.1 302 Found", "Location: artitec://reset-password?token=a%2Bb", "Vary: User-Agent",
                "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
                "X-Robots-Tag: noindex", "Content-Length: 0",
            ])
        let changePassword = get(server, "/.well-known/change-password")
        #expect(head(changePassword).prefix(2) == ["HTTP/1.1 302 Found", "Location: /forgot-password"])
        server.stop()
    }

    @Test("the rate limit of /open/ does not apply to a loopback address, which is a proxy's")
    func openRateLimit() throws {
        let server = try start(opensPerMinute: 1)
        for _ in 0..<3 {
            #expect(head(get(server, "/open/reset-password?token=a"))[0] == "HTTP/1.1 303 See Other")
        }
        server.stop()
    }

    @Test("unknown paths get the app's page, other methods and hosts a short refusal")
    func refusals() throws {
        let server = try start()
        let missing = get(server, "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200")
        #expect(head(missing)[0] == "HTTP/1.1 404 Not Found")
        #expect(head(missing).contains("Cache-Control: no-store"))
        #expect(!missing.contains("ETag"))
        #expect(body(missing) == "<!doctype html><title>Reset 404.html</title>")
        let post = get(server, "/forgot-password", method: "POST")
        #expect(head(post)[0] == "HTTP/1.1 405 Method Not Allowed")
        #expect(head(post).contains("Allow: GET, HEAD"))
        let foreign = RawClient.exchange(
            port: server.address.port, "GET / HTTP/1.1\r\nHost: secret.com\r\nConnection: close\r\n\r\n")
        #expect(head(foreign)[0] == "HTTP/1.1 421 Misdirected Request")
        #expect(body(foreign) == "This host is not served here.\n")
        server.stop()
    }

    @Test("a new release is loaded, and a broken one is reported once while the old one stays")
    func reload() throws {
        let reports = Mutex<[String]>([])
        let server = try start { report in reports.withLock { $0.append(report) } }
        #expect(body(get(server, "/forgot-password")).contains("Reset"))
        _ = try writer.write(.twoApps(word: "New"), compressor: shorten)
        server.reload()
        #expect(body(get(server, "/forgot-password")).contains("New"))
        try FileSystem.write(Array("{".utf8), to: "\(writer.folder)/release.json")
        server.reload()
        #expect(body(get(server, "/forgot-password")).contains("New"))
        let report = reports.withLock { $0 }
        #expect(report.count == 1)
        #expect(report.first?.hasPrefix("\(writer.folder)/release.json:1:") == true)
        #expect(report.first?.hasSuffix("; the previous release is still served") == true)
        _ = try writer.write(.twoApps(word: "Last"), compressor: shorten)
        server.reload()
        #expect(body(get(server, "/forgot-password")).contains("Last"))
        server.stop()
    }

    @Test("a new release is detected without a signal")
    func watches() throws {
        let server = try start()
        _ = try writer.write(.twoApps(word: "New"), compressor: shorten)
        #expect(comesTrue { body(get(server, "/forgot-password")).contains("New") })
        server.stop()
    }

    @Test("requests succeed while releases are replaced")
    func reloadUnderLoad() async throws {
        let server = try start()
        let port = server.address.port
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    var answered = 0
                    let client = RawClient(port: port)
                    for _ in 0..<200 {
                        client.send("GET /forgot-password HTTP/1.1\r\nHost: artitec.com\r\n\r\n")
                        if client.receive(until: "</title>").hasPrefix("HTTP/1.1 200 OK") { answered += 1 }
                    }
                    return answered
                }
            }
            group.addTask { [writer] in
                for round in 0..<20 {
                    _ = try? writer.write(.twoApps(word: "Round \(round)"), compressor: shorten)
                    server.reload()
                }
                return 200
            }
            for await answered in group { #expect(answered == 200) }
        }
        server.stop()
    }

    @Test("a response that has begun is completed after its release was replaced")
    func reloadDuringResponse() throws {
        // More than the system buffers for a client that does not read.
        let old = [UInt8](repeating: UInt8(ascii: "o"), count: 16 << 20)
        let new = [UInt8](repeating: UInt8(ascii: "n"), count: 16 << 20)
        func write(_ content: [UInt8]) throws {
            var contents = ReleaseContents.twoApps()
            let place = try #require(contents.apps[0].files.firstIndex { $0.name == "forgot-password.html" })
            contents.apps[0].files[place].bytes = content
            _ = try writer.write(contents, compressor: nil)
        }
        try write(old)
        let server = try start()
        let request = "GET /forgot-password HTTP/1.1\r\nHost: artitec.com\r\nConnection: close\r\n\r\n"
        let slow = RawClient(port: server.address.port)
        slow.send(request)
        #expect(slow.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        try write(new)
        server.reload()
        let late = RawClient(port: server.address.port)
        late.send(request)
        #expect(late.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        // Not in the message of a failure, which would quote both.
        let (isNew, isOld) = (late.receiveAll() == new, slow.receiveAll() == old)
        #expect(isNew && isOld)
        server.stop()
    }

    @Test("a server that starts with a damaged manifest serves the newest kept release, and then a new one")
    func damagedManifest() throws {
        try FileSystem.write(Array("{".utf8), to: "\(writer.folder)/release.json")
        let reports = Mutex<[String]>([])
        let server = try start { report in reports.withLock { $0.append(report) } }
        #expect(body(get(server, "/forgot-password")).contains("Reset"))
        let report = try #require(reports.withLock { $0 }.first)
        #expect(report.hasPrefix("\(writer.folder)/release.json:1:"))
        #expect(report.hasSuffix(", the newest that is whole, is served"))
        _ = try writer.write(.twoApps(word: "New"), compressor: shorten)
        #expect(comesTrue { body(get(server, "/forgot-password")).contains("New") })
        #expect(reports.withLock { $0.count } == 1)
        server.stop()
    }

    @Test("a server without a release, or with another host than asked for, does not start")
    func failures() throws {
        func failure(_ folder: String, as host: String? = nil) -> String? {
            #expect(throws: Diagnostic.self) {
                try start(folder, as: host, report: { _ in })
            }?.oneLine
        }
        #expect(
            failure("\(folder.path)/none")
                == "\(folder.path)/none/release.json: there is no release here; build one with 'latchkey build', or name the folder that contains its 'release.json'"
        )
        #expect(
            failure(writer.folder, as: "x.com")
                == "\(writer.folder)/release.json: the release has no host 'x.com'; it has 'artitec.com', "
                + "'www.artitec.com', 'other.com'")
    }

    @Test("the head of every released file fits the buffer")
    func headLength() throws {
        let server = try start()
        let answer = get(server, "/forgot-password", "Accept-Encoding: br")
        let end = try #require(answer.firstRange(of: "\r\n\r\n")?.lowerBound)
        #expect(answer[..<end].utf8.count < 1_000)
        server.stop()
    }
}
