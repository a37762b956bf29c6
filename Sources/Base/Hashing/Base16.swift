internal import CNettle

/// Hexadecimal encoding (RFC 4648, section 8).
package enum Base16 {
    /// Encodes bytes as lower-case digits.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        return String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                nettle_base16_encode_update($0.baseAddress, bytes.count, bytes)
            }
            return bytes.count * 2
        }
    }
}
