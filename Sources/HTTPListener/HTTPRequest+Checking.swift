extension HTTPRequest {
    /// The longest request target that is taken, in bytes.
    public static let longestTarget = 8_192

    /// Checks the head of a request: the only way from what came in to what is believed.
    ///
    /// The rules are those of RFC 9112, sections 3.2 and 6, read strictly where a proxy in front could read them
    /// otherwise: one Host, one length, no bytes that an address cannot hold.
    ///
    /// - Throws: `HTTPRefusal` with the status that answers the request.
    public init(checking raw: RawRequest) throws(HTTPRefusal) {
        guard raw.version == "HTTP/1.1" || raw.version == "HTTP/1.0" else {
            throw HTTPRefusal(505, "Only HTTP/1.0 and HTTP/1.1 are spoken here.")
        }
        guard !raw.method.isEmpty, raw.method.utf8.count <= 32, raw.method.utf8.allSatisfy(isTokenByte) else {
            throw HTTPRefusal(400, "The method is malformed.")
        }
        let target = try Target(raw.target, method: raw.method)
        var named: Authority?
        var lengths = 0
        var hasBody = false
        for field in raw.headers.fields {
            if isSameName(field.name, "host") {
                guard named == nil else { throw HTTPRefusal(400, "The request names its host twice.") }
                guard let authority = Authority(field.value) else { throw HTTPRefusal(400, "The host is malformed.") }
                named = authority
            } else if isSameName(field.name, "content-length") {
                lengths += 1
                guard let length = Int(field.value), field.value.utf8.allSatisfy(isDigit) else {
                    throw HTTPRefusal(400, "The length of the body is malformed.")
                }
                if length > 0 { hasBody = true }
            } else if isSameName(field.name, "transfer-encoding") {
                lengths += 1
                hasBody = true
            }
        }
        if named == nil, raw.version == "HTTP/1.1" { throw HTTPRefusal(400, "The request names no host.") }
        // Two lengths are how one request is smuggled inside another (RFC 9112, section 11.2).
        guard lengths <= 1 else { throw HTTPRefusal(400, "The request gives the length of its body twice.") }
        guard !hasBody || raw.method != "GET" && raw.method != "HEAD" else {
            throw HTTPRefusal(400, "A \(raw.method) request has no body.")
        }
        // The target's own authority counts before the header field (RFC 9112, section 3.2.2).
        let authority = target.authority ?? named
        self.init(
            method: raw.method, path: target.path, query: target.query, host: authority?.host, port: authority?.port,
            headers: raw.headers)
    }
}

/// What a request line asks for (RFC 9112, section 3.2).
private struct Target {
    var path: String
    var query: String?
    /// Only an absolute target has one.
    var authority: Authority?

    init(_ bytes: [UInt8], method: String) throws(HTTPRefusal) {
        guard bytes.count <= HTTPRequest.longestTarget else { throw HTTPRefusal(414, "The address is too long.") }
        if bytes == [UInt8(ascii: "*")], method == "OPTIONS" {
            path = "*"
            return
        }
        var start = 0
        if bytes.first != UInt8(ascii: "/") {
            guard let length = Self.schemeLength(bytes) else { throw HTTPRefusal(400, "The address is malformed.") }
            let end = bytes[length...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.count
            authority = Authority(String(decoding: bytes[length..<end], as: UTF8.self))
            guard authority != nil else { throw HTTPRefusal(400, "The address is malformed.") }
            start = end
        }
        var question: Int?
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            // Blanks, control characters and all that is not ASCII; a backslash, which some take for a slash; a
            // fragment, which is never sent.
            guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "#") else {
                throw HTTPRefusal(400, "The address holds a character that no address may.")
            }
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, let high = hexDigit(bytes[index + 1]),
                    let low = hexDigit(bytes[index + 2])
                else { throw HTTPRefusal(400, "The address holds a percent sign that encodes nothing.") }
                let decoded = high << 4 | low
                if question == nil, decoded < 0x20 || decoded == 0x7F {
                    throw HTTPRefusal(400, "The address holds a character that no address may.")
                }
                index += 3
                continue
            }
            if byte == UInt8(ascii: "?"), question == nil { question = index }
            index += 1
        }
        let end = question ?? bytes.count
        path = end == start ? "/" : String(decoding: bytes[start..<end], as: UTF8.self)
        if let question { query = String(decoding: bytes[(question + 1)...], as: UTF8.self) }
    }

    /// The length of `http://` or `https://`, where the target begins with one.
    private static func schemeLength(_ bytes: [UInt8]) -> Int? {
        for scheme in ["http://", "https://"] {
            let length = scheme.utf8.count
            if bytes.count > length, zip(bytes, scheme.utf8).allSatisfy({ lowercased($0) == $1 }) { return length }
        }
        return nil
    }
}

/// A host with or without a port (RFC 3986, section 3.2), without a user.
private struct Authority {
    var host: String
    var port: Int?

    init?(_ text: String) {
        var text = text
        guard let (host, port) = text.withUTF8(Self.parse) else { return nil }
        self.host = host
        self.port = port
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> (host: String, port: Int?)? {
        guard let first = bytes.first, bytes.count <= 261 else { return nil }
        var end = 0
        if first == UInt8(ascii: "[") {
            var colons = 0
            end = 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "]") {
                if bytes[end] == UInt8(ascii: ":") {
                    colons += 1
                } else if hexDigit(bytes[end]) == nil, bytes[end] != UInt8(ascii: ".") {
                    return nil
                }
                end += 1
            }
            guard end < bytes.count, colons >= 2 else { return nil }
            end += 1
        } else {
            var previous = UInt8(ascii: ".")
            while end < bytes.count, bytes[end] != UInt8(ascii: ":") {
                // Two dots in a row, or one at the beginning, leave a label empty.
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
        let (isSound, port) = port(UnsafeBufferPointer(rebasing: bytes[end...]))
        guard isSound else { return nil }
        let host = String(unsafeUninitializedCapacity: length) { buffer in
            for index in 0..<length { buffer[index] = lowercased(bytes[index]) }
            return length
        }
        return (host, port)
    }

    /// Reads what follows the host: nothing, or a colon and a port; without a port it is the default one (RFC 3986,
    /// section 6.2.3).
    private static func port(_ bytes: UnsafeBufferPointer<UInt8>) -> (isSound: Bool, port: Int?) {
        guard let colon = bytes.first else { return (true, nil) }
        guard colon == UInt8(ascii: ":"), bytes.count <= 6 else { return (false, nil) }
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

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// RFC 9110, section 5.6.2.
private func isTokenByte(_ byte: UInt8) -> Bool {
    if isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) { return true }
    return "!#$%&'*+-.^_`|~".utf8.contains(byte)
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
}
