import Calendar
import Testing

@testable import HTTPListener

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
        "Only loopback addresses cannot be reached by other machines",
        arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("0.0.0.0", false), ("::", false),
            ("192.168.1.2", false), ("10.127.0.1", false), ("1.127.0.1", false),
        ])
    func loopback(address: String, isLoopback: Bool) {
        #expect(ListenAddress(address: address, port: 0).isLoopback == isLoopback)
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

    @Test("connections count by address and in all, and those that speak for many do not")
    func counts() {
        let counts = ConnectionCounts(maximum: 4, maximumPerAddress: 2, exempt: [])
        let (a, b) = (ClientAddress("2001:db8::1"), ClientAddress("2001:db8::2"))
        #expect(counts.enter(a) == .admitted)
        #expect(counts.enter(b) == .admitted)
        #expect(counts.enter(a) == .addressIsFull)
        #expect(counts.enter(ClientAddress("127.0.0.1")) == .admitted)
        #expect(counts.enter(ClientAddress("127.0.0.1")) == .admitted)
        #expect(counts.enter(ClientAddress("192.0.2.1")) == .isFull)
        #expect(counts.enter(ClientAddress("192.0.2.1"), always: true) == .admitted)
        counts.leave(a)
        #expect(counts.total == 4)
        #expect(counts.enter(b) == .isFull)
    }

    @Test(
        "a date is written as RFC 9110 prescribes",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
            (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        ])
    func dates(seconds: Int, text: String) { #expect(CalendarTime(seconds: seconds).http == text) }
}
