import HTTPListener
import Testing

@testable import Sandbox

@Suite struct PrimitiveTests {
    @Test("HMAC with SHA-256 as RFC 4231 has it")
    func hmac() {
        let mac = Hashing.hmac(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(hex(mac) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = Hashing.hmac(
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xAA, count: 131))
        #expect(hex(long) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test("SHA-224 as FIPS 180 has it")
    func sha224() {
        #expect(Hashing.sha224("abc") == "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7")
    }

    @Test("PBKDF2 as RFC 7914 has it")
    func pbkdf2() {
        let derived = Hashing.pbkdf2(Array("passwd".utf8), salt: Array("salt".utf8), iterations: 1)
        #expect(hex(derived) == "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc")
    }

    @Test("base64 for addresses goes there and back", arguments: 0..<20)
    func base64(count: Int) {
        let bytes = (0..<count).map { UInt8(($0 + 250) % 256) }
        let text = Hashing.base64url(bytes)
        #expect(!text.contains { "+/=".contains($0) })
        #expect(Hashing.bytes(base64url: text) == bytes)
    }

    @Test("a password's hash tells it from others, and says nothing")
    func password() throws {
        var surroundings = Surroundings(
            app: try Bench("artitec").core.seats[0].app, address: "", now: 0, random: CountingGenerator())
        let hash = PasswordHash("Secret-1", &surroundings)
        #expect(hash.matches("Secret-1"))
        #expect(!hash.matches("secret-1"))
        #expect(hash != PasswordHash("Secret-1", &surroundings))
        #expect("\(hash)" == "a password")
    }

    @Test("of a token only its hash is kept")
    func tokens() {
        var tokens = OneTimeTokens()
        tokens.issue("the-token-itself", for: "a", .resetPassword, lifetime: 60, now: 0)
        #expect(!"\(tokens)".contains("the-token-itself"))
        #expect(tokens.grant(of: "the-token-itself", for: [.resetPassword], now: 59_999)?.account == "a")
        #expect(tokens.grant(of: "the-token-itself", for: [.resetPassword], now: 60_000) == nil)
    }

    @Test(
        "an address is something, an at sign and a name with a dot",
        arguments: [
            ("a@b.example", true), ("first.last+tag@sub.b-c.example", true), ("a@b", false), ("@b.example", false),
            ("a b@c.example", false), ("a@b..example", false), ("a\r\nBcc:x@b.example", false),
            ("a@b.example\n", false),
            ("<a@b.example>", false), ("a,b@c.example", false),
        ])
    func address(text: String, isOne: Bool) {
        #expect(isEmailAddress(text) == isOne)
    }

    @Test("only this machine's own addresses will do")
    func loopback() {
        for address in ["127.0.0.1", "127.9.9.9", "::1"] {
            #expect(Sandbox.isLoopback(ListenAddress(address: address, port: 0)))
        }
        for address in ["0.0.0.0", "::", "192.168.1.2", "10.127.0.1", "1.127.0.1"] {
            #expect(!Sandbox.isLoopback(ListenAddress(address: address, port: 0)))
        }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("bytes are the same when all of them are, whatever the last ones make up for")
    func same() {
        #expect(isSame([], []))
        #expect(isSame([1, 2, 3], [1, 2, 3]))
        #expect(!isSame([1, 2], [1, 2, 3]))
        for (a, b) in [([1], [2]), ([0, 5], [9, 13]), ([0, 0], [9, 9]), ([7, 1, 2], [7, 1, 3])] as [([UInt8], [UInt8])]
        {
            #expect(!isSame(a, b), "\(a) \(b)")
        }
        // One pair of last bytes in 256 would pass where what differs is mixed in before it is kept.
        #expect(!(0...255).contains { last in isSame([0, 0], [9, UInt8(last)]) })
    }
}
