import Memory
import Testing
import TextEncoding

@testable import HTTPMessages

@Suite("A redirect that was made beforehand")
struct PreparedRedirectTests {
    static let headers = [HeaderField("Vary", "User-Agent"), HeaderField("Cache-Control", "no-store")]

    @Test("a prepared response has the same head as one made for the request")
    func head() throws {
        let redirect = try #require(PreparedRedirect(status: 302, headers: Self.headers))
        for location in ["/a", "app://b?c=%0D%0A", String(repeating: "x", count: 8_000), ""] {
            guard case .prepared(let response) = redirect.response(to: location).body else {
                Issue.record("no answer for \(location)")
                continue
            }
            let made = HTTPResponse(status: 302, headers: [HeaderField("Location", location)] + Self.headers)
            #expect(Array(response.head) == made.headBytes)
            #expect((response.status, response.body.count) == (302, 0))
        }
    }

    @Test(
        "a location that would end the header field is answered with 500",
        arguments: ["/a\r\nX: 1", "/\n", "\u{0}", "/\u{7F}"])
    func unsendable(location: String) throws {
        let response = try #require(PreparedRedirect(status: 303, headers: [])).response(to: location)
        #expect(response.status == 500)
        #expect(response.headers.allSatisfy { $0.name != "Location" })
    }

    @Test("a redirect with a malformed header field cannot be prepared")
    func field() {
        #expect(PreparedRedirect(status: 302, headers: [HeaderField("X", "a\r\nb")]) == nil)
    }
}
