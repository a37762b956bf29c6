import HTTPListener
import HTTPMessages
import Testing
import TextEncoding

@testable import Studio

@Suite struct StudioGateTests {
    private let gate = StudioGate(origin: "http://127.0.0.1:4000")

    private func status(
        _ method: String = "GET", host: String? = "127.0.0.1", _ headers: HTTPHeaders = [:]
    ) -> Int? {
        gate.refusal(of: HTTPRequest(method: method, path: "/api/site", host: host, headers: headers))?.status
    }

    @Test("the studio's own page and programs other than browsers are allowed")
    func own() {
        #expect(status() == nil)
        #expect(status("HEAD") == nil)
        #expect(status(["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"]) == nil)
        #expect(status(["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"]) == nil)
        #expect(status("POST", ["Origin": "http://127.0.0.1:4000", "Content-Type": "application/json"]) == nil)
    }

    @Test("a link from another site may lead to the studio")
    func navigation() {
        #expect(status(["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]) == nil)
    }

    @Test("'localhost' redirects to the studio's origin")
    func localhost() {
        let answer = gate.refusal(of: HTTPRequest(path: "/", host: "localhost"))
        #expect(answer?.status == 307)
        #expect(answer?.headers.first { $0.name == "Location" }?.value == "http://127.0.0.1:4000/")
    }

    @Test("no other page can read anything, not even a previewed one", arguments: ["cross-site", "same-site"])
    func others(site: String) {
        #expect(status(["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"]) == 403)
        #expect(status(["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "cors"]) == 403)
    }

    @Test("no other page can use the controls", arguments: ["https://evil.example", "http://127.0.0.1:4001", "null"])
    func origins(origin: String) {
        #expect(status("POST", ["Origin": origin, "Content-Type": "application/json"]) == 403)
    }

    @Test(
        "requests that a form can send are refused", arguments: ["text/plain", "application/x-www-form-urlencoded", ""])
    func forms(type: String) {
        #expect(status("POST", ["Content-Type": type]) == 415)
        #expect(status("POST") == 415)
    }

    @Test("other methods are refused", arguments: ["PUT", "DELETE", "OPTIONS", "TRACE"])
    func methods(method: String) { #expect(status(method) == 405) }

    @Test("nothing is loaded from other origins, and no page can frame the studio")
    func headers() throws {
        let headers = Dictionary(uniqueKeysWithValues: gate.headers.map { ($0.name, $0.value) })
        let policy = try #require(headers["Content-Security-Policy"])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(headers["X-Frame-Options"] == "DENY")
        #expect(!headers.keys.contains { $0.hasPrefix("Access-Control") })
    }
}

extension StudioGateTests {
    private func status(_ headers: HTTPHeaders) -> Int? { status("GET", headers) }
    private func status(_ method: String, _ headers: HTTPHeaders) -> Int? { status(method, host: "127.0.0.1", headers) }
}
