import HTTPListener
import HTTPMessages
import Testing
import TextEncoding

@testable import Studio

@Suite("A phone on the local network") struct LANAccessTests {
    private func request(_ path: String, from client: String?, query: String? = nil) -> HTTPRequest {
        HTTPRequest(path: path, query: query, host: "192.168.1.20", client: client.flatMap { ClientAddress($0) })
    }

    private func location(_ response: HTTPResponse?) -> String? {
        response?.headers.first { $0.name == "Location" }?.value
    }

    @Test("A device that opens the address with the secret is admitted on every port, and no other is")
    func admits() {
        let access = LANAccess()
        let (phone, stranger) = ("192.168.1.30", "192.168.1.31")
        #expect(access.refusal(of: request("/forgot-password", from: phone))?.status == 403)
        let entered = access.refusal(of: request(access.path(to: "/forgot-password"), from: phone, query: "a=b"))
        #expect(entered?.status == 303)
        #expect(location(entered) == "/forgot-password?a=b")
        #expect(access.refusal(of: request("/", from: phone)) == nil)
        for path in ["/", "/x", access.path(to: "") + "x/", "/" + access.path(to: "/")] {
            #expect(access.refusal(of: request(path, from: stranger))?.status == 403)
        }
        #expect(access.refusal(of: request(access.path(to: "/"), from: nil))?.status == 403)
    }

    @Test("The redirect leads to a path of the same origin", arguments: ["//evil.example", "/\\evil.example", "", "/"])
    func paths(path: String) {
        let access = LANAccess()
        let location = location(access.refusal(of: request(access.path(to: path), from: "192.168.1.30")))
        #expect(location == (path.contains("evil") ? "/evil.example" : "/"))
    }

    @Test("A secret has 128 bits and is never the same")
    func secrets() {
        let paths = Set((0..<100).map { _ in LANAccess().path(to: "") })
        #expect(paths.count == 100)
        #expect(paths.allSatisfy { $0.utf8.count == 23 })
    }

    @Test("a QR code has the three patterns that a camera looks for, and a border")
    func qrCode() throws {
        let code = try #require(QRCode("http://192.168.1.20:4000/AAAAAAAAAAAAAAAAAAAAAA/"))
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
