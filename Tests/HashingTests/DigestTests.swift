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
