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
        #expect(Origin(address: address)?.description == origin)
    }

    @Test(
        "is not read from what is no web address",
        arguments: [
            "", "ftp://example.com", "https://", "https://a@example.com", "https://example.com:0", "https://a b",
        ])
    func refusing(_ address: String) {
        #expect(Origin(address: address) == nil)
    }
}
