import Testing

@testable import HTTPMessages

@Suite("Addresses of clients")
struct ClientAddressTests {
    @Test(
        "a range contains the addresses with its prefix",
        arguments: [
            ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.0.0.1", "10.0.0.1", true),
            ("10.0.0.1", "10.0.0.2", false), ("0.0.0.0/0", "255.1.2.3", true), ("0.0.0.0/0", "::1", false),
            ("fd00::/8", "fdff::1", true), ("fd00::/8", "fc00::1", false), ("2001:db8::/64", "2001:db8::ffff:1", true),
            ("2001:db8::/64", "2001:db8:0:1::", false), ("2001:db8::8/125", "2001:db8::f", true),
            ("2001:db8::8/125", "2001:db8::10", false), ("::/0", "10.0.0.1", true),
            ("::ffff:10.0.0.0/104", "10.9.9.9", true),
        ])
    func ranges(range: String, address: String, isInside: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(try #require(ClientAddress(address))) == isInside)
    }

    @Test(
        "a text that is not a range is refused",
        arguments: [
            "", "10.0.0.0/33", "10.0.0/8", "fd00::/129", "10.0.0.0/", "10.0.0.0/-1", "a.example", "10.0.0.0/8/8",
        ])
    func malformed(text: String) { #expect(AddressRange(text) == nil) }

    @Test("an IPv6 customer has a /64, which counts as one")
    func networks() throws {
        let (a, b) = (try #require(ClientAddress("2001:db8::1")), try #require(ClientAddress("2001:db8::2")))
        #expect(a != b)
        #expect(a.network == b.network)
        #expect(ClientAddress("10.0.0.1")?.network != ClientAddress("10.0.0.2")?.network)
        #expect(ClientAddress("127.5.0.1")?.isLoopback == true)
        #expect(ClientAddress("::1")?.isLoopback == true)
        #expect(ClientAddress("::ffff:127.0.0.1")?.isLoopback == true)
        #expect(ClientAddress("::2")?.isLoopback == false)
    }

    @Test(
        "behind trusted proxies, the client is the last address that none of them has",
        arguments: [
            ("10.0.0.1", "192.0.2.7", "192.0.2.7"), ("10.0.0.1", "192.0.2.9, 192.0.2.7", "192.0.2.7"),
            ("10.0.0.1", "192.0.2.7, 10.0.0.2", "192.0.2.7"), ("10.0.0.1", "192.0.2.7 ,\t10.0.0.2 ", "192.0.2.7"),
            ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"), ("10.0.0.1", "nonsense", "10.0.0.1"),
            ("10.0.0.1", "nonsense, 10.0.0.2", "10.0.0.2"), ("10.0.0.1", "", "10.0.0.1"), ("10.0.0.1", nil, "10.0.0.1"),
            ("10.0.0.1", "[2001:db8::1]", "2001:db8::1"),
            ("10.0.0.1", "192.0.2.7:5678", "192.0.2.7"), ("10.0.0.1", "[2001:db8::1]:5678", "2001:db8::1"),
            ("10.0.0.1", "192.0.2.7:", "10.0.0.1"), ("10.0.0.1", "192.0.2.7:x", "10.0.0.1"),
            ("10.0.0.1", "2001:db8:::5678", "10.0.0.1"), ("192.0.2.1", "192.0.2.7", "192.0.2.1"),
        ])
    func forwarded(peer: String, header: String?, client: String) throws {
        let trusted = [try #require(AddressRange("10.0.0.0/8"))]
        #expect(
            ForwardedClient.find(ClientAddress(peer), header, trusted: trusted) == ClientAddress(client))
    }
}
