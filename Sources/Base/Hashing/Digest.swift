internal import CNettle

/// SHA-2 digests (FIPS 180-4).
package enum Digest {
    /// Returns the SHA-256 of bytes: 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { sha256($0) }
    }

    /// Returns the SHA-256 of bytes: 32 bytes.
    package static func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        filled(32) { latchkey_sha256(bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), $0) }
    }

    /// Returns the SHA-256 of a text's UTF-8.
    package static func sha256(_ text: String) -> [UInt8] { sha256(Array(text.utf8)) }

    /// Returns the SHA-224 of bytes: 28 bytes.
    package static func sha224(_ bytes: [UInt8]) -> [UInt8] {
        filled(28) { latchkey_sha224(bytes.count, bytes, $0) }
    }

    /// Returns the HMAC-SHA-1 (RFC 2104) of bytes: 20 bytes. Codes of authenticator apps are made of it.
    package static func hmacSHA1(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        filled(20) { latchkey_hmac_sha1(key.count, key, bytes.count, bytes, $0) }
    }

    /// Whether two byte strings are equal, compared in a time that depends on their lengths only.
    package static func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && nettle_memeql_sec(a, b, a.count) == 1
    }

    private static func filled(_ count: Int, by fill: (UnsafeMutablePointer<UInt8>?) -> Void) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            fill(buffer.baseAddress)
            length = count
        }
    }
}
