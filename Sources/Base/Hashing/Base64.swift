internal import CNettle

/// Base64 encoding (RFC 4648).
package enum Base64 {
    /// Encodes bytes with padding, in the alphabet of section 4.
    package static func encode(_ bytes: [UInt8]) -> String {
        let length = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: length) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { nettle_base64_encode_raw($0.baseAddress, bytes.count, bytes) }
            return length
        }
    }

    /// Encodes bytes without padding, in the URL-safe alphabet of section 5.
    package static func encodeForURL(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                guard let start = buffer.baseAddress else { return 0 }
                var context = base64_encode_ctx()
                nettle_base64url_encode_init(&context)
                let count = nettle_base64_encode_update(&context, start, bytes.count, bytes)
                // Only the final call can write padding, at most two characters.
                let total = count + nettle_base64_encode_final(&context, start + count)
                return (count..<total).first { start[$0] == CChar(UInt8(ascii: "=")) } ?? total
            }
        }
    }

    /// Decodes a text in the canonical form that `encodeForURL` writes; nil for any other text (section 3.5).
    package static func decodeFromURL(_ text: some StringProtocol) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let padded = (Array(text.utf8) + Array(padding.utf8)).map { CChar(bitPattern: $0) }
        var context = base64_decode_ctx()
        nettle_base64url_decode_init(&context)
        var isValid = false
        let bytes = [UInt8](unsafeUninitializedCapacity: (padded.count + 1) * 6 / 8) { buffer, count in
            isValid =
                nettle_base64_decode_update(&context, &count, buffer.baseAddress, padded.count, padded) == 1
                && nettle_base64_decode_final(&context) == 1
            if !isValid { count = 0 }
        }
        // Nettle ignores whitespace and accepts padding inside the text, so the result is encoded again and compared.
        return isValid && encodeForURL(bytes).utf8.elementsEqual(text.utf8) ? bytes : nil
    }
}
