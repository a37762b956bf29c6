internal import CNettle

/// Digests of the SHA-2 family (FIPS 180-4), and what is derived with them.
package enum Digest {
    /// The 32 bytes of SHA-256.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        filled(32) { latchkey_sha256(bytes.count, bytes, $0) }
    }

    /// The 32 bytes of SHA-256 of a text's UTF-8.
    package static func sha256(_ text: String) -> [UInt8] { sha256(Array(text.utf8)) }

    /// The 28 bytes of SHA-224.
    package static func sha224(_ bytes: [UInt8]) -> [UInt8] {
        filled(28) { latchkey_sha224(bytes.count, bytes, $0) }
    }

    /// The 32 bytes of HMAC with SHA-256 (RFC 2104).
    package static func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        filled(32) { latchkey_hmac_sha256(key.count, key, message.count, message, $0) }
    }

    /// 32 bytes derived by PBKDF2 with HMAC-SHA-256 (RFC 8018, section 5.2).
    package static func pbkdf2SHA256(_ password: [UInt8], salt: [UInt8], iterations: UInt32) -> [UInt8] {
        filled(32) {
            nettle_pbkdf2_hmac_sha256(password.count, password, iterations, salt.count, salt, 32, $0)
        }
    }

    /// Whether two byte strings are equal, in a time that depends on their lengths alone.
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
