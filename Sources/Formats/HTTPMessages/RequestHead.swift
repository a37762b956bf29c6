internal import TextEncoding

/// A parsed and validated request head.
///
/// Strict: whatever two recipients could interpret differently is refused, even where RFC 9112 lets a recipient be
/// lenient (section 11.2 on request smuggling).
package struct RequestHead {
    /// How the length of the body is determined (RFC 9112, section 6).
    package enum Framing: Hashable {
        case length(Int)
        case chunked
    }

    package var request: HTTPRequest
    package var framing = Framing.length(0)
    /// Whether the connection persists after the response (section 9.3).
    package var isPersistent: Bool
    /// Whether the response must say `keep-alive`, because an HTTP/1.0 client asked for it (appendix C.2.2).
    package var expectsKeepAlive = false
    /// Whether the client waits for `100 Continue` (RFC 9110, section 10.1.1).
    package var expectsContinue = false

    /// Parses a complete head, from the first byte of the request line to the empty line, of which every line ends in
    /// CRLF. Only the `wanted` header fields are kept, nil for all.
    package init(_ bytes: Bytes, limits: RequestLimits, wanted: WantedFields?) throws(HTTPRefusal) {
        var lines = Lines(bytes)
        guard let line = lines.next() else { throw .requestLine }
        let isLatest: Bool
        (request, isLatest) = try Self.requestLine(line, limits)
        isPersistent = isLatest
        var seen = FramingFields()
        request.headers.fields.reserveCapacity(wanted == nil ? 16 : 4)
        while let line = lines.next() {
            guard let first = line.first, !isBlank(first) else { throw .folding }
            var colon = 0
            while colon < line.count, line[colon].isTokenCharacter { colon += 1 }
            // No whitespace is allowed before the colon (section 5.1).
            guard colon > 0, colon < line.count, line[colon] == .colon else { throw .fieldName }
            let name = line.part(0..<colon)
            let value = line.part(colon + 1..<line.count).trimmed
            for byte in value where !byte.isFieldCharacter { throw .fieldValue }
            try seen.take(name, value)
            let kept = wanted.map { $0.name(name) } ?? String(decoding: name, as: UTF8.self)
            if let kept { request.headers.fields.append(HeaderField(kept, String(decoding: value, as: UTF8.self))) }
        }
        try apply(seen, isLatest: isLatest, limits)
    }

    private static func requestLine(_ line: Bytes, _ limits: RequestLimits) throws(HTTPRefusal) -> (
        HTTPRequest, isLatest: Bool
    ) {
        guard let first = line.firstIndex(of: .space), let last = line.lastIndex(of: .space), first < last else {
            throw .requestLine
        }
        let version = line.part(last + 1..<line.count)
        guard version.count == 8, version.part(0..<5).elementsEqual("HTTP/".utf8), isDigit(version[5]),
            version[6] == UInt8(ascii: "."), isDigit(version[7])
        else { throw .requestLine }
        // A higher minor version is processed as the highest supported one (RFC 9110, section 2.5).
        guard version[5] == UInt8(ascii: "1") else { throw .version }
        let name = line.part(0..<first)
        guard (1...32).contains(name.count), name.allSatisfy(\.isTokenCharacter) else { throw .method }
        let method = String(decoding: name, as: UTF8.self)
        let bytes = line.part(first + 1..<last)
        guard bytes.count <= limits.target else { throw .targetLength }
        let target = try RequestTarget(bytes, method: method)
        let request = HTTPRequest(
            method: method, path: target.path, query: target.query, host: target.authority?.host,
            port: target.authority?.port)
        return (request, version[7] != UInt8(ascii: "0"))
    }

    private mutating func apply(_ seen: FramingFields, isLatest: Bool, _ limits: RequestLimits) throws(HTTPRefusal) {
        if seen.host == nil, isLatest { throw .noHost }
        // The target's authority takes precedence over Host (section 3.2.2).
        if request.host == nil, let host = seen.host { (request.host, request.port) = (host.host, host.port) }
        if seen.closes {
            isPersistent = false
        } else if !isLatest {
            isPersistent = seen.keepsAlive
            expectsKeepAlive = seen.keepsAlive
        }
        // Two lengths are the means of request smuggling (section 11.2). HTTP/1.0 has no chunked coding: an
        // intermediary could take the chunks for the next request (section 6.1).
        guard seen.lengths + seen.codingFields <= 1, seen.codingFields == 0 || isLatest else { throw .twoLengths }
        if seen.codingFields > 0 {
            framing = .chunked
        } else if let length = seen.length {
            if let limit = limits.body, length > limit { throw .bodyLength }
            framing = .length(length)
        }
        guard framing != .length(0) else { return }
        if request.method == "GET" { throw .bodyOfGet }
        if request.method == "HEAD" { throw .bodyOfHead }
        expectsContinue = seen.expectsContinue && isLatest
    }
}

