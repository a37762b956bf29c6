#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Requests out of the bytes of a connection, as a state machine without a socket or a clock.
///
/// It is given what has come and not been consumed, as often as more comes. What is wrong is refused as soon as it is seen:
/// a line that is no request's at its first byte, a head that is too long before it ends.
struct RequestParser {
    /// What became of some bytes.
    struct Step {
        /// How many of the bytes are done with; the others are given again, with what follows them.
        var consumed: Int
        /// A request that is there to its end.
        var request: HTTPRequest?
    }

    private enum Stage {
        /// Looking for the end of the head: how far the bytes were looked through, where the last line began, and how many
        /// lines there were.
        case head(scanned: Int, line: Int, lines: Int)
        case body(BodyDecoder)
    }

    private let limits: RequestLimits
    private let wanted: WantedFields?
    private var stage = Stage.head(scanned: 0, line: 0, lines: 0)
    private var emptyLines = 0
    /// The request whose body is being read, without it.
    private(set) var request: HTTPRequest?
    private var body: [UInt8] = []
    /// Whether the connection may go on after the request whose head was read last.
    private(set) var isPersistent = true
    /// Whether its client has to be told so.
    private(set) var expectsKeepAlive = false
    /// Whether the client waits for `100 Continue` before it sends the body that is being read.
    var expectsContinue = false

    /// - Parameters:
    ///   - limits: what a request may have.
    ///   - wanted: the fields that requests keep; nil for all.
    init(limits: RequestLimits, wanted: WantedFields? = nil) {
        self.limits = limits
        self.wanted = wanted
    }

    /// Whether the head is there and its body is not.
    var isInBody: Bool {
        if case .body = stage { true } else { false }
    }

    /// Reads on.
    ///
    /// - Parameter bytes: everything since what was consumed last.
    /// - Returns: how far it came.
    /// - Throws: what the client is answered; the parser is of no more use then.
    mutating func read(_ bytes: Bytes) throws(HTTPRefusal) -> Step {
        switch stage {
        case .head(let scanned, let line, let lines): try readHead(bytes, scanned: scanned, line: line, lines: lines)
        case .body(let decoder): try readBody(bytes, decoder)
        }
    }

    private mutating func readHead(_ bytes: Bytes, scanned: Int, line: Int, lines: Int) throws(HTTPRefusal) -> Step {
        if scanned == 0, let first = bytes.first {
            if first == .carriageReturn { return try skipEmptyLine(bytes) }
            guard isTokenByte(first) else { throw first == .lineFeed ? .lineEnd : .requestLine }
        }
        var (scanned, line, lines) = (scanned, line, lines)
        while let end = bytes.lineFeed(from: scanned) {
            guard end > line, bytes[end - 1] == .carriageReturn else { throw .lineEnd }
            guard end < limits.head else { throw lines == 0 ? .targetLength : .headLength }
            if end - 1 == line { return try readWholeHead(bytes, length: end + 1) }
            lines += 1
            guard lines <= limits.fields + 1 else { throw .fieldCount }
            (scanned, line) = (end + 1, end + 1)
        }
        // A method and a version stand around the target.
        if lines == 0, bytes.count > limits.target + 64 { throw .targetLength }
        if bytes.count >= limits.head { throw .headLength }
        stage = .head(scanned: bytes.count, line: line, lines: lines)
        return Step(consumed: 0, request: nil)
    }

    /// An empty line or two before a request are what some clients end a body with (RFC 9112, section 2.2).
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
        guard head.framing != .length(0) else {
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
    /// The place of the next line feed.
    func lineFeed(from start: Int) -> Int? {
        guard let base = baseAddress, start < count,
            let found = memchr(base + start, Int32(UInt8.lineFeed), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
