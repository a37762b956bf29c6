import Testing

@testable import Hashing

@Suite struct BaseTests {
    @Test(
        "base16 is in lower case",
        arguments: [([], ""), ([0x00, 0x0F, 0xA9, 0xFF], "000fa9ff")] as [([UInt8], String)])
    func base16(bytes: [UInt8], text: String) {
        #expect(Base16.encode(bytes) == text)
    }

    @Test(
        "base64 has the padding of RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.encodeForURL(Array(text.utf8)) == encoded.filter { $0 != "=" })
    }

    @Test("base64 for URLs uses section 5's alphabet without padding, and decodes", arguments: 0..<20)
    func url(count: Int) {
        let bytes = (0..<count).map { UInt8(($0 * 5 + 248) % 256) }
        let text = Base64.encodeForURL(bytes)
        #expect(!text.contains { "+/=".contains($0) })
        #expect(Base64.decodeFromURL(text) == bytes)
    }

    @Test("both alphabets differ in their last two characters")
    func alphabets() {
        #expect(Base64.encode([0xFB, 0xFF]) == "+/8=")
        #expect(Base64.encodeForURL([0xFB, 0xFF]) == "-_8")
    }

    @Test(
        "a text that is not the one encoding of its bytes is refused (RFC 4648, sections 3.3 and 3.5)",
        arguments: ["Zg==", "Zh", "Z", "Zm9v=", "Zm 9v", "Zm9v\n", "+/8", "Zm9vü", "Zg=a"])
    func refused(text: String) {
        #expect(Base64.decodeFromURL(text) == nil)
    }
}
