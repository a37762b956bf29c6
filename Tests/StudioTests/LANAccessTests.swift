import HTTPListener
import HTTPMessages
import Synchronization
import Testing
import TextEncoding

@testable import Studio

@Suite("A phone on the local network") struct LANAccessTests {
    private final class Count: Sendable {
        let value = Mutex(0)
    }

    private func request(
        _ path: String, method: String = "GET", host: String = "192.168.1.20", cookie: String? = nil
    ) -> HTTPRequest {
        HTTPRequest(
            method: method, path: path, host: host,
            headers: HTTPHeaders(cookie.map { [HeaderField("Cookie", $0)] } ?? []))
    }

    private func header(_ name: String, of response: HTTPResponse?) -> String? {
        response?.headers.first { $0.name == name }?.value
    }

    @Test("a code admits one device, which then has a cookie, and is replaced")
    func admits() throws {
        let count = Count()
        let access = LANAccess { count.value.withLock { $0 += 1 } }
        let path = access.path(to: "/forgot-password")
        #expect(access.refusal(of: request("/forgot-password"))?.status == 403)
        #expect(access.refusal(of: request(path, method: "HEAD"))?.status == 403)
        let entered = access.refusal(of: request(path))
        #expect(entered?.status == 200)
        #expect(header("Refresh", of: entered) == "0;url=/forgot-password")
        let cookie = try #require(header("Set-Cookie", of: entered)?.split(separator: ";").first.map(String.init))
        #expect(access.refusal(of: request("/", cookie: "a=b; \(cookie)")) == nil)
        #expect(access.refusal(of: request("/", cookie: "\(cookie)x"))?.status == 403)
        #expect(access.refusal(of: request(path))?.status == 403)
        #expect(access.path(to: "/forgot-password") != path)
        #expect(count.value.withLock { $0 } == 1)
    }

    @Test("no path redirects to another host")
    func paths() {
        for path in ["//evil.example", "", "x"] {
            let access = LANAccess {}
            let answer = access.refusal(of: request(access.path(to: path)))
            #expect(answer?.status == 403 || header("Refresh", of: answer) == "0;url=/")
        }
    }

    @Test("secrets have 128 bits and are never the same")
    func secrets() {
        let secrets = Set((0..<100).map { _ in LANAccess.secret() })
        #expect(secrets.count == 100)
        #expect(secrets.allSatisfy { $0.utf8.count == 22 })
    }

    @Test("a QR code has the three patterns that a camera looks for, and a border")
    func qrCode() throws {
        let code = try #require(QRCode("http://192.168.1.20:4000/_lan/AAAAAAAAAAAAAAAAAAAAAA/"))
        let size = code.rows.count
        // Versions are 4 modules apart (ISO/IEC 18004, section 6.3.1).
        #expect((size - 17) % 4 == 0)
        for (y, x) in [(0, 0), (0, size - 7), (size - 7, 0)] {
            let pattern = (0..<7).map { row in (0..<7).map { code.rows[y + row][x + $0] ? "#" : "." }.joined() }
            #expect(pattern == ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"])
        }
        #expect(code.svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size + 8) \(size + 8)\""))
        #expect(code.svg.contains("M4 4h7v1h-7z"))
        #expect(code.terminalText.split(separator: "\n").count == (size + 5) / 2)
        #expect(QRCode(String(repeating: "x", count: 5_000)) == nil)
    }
}
