internal import CLibrary
internal import TextEncoding

/// An incremental request parser: a state machine without a socket or a clock.
///
/// It receives all bytes that have arrived and not been consumed, again each time more arrive. Errors are detected as
/// early as possible: an invalid request line at its first byte, an oversized head before it ends.
package struct RequestParser {
    package struct Step {
        /// The number of bytes consumed; the others are passed again, with those that follow them.
        package var consumed: Int
        /// A complete request; nil if more bytes are needed.
        package var request: HTTPRequest?
    }

    private enum Stage {
        /// Looking for the end of the head: `scanned` is the offset up to which the bytes were searched, `line` the
        /// offset of the last line, `lines` the number of lines.
        case head(scanned: Int, line: Int, lines: Int)
        case body(BodyDecoder)
    }

    private static let headMethod = Array("HEAD ".utf8)

    private let limits: RequestLimits
    private let wanted: WantedFields?
    private var stage = Stage.head(scanned: 0, line: 0, lines: 0)
    private var emptyLines = 0
    /// The request whose body is being read, its body still empty.
    private var request: HTTPRequest?
    private var body: [UInt8] = []
    /// Whether the connection persists after the request whose head was read last.
    package private(set) var isPersistent = true
    /// Whether the response to that request must say `keep-alive`.
    package private(set) var expectsKeepAlive = false
    /// Whether the client waits for `100 Continue` before it sends the body that is being read.
    package var expectsContinue = false
    /// Whether the request whose head was read last has a body that is not read, because the limits allow none.
    package private(set) var leavesBody = false
    /// Whether the head that is being read, or was read last, is of a HEAD request, whose response has no body.
    package private(set) var isHead = false

    package init(limits: RequestLimits, wanted: WantedFields? = nil) {
        self.limits = limits
        self.wanted = wanted
    }

    /// Whether a head has been read whose body is incomplete.
    package var isInBody: Bool {
        if case .body = stage { true } else { false }
    }

    /// Parses the bytes that were received and not consumed yet; returns how many were consumed, and a request if one
    /// is complete. The parser cannot be used after a refusal.
    package mutating func read(_ bytes: Bytes) throws(HTTPRefusal) -> Step {
        switch stage {
        case .head(let scanned, let line, let lines): try readHead(bytes, scanned: scanned, line: line, lines: lines)
        case .body(let decoder): try readBody(bytes, decoder)
        }
    }

    private mutating func readHead(_ bytes: Bytes, scanned: Int, line: Int, lines: Int) throws(HTTPRefusal) -> Step {
        if scanned == 0, let first = bytes.first {
            if first == .carriageReturn { return try skipEmptyLine(bytes) }
            guard first.isTokenCharacter else { throw first == .lineFeed ? .lineEnd : .requestLine }
        }
        isHead = bytes.starts(with: Self.headMethod)
        var (scanned, line, lines) = (scanned, line, lines)
        while let end = bytes.lineFeed(from: scanned) {
            guard end > line, bytes[end - 1] == .carriageReturn else { throw .lineEnd }
            guard end < limits.head else { throw lines == 0 ? .targetLength : .headLength }
            if end - 1 == line { return try readWholeHead(bytes, length: end + 1) }
            lines += 1
            guard lines <= limits.fields + 1 else { throw .fieldCount }
            (scanned, line) = (end + 1, end + 1)
        }
        // 64 bytes are enough for the method and the version around the target.
        if lines == 0, bytes.count > limits.target + 64 { throw .targetLength }
        if bytes.count >= limits.head { throw .headLength }
        stage = .head(scanned: bytes.count, line: line, lines: lines)
        return Step(consumed: 0, request: nil)
    }

    /// Skips up to two empty lines before a request, which some clients send after a body (RFC 9112, section 2.2).
    private mutating func skipEmptyLine(_ bytes: Bytes) throws(HTTPRefusal) -> Step {
        guard bytes.count > 1 else { return Step(consumed: 0, request: nil) }
        emptyLines += 1
        guard bytes[1] == .lineFeed, emptyLines <= 2 else { throw .requestLine }
        var step = try read(bytes.part(2..<bytes.count))
        step.consumed += 2
        return step
    }

    private mutating func readWholeHead(_ bytes: Bytes, length: Int) throws(HTTPRefusal) -> Step {
        let head = try RequestHead(bytes.part(0..<length), limits: limits, wanted: wanted)
        (isPersistent, expectsKeepAlive) = (head.isPersistent, head.expectsKeepAlive)
        emptyLines = 0
        leavesBody = limits.body == nil && head.framing != .length(0)
        if leavesBody { isPersistent = false }
        guard head.framing != .length(0), !leavesBody else {
            stage = .head(scanned: 0, line: 0, lines: 0)
            return Step(consumed: length, request: head.request)
        }
        expectsContinue = head.expectsContinue
        request = head.request
        body = []
        let decoder = BodyDecoder(head.framing, limits: limits)
        var step = try readBody(bytes.part(length..<bytes.count), decoder)
        step.consumed += length
        return step
    }

    private mutating func readBody(_ bytes: Bytes, _ decoder: BodyDecoder) throws(HTTPRefusal) -> Step {
        var decoder = decoder
        if !bytes.isEmpty { expectsContinue = false }
        let (consumed, isWhole) = try decoder.read(bytes, into: &body)
        guard isWhole, var request = request.take() else {
            stage = .body(decoder)
            return Step(consumed: consumed, request: nil)
        }
        stage = .head(scanned: 0, line: 0, lines: 0)
        swap(&request.body, &body)
        return Step(consumed: consumed, request: request)
    }
}

extension UnsafeBufferPointer<UInt8> {
    package func lineFeed(from start: Int) -> Int? {
        guard let base = baseAddress, start < count,
            let found = memchr(base + start, Int32(UInt8.lineFeed), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
