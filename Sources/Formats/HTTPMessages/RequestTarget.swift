internal import TextEncoding

/// A request target (RFC 9112, section 3.2).
package struct RequestTarget {
    package var path: String
    package var query: String?
    /// The authority of a target in absolute form.
    package var authority: Authority?

    package init(_ bytes: Bytes, method: String) throws(HTTPRefusal) {
        if bytes.count == 1, bytes[0] == UInt8(ascii: "*"), method == "OPTIONS" {
            path = "*"
            return
        }
        var start = 0
        if bytes.first != .slash {
            guard let length = Self.schemeLength(bytes) else { throw HTTPRefusal.target }
            let end = bytes[length...].firstIndex { $0 == .slash || $0 == UInt8(ascii: "?") } ?? bytes.count
            authority = Authority(bytes.part(length..<end))
            guard authority != nil else { throw HTTPRefusal.target }
            start = end
        }
        var question: Int?
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            // No whitespace, control or non-ASCII characters, and no fragment, which clients never send.
            guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "#") else { throw HTTPRefusal.targetByte }
            // Browsers send a query as it was written, even with a stray percent sign: `utm_campaign=20%_off` (URL
            // Standard, query state).
            if question != nil {
                index += 1
                continue
            }
            // Some recipients treat a backslash as a slash.
            guard byte != .backslash else { throw HTTPRefusal.targetByte }
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, let high = bytes[index + 1].hexDigitValue,
                    let low = bytes[index + 2].hexDigitValue
                else { throw HTTPRefusal.targetEscape }
                let decoded = high << 4 | low
                if decoded < 0x20 || decoded == 0x7F { throw HTTPRefusal.targetByte }
                index += 3
                continue
            }
            if byte == UInt8(ascii: "?") { question = index }
            index += 1
        }
        let end = question ?? bytes.count
        path = end == start ? "/" : String(decoding: bytes[start..<end], as: UTF8.self)
        if let question { query = String(decoding: bytes[(question + 1)...], as: UTF8.self) }
    }

    /// Returns the length of the target's `http://` or `https://` prefix; nil if it has neither.
    private static func schemeLength(_ bytes: Bytes) -> Int? {
        for scheme in ["http://", "https://"] {
            let length = scheme.utf8.count
            if bytes.count > length, zip(bytes, scheme.utf8).allSatisfy({ $0.asciiLowercased == $1 }) { return length }
        }
        return nil
    }
}

/// A host with an optional port, without user information (RFC 3986, section 3.2).
package struct Authority {
    package var host: String
    package var port: Int?

    package init?(_ bytes: Bytes) {
        guard let first = bytes.first, bytes.count <= 261 else { return nil }
        var end = 0
        if first == UInt8(ascii: "[") {
            var colons = 0
            end = 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "]") {
                if bytes[end] == .colon {
                    colons += 1
                } else if bytes[end].hexDigitValue == nil, bytes[end] != UInt8(ascii: ".") {
                    return nil
                }
                end += 1
            }
            guard end < bytes.count, colons >= 2 else { return nil }
            end += 1
        } else {
            var previous = UInt8(ascii: ".")
            while end < bytes.count, bytes[end] != .colon {
                // A leading dot or two consecutive dots would make an empty label.
                guard isHostByte(bytes[end]), bytes[end] != UInt8(ascii: ".") || previous != bytes[end] else {
                    return nil
                }
                previous = bytes[end]
                end += 1
            }
        }
        var length = end
        if length > 0, bytes[length - 1] == UInt8(ascii: ".") { length -= 1 }
        guard length > 0, length <= 255 else { return nil }
        let (isValid, port) = Self.port(UnsafeBufferPointer(rebasing: bytes[end...]))
        guard isValid else { return nil }
        let host = String(unsafeUninitializedCapacity: length) { buffer in
            for index in 0..<length { buffer[index] = bytes[index].asciiLowercased }
            return length
        }
        self.host = host
        self.port = port
    }

    /// Parses the part after the host: nothing, or a colon and a port. A colon alone means the default port (RFC 3986,
    /// section 6.2.3).
    private static func port(_ bytes: Bytes) -> (isValid: Bool, port: Int?) {
        guard let colon = bytes.first else { return (true, nil) }
        guard colon == .colon, bytes.count <= 6 else { return (false, nil) }
        guard bytes.count > 1 else { return (true, nil) }
        var port = 0
        for byte in bytes.dropFirst() {
            guard isDigit(byte) else { return (false, nil) }
            port = port * 10 + Int(byte - 0x30)
        }
        return (port <= 65_535, port)
    }
}

private func isHostByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: "_")
}
