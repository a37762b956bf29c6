internal import TextEncoding

/// The canonical form of paths, in which the server and every check of its answers compare them.
package enum CanonicalPath {
    /// Canonicalises a path: collapses runs of slashes, removes a trailing slash, and decodes percent-encoded
    /// characters that need no encoding (RFC 3986, section 6.2.2).
    ///
    /// Apple treats slashes the same way when it decides whether a URL is one of an app's links.
    package static func of(_ path: String) -> String {
        var needsWork = false
        var previous: UInt8 = 0
        for byte in path.utf8 {
            if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "/") && previous == byte {
                needsWork = true
                break
            }
            previous = byte
        }
        if !needsWork, previous != UInt8(ascii: "/") || path.utf8.count == 1 { return path }
        var result: [UInt8] = []
        let bytes = Array(path.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard let decoded = PercentEncoding.decodedByte(in: bytes, at: index) else {
                if byte != UInt8(ascii: "/") || result.last != byte { result.append(byte) }
                index += 1
                continue
            }
            index += 3
            switch decoded {
            case UInt8(ascii: "/"), UInt8(ascii: "%"), UInt8(ascii: "{"), UInt8(ascii: "}"), ...0x20, 0x7F...:
                result += PercentEncoding.triplet(decoded)
            default: result.append(decoded)
            }
        }
        if result.count > 1, result.last == UInt8(ascii: "/") { result.removeLast() }
        return String(decoding: result, as: UTF8.self)
    }
}
