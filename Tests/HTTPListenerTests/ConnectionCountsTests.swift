import HTTPMessages
import Testing

@testable import HTTPListener

@Suite("Numbers of connections")
struct ConnectionCountsTests {
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
}
