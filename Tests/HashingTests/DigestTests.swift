import Testing

@testable import Hashing

@Suite struct DigestTests {
    @Test(
        "SHA-256 has the digests of FIPS 180-4's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func sha256(text: String, digest: String) {
        #expect(Base16.encode(Digest.sha256(text)) == digest)
    }

    @Test("SHA-224 has the digest of FIPS 180-4's example")
    func sha224() {
        let digest = Digest.sha224(Array("abc".utf8))
        #expect(Base16.encode(digest) == "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7")
    }

    @Test(
        "HMAC with SHA-256 has the codes of RFC 4231, section 4",
        arguments: [
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (
                // An empty key and message: RFC 2104 pads both with zeros.
                [], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
            ),
        ])
    func hmac(key: [UInt8], message: String, code: String) {
        #expect(Base16.encode(Digest.hmacSHA256(Array(message.utf8), key: key)) == code)
    }

    @Test("PBKDF2 derives the key of RFC 7914, section 11")
    func pbkdf2() {
        let key = Digest.pbkdf2SHA256(Array("passwd".utf8), salt: Array("salt".utf8), iterations: 1)
        #expect(Base16.encode(key) == "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc")
    }

    @Test("byte strings are equal only when every byte is")
    func equality() {
        #expect(Digest.isEqual([], []))
        #expect(Digest.isEqual([1, 2, 3], [1, 2, 3]))
        #expect(!Digest.isEqual([1, 2], [1, 2, 3]))
        for (a, b) in [([1], [2]), ([0, 5], [9, 13]), ([0, 0], [9, 9]), ([7, 1, 2], [7, 1, 3])] as [([UInt8], [UInt8])]
        {
            #expect(!Digest.isEqual(a, b), "\(a) \(b)")
        }
        // A difference in the first byte must not be cancelled by any last byte.
        #expect(!(0...255).contains { last in Digest.isEqual([0, 0], [9, UInt8(last)]) })
    }
}
