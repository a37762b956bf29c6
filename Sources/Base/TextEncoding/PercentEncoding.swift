/// Percent-encoding over UTF-8 (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// Encodes every byte of a text whose character is not in a set, by default RFC 3986's unreserved characters, with
    /// upper-case digits as section 2.1 recommends. With `keepingTriplets`, `%` before two hexadecimal digits is kept,
    /// so that encoded text is not encoded twice.
    package static func encode(
        _ text: some StringProtocol, keeping kept: ASCIISet = .unreserved, keepingTriplets: Bool = false
    ) -> String {
        text.withUTF8Bytes { bytes in
            if bytes.allSatisfy(kept.contains) { return String(text) }
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count * 2)
            for (index, byte) in bytes.enumerated() {
                if kept.contains(byte) || keepingTriplets && decodedByte(in: bytes, at: index) != nil {
                    result.append(byte)
                } else {
                    result += triplet(byte)
                }
            }
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// The three characters that encode a byte: `%2F`.
    package static func triplet(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%")] + byte.hexadecimal(digits: 2).utf8
    }

    /// The decoded text; nil if a percent sign is not followed by two hexadecimal digits or the bytes are not UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? { text.withUTF8Bytes { decode($0) } }

    /// The decoded text of UTF-8 bytes; nil as for a string.
    package static func decode(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        guard text.contains(UInt8(ascii: "%")) else { return String(decoding: text, as: UTF8.self) }
        guard let bytes = decodeTriplets(text, refusingOthers: true) else { return nil }
        // `String(validating:as:)` needs iOS 18.
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// The decoded text, or the text itself if it cannot be decoded.
    package static func decodeIfPossible(_ text: some StringProtocol) -> String { decode(text) ?? String(text) }

    /// The decoded text of UTF-8 bytes, or the bytes as text if they cannot be decoded.
    package static func decodeIfPossible(_ text: UnsafeBufferPointer<UInt8>) -> String {
        decode(text) ?? String(decoding: text, as: UTF8.self)
    }

    /// The decoded text. A percent sign without two digits is preserved; bytes that are not UTF-8 become U+FFFD (URL
    /// Standard, section 1.3).
    package static func decodeLossily(_ text: some StringProtocol) -> String {
        String(decoding: text.withUTF8Bytes { decodeTriplets($0, refusingOthers: false) } ?? [], as: UTF8.self)
    }

    private static func decodeTriplets(_ bytes: UnsafeBufferPointer<UInt8>, refusingOthers: Bool) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let byte = decodedByte(in: bytes, at: index) {
                result.append(byte)
                index += 3
                continue
            }
            if refusingOthers, bytes[index] == UInt8(ascii: "%") { return nil }
            result.append(bytes[index])
            index += 1
        }
        return result
    }

    /// The byte that is encoded at an index; nil if there is no percent sign followed by two hexadecimal digits.
    @inlinable
    package static func decodedByte<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, at index: Int) -> UInt8?
    where Bytes.Index == Int {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = bytes[index + 1].hexDigitValue,
            let low = bytes[index + 2].hexDigitValue
        else { return nil }
        return high << 4 | low
    }
}

extension StringProtocol {
    /// Calls a closure with the text as contiguous UTF-8.
    ///
    /// Generic code over `StringProtocol` makes a witness call for each byte; over a buffer it does not.
    package func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
    }

    /// Whether two texts have the same scalars. Swift's `==` also equates composed and decomposed letters.
    package func isIdentical(_ other: some StringProtocol) -> Bool {
        withUTF8Bytes { bytes in
            other.withUTF8Bytes { others in bytes.count == others.count && bytes.elementsEqual(others) }
        }
    }
}
