import Testing

@testable import TextEncoding

struct LoopbackHostTests {
    @Test(
        "The names and addresses of this machine are recognised",
        arguments: [
            "localhost", "LOCALHOST", "harbour.localhost", "127.0.0.1", "127.255.255.255", "127.1", "127.0.258",
            "0.0.0.0",
            "::1", "[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::FFFF:127.0.0.1]",
        ])
    func own(host: String) { #expect(LoopbackHost.contains(host)) }

    @Test(
        "Hosts that only look like this machine's are others",
        arguments: [
            "", "127", "127.mail.example", "127.0.0.1.example", "127.0.0.256", "127.256.1", "127.0.0.0.1", "127.0.0.",
            "127.0.0.01", "127.0.0.+1", "127.99999999999", "10.127.0.1", "1.127.0.1", "0.0.0.1", "localhost.example",
            "notlocalhost", "[::1", "::1]", "[::2]", "[::ffff:10.0.0.1]", "[::1]:25",
        ])
    func others(host: String) { #expect(!LoopbackHost.contains(host)) }
}
