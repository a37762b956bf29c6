import Testing

@testable import Doctor

@Suite("An origin")
struct OriginTests {
    @Test(
        "is read from an address",
        arguments: [
            ("example.com", "https://example.com"), ("https://Example.COM/a?b#c", "https://example.com"),
            ("http://example.com:80", "http://example.com"), ("https://example.com:8443/", "https://example.com:8443"),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ])
    func reading(_ address: String, _ origin: String) {
        #expect(Origin.parts(of: address)?.origin.description == origin)
    }

    @Test(
        "is not read from what is no web address",
        arguments: [
            "", "ftp://example.com", "https://", "https://a@example.com", "https://example.com:0", "https://a b",
            "https://a%20b",
        ])
    func refusing(_ address: String) {
        #expect(Origin.parts(of: address)?.origin == nil)
    }

    @Test("leaves the following text unchanged")
    func rest() throws {
        #expect(try #require(Origin.parts(of: "https://Example.com:8443/A%20b?c#d")).rest == "/A%20b?c#d")
        #expect(try #require(Origin.parts(of: "example.com")).rest == "")
    }

    @Test("also checks http and Apple's network on the default port")
    func asked() throws {
        let usual = try #require(Origin.parts(of: "example.com")?.origin)
        #expect(
            usual.examined.map(\.description) == [
                "https://example.com", "http://example.com", "https://app-site-association.cdn-apple.com",
            ])
        let other = try #require(Origin.parts(of: "example.com:8443")?.origin)
        #expect(other.examined == [other])
    }
}
