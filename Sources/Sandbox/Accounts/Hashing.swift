internal import CNettle
internal import Release

/// The digests that the imitated servers make.
enum Hashing {
    /// HMAC with SHA-256 (RFC 2104).
    static func hmac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        let block = (key.count > 64 ? Digest.sha256(key) : key)
        let padded = block + [UInt8](repeating: 0, count: 64 - block.count)
        return Digest.sha256(padded.map { $0 ^ 0x5C } + Digest.sha256(padded.map { $0 ^ 0x36 } + message))
    }

    /// The 28 bytes of SHA-224 (FIPS 180-4), in lower-case hexadecimal.
    static func sha224(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let digest = [UInt8](unsafeUninitializedCapacity: 28) { digest, count in
            bytes.withUnsafeBufferPointer { sha224_of($0.count, $0.baseAddress, digest.baseAddress) }
            count = 28
        }
        return Digest.hex(digest)
    }

    /// PBKDF2 with HMAC-SHA-256 (RFC 8018, section 5.2), 32 bytes.
    static func pbkdf2(_ password: [UInt8], salt: [UInt8], iterations: UInt32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { derived, count in
            password.withUnsafeBufferPointer { password in
                salt.withUnsafeBufferPointer { salt in
                    pbkdf2_sha256_of(
                        password.count, password.baseAddress, iterations, salt.count, salt.baseAddress, 32,
                        derived.baseAddress)
                }
            }
            count = 32
        }
    }

    /// Base64 for addresses, without padding (RFC 4648, section 5).
    static func base64url(_ bytes: [UInt8]) -> String {
        String(
            Digest.base64(bytes).compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    /// The bytes behind `base64url`; nil where the text is none.
    static func bytes(base64url text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits = 0
        var count = 0
        for byte in text.utf8 {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "-"): digit = 62
            case UInt8(ascii: "_"): digit = 63
            default: return nil
            }
            bits = (bits << 6 | Int(digit)) & 0xFFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 0xFF))
            }
        }
        return bytes
    }
}

/// Whether two byte strings are the same, in a time that does not tell where they differ.
func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