/// The limits of a request: in bytes, except `fields`, which is a count.
package struct RequestLimits: Hashable, Sendable {
    /// RFC 9110, section 4.1, recommends at least 8,000.
    package var target: Int
    /// The head's length, request line included. Browsers send up to 4 kB for each cookie of a domain that other sites
    /// share; each connection may occupy as much memory.
    package var head: Int
    /// As many as Apache accepts by default; browsers send about twenty, and proxies add a few.
    package var fields: Int
    /// nil if bodies are not read: a request is complete with its head, and its connection closes after the response.
    package var body: Int?

    package init(target: Int = 8_192, head: Int = 32_768, fields: Int = 100, body: Int? = 65_536) {
        self.target = target
        self.head = head
        self.fields = fields
        self.body = body
    }
}

/// The header fields that determine a request's end, its host and the connection's persistence.
private struct FramingFields {
    var host: Authority?
    var lengths = 0
    var length: Int?
    var codingFields = 0
    var closes = false
    var keepsAlive = false
    var expectsContinue = false

    /// Records a field if it is one of these.
    mutating func take(_ name: Bytes, _ value: Bytes) throws(HTTPRefusal) {
        switch name.count {
        case 4 where name.isSame("host"):
            guard host == nil else { throw .twoHosts }
            host = Authority(value)
            guard host != nil else { throw .host }
        case 6 where name.isSame("expect"):
            guard value.isSame("100-continue") else { throw .expectation }
            expectsContinue = true
        case 10 where name.isSame("connection"):
            value.forEachElement { option in
                if option.isSame("close") { closes = true }
                if option.isSame("keep-alive") { keepsAlive = true }
            }
        case 14 where name.isSame("content-length"):
            lengths += 1
            guard let number = Self.number(value) else { throw .length }
            length = number
        case 17 where name.isSame("transfer-encoding"):
            codingFields += 1
            try Self.checkCodings(value)
        default: break
        }
    }

    /// Parses a decimal number. One that overflows becomes `Int.max`, which exceeds every limit.
    private static func number(_ digits: Bytes) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        var number = 0
        for digit in digits {
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            guard !overflow else { return .max }
            let (sum, isOver) = product.addingReportingOverflow(Int(digit - 0x30))
            guard !isOver else { return .max }
            number = sum
        }
        return number
    }

    /// Accepts `chunked` alone (sections 6.1 and 6.3). Unknown codings are refused with 501; codings that leave the end
    /// of the body undefined with 400.
    private static func checkCodings(_ value: Bytes) throws(HTTPRefusal) {
        var count = 0
        var chunked = 0
        var isWellFormed = true
        var isChunkedLast = false
        value.forEachElement { element in
            count += 1
            isChunkedLast = element.isSame("chunked")
            if isChunkedLast { chunked += 1 }
            let name = element.part(0..<(element.firstIndex(of: .semicolon) ?? element.count)).trimmed
            if name.isEmpty || !name.allSatisfy(\.isTokenCharacter)
                || name.count < element.count && name.isSame("chunked")
            {
                isWellFormed = false
            }
        }
        guard count > 0, isWellFormed, chunked <= 1 else { throw .codings }
        if chunked == 1, count == 1 { return }
        throw isChunkedLast || chunked == 0 ? .coding : .codings
    }
}

/// An iterator over the lines of a head, without CRLF, up to the empty line.
private struct Lines {
    private let bytes: Bytes
    private var start = 0

    init(_ bytes: Bytes) { self.bytes = bytes }

    mutating func next() -> Bytes? {
        guard let end = bytes.lineFeed(from: start) else { return nil }
        let line = bytes.part(start..<end - 1)
        start = end + 1
        return line.isEmpty ? nil : line
    }
}
