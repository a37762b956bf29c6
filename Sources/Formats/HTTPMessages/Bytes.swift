internal import TextEncoding

// Classes of bytes in a request's head.

@inline(__always)
package func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

@inline(__always)
package func isBlank(_ byte: UInt8) -> Bool { byte == .space || byte == .tab }

extension UInt8 {
    package static let tab: UInt8 = 0x09
    package static let lineFeed: UInt8 = 0x0A
    package static let carriageReturn: UInt8 = 0x0D
    package static let space: UInt8 = 0x20
    package static let quotationMark: UInt8 = 0x22
    package static let comma: UInt8 = 0x2C
    package static let slash: UInt8 = 0x2F
    package static let colon: UInt8 = 0x3A
    package static let semicolon: UInt8 = 0x3B
    package static let equals: UInt8 = 0x3D
    package static let backslash: UInt8 = 0x5C
}

/// A view of request bytes; valid only during the call that receives it.
package typealias Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
    @inline(__always)
    package func part(_ range: Range<Int>) -> Bytes { Bytes(rebasing: self[range]) }

    /// The bytes without leading and trailing whitespace (OWS, RFC 9110, section 5.6.3).
    package var trimmed: Bytes {
        var start = 0
        var end = count
        while start < end, isBlank(self[start]) { start += 1 }
        while start < end, isBlank(self[end - 1]) { end -= 1 }
        return part(start..<end)
    }

    /// Whether the bytes equal a lower-case word, ignoring the case of ASCII letters.
    package func isSame(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index].asciiLowercased != word.utf8Start[index] { return false }
        return true
    }

    /// Calls `body` for each element of a list (RFC 9110, section 5.6.1), trimmed; empty elements are skipped.
    package func forEachElement(_ body: (Bytes) -> Void) {
        var start = 0
        while start <= count {
            var end = start
            while end < count, self[end] != .comma { end += 1 }
            let element = part(start..<end).trimmed
            if !element.isEmpty { body(element) }
            start = end + 1
        }
    }
}
