import HTTPListener
import Testing

@Suite("Addresses to listen on")
struct ListenAddressTests {
    @Test(
        "Only loopback addresses cannot be reached by other machines",
        arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("0.0.0.0", false), ("::", false),
            ("192.168.1.2", false), ("10.127.0.1", false), ("1.127.0.1", false),
        ])
    func loopback(address: String, isLoopback: Bool) {
        #expect(ListenAddress(address: address, port: 0).isLoopback == isLoopback)
    }
}
