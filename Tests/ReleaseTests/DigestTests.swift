import Release
import Testing

@Suite("Digests")
struct DigestTests {
    // FIPS 180-4's examples.
    @Test(
        "SHA-256 is that of the standard",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func sha256(text: String, hex: String) {
        #expect(Digest.hex(Digest.sha256(Array(text.utf8))) == hex)
    }

    // RFC 4648, section 10.
    @Test(
        "base64 has its padding",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, base64: String) {
        #expect(Digest.base64(Array(text.utf8)) == base64)
    }
}
