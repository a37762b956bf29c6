/// The body of a request out of the bytes after its head, as a state machine (RFC 9112, sections 6.2 and 7.1).
struct BodyDecoder {
    private enum Stage {
        /// A body whose length the head said, or the data of a chunk, with the bytes that are still to come.
        case content(Int)
        case chunk(Int)
        /// The line end after a chunk's data.
        case chunkEnd
        /// The line that gives a chunk's length.
        case chunkSize
        case trailer
    }

    /// The longest line that gives a chunk's length, in bytes.
    static let longestChunkLine = 1_024
    /// What all extensions of a body's chunks may have together, in bytes.
    static let longestExtensions = 4_096

    private let limits: RequestLimits
    private var stage: Stage
    private var extensions = 0
    private var trailerLength = 0
    private var trailerFields = 0

    init(_ framing: RequestHead.Framing, limits: RequestLimits) {
        self.limits = limits
        switch framing {
        case .length(let length): stage = .content(length)
        case .chunked: stage = .chunkSize
        }
    }

    /// Reads on.
    ///
    /// - Parameters:
    ///   - bytes: everything since what was consumed last.
    ///   - body: grows by what belongs to it.
    /// - Returns: how many bytes are done with, and whether the body is there to its end.
    /// - Throws: what the client is answered.
    mutating func read(_ bytes: Bytes, into body: inout [UInt8]) throws(HTTPRefusal) -> (consumed: Int, isWhole: Bool) {
        var start = 0
        while true {
            let rest = bytes.part(start..<bytes.count)
            switch stage {
            case .content(let left):
                let count = min(left, rest.count)
                body.append(contentsOf: rest.part(0..<count))
                stage = .content(left - count)
                return (start + count, left == count)
            case .chunk(let left):
                let count = min(left, rest.count)
                body.append(contentsOf: rest.part(0..<count))
                start += count
                stage = left == count ? .chunkEnd : .chunk(left - count)
                guard left == count else { return (start, false) }
            case .chunkEnd:
                if let first = rest.first, first != .carriageReturn { throw .chunk }
                guard rest.count >= 2 else { return (start, false) }
                guard rest[1] == .lineFeed else { throw .chunk }
                start += 2
                stage = .chunkSize
            case .chunkSize:
                guard let line = try Self.line(in: rest, longest: Self.longestChunkLine, tooLong: .chunkExtension)
                else {
                    return (start, false)
                }
                let size = try chunkSize(line)
                guard body.count + size <= limits.body else { throw .bodyLength }
                start += line.count + 2
                stage = size == 0 ? .trailer : .chunk(size)
            case .trailer:
                guard let line = try Self.line(in: rest, longest: limits.head, tooLong: .headLength) else {
                    return (start, false)
                }
                start += line.count + 2
                if line.isEmpty { return (start, true) }
                try checkTrailer(line)
            }
        }
    }

    /// A line without its end; nil where it has not come to one yet.
    private static func line(in bytes: Bytes, longest: Int, tooLong: HTTPRefusal) throws(HTTPRefusal) -> Bytes? {
        guard let end = bytes.lineFeed(from: 0) else {
            guard bytes.count <= longest else { throw tooLong }
            return nil
        }
        guard end <= longest else { throw tooLong }
        guard end > 0, bytes[end - 1] == .carriageReturn else { throw .lineEnd }
        return bytes.part(0..<end - 1)
    }

    /// `1a;name=value`: the extensions mean nothing here and must be well-formed all the same.
    private mutating func chunkSize(_ line: Bytes) throws(HTTPRefusal) -> Int {
        var size = 0
        var index = 0
        while index < line.count, let digit = hexDigit(line[index]) {
            // Sixteen digits say more than any limit; more of them are zeros that hide something.
            guard index < 16 else { throw .chunk }
            size = min(size, Int.max >> 5) << 4 | Int(digit)
            index += 1
        }
        guard index > 0 else { throw .chunk }
        // No limit is that high, and no sum with it overflows.
        guard size <= 1 << 40 else { throw .bodyLength }
        extensions += line.count - index
        guard extensions <= Self.longestExtensions else { throw .chunkExtension }
        guard ChunkExtensions.areWellFormed(line.part(index..<line.count)) else { throw .chunk }
        return size
    }

    /// Trailer fields are read as fields are and then forgotten (section 7.1.2).
    private mutating func checkTrailer(_ line: Bytes) throws(HTTPRefusal) {
        trailerLength += line.count + 2
        trailerFields += 1
        guard trailerLength <= limits.head else { throw .headLength }
        guard trailerFields <= limits.fields else { throw .fieldCount }
        guard let first = line.first, !isBlank(first) else { throw .folding }
        guard let colon = line.firstIndex(of: .colon), colon > 0, line.part(0..<colon).allSatisfy(isTokenByte) else {
            throw .fieldName
        }
        guard line.part(colon + 1..<line.count).allSatisfy(isFieldByte) else { throw .fieldValue }
    }
}

/// What may follow a chunk's size on its line (RFC 9112, section 7.1.1).
enum ChunkExtensions {
    /// `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`
    static func areWellFormed(_ bytes: Bytes) -> Bool {
        var index = 0
        func skipBlanks() { while index < bytes.count, isBlank(bytes[index]) { index += 1 } }
        func skipToken() -> Bool {
            let start = index
            while index < bytes.count, isTokenByte(bytes[index]) { index += 1 }
            return index > start
        }
        func skipQuotedText() -> Bool {
            index += 1
            while index < bytes.count, bytes[index] != .quotationMark {
                if bytes[index] == .backslash { index += 1 }
                guard index < bytes.count, isFieldByte(bytes[index]) else { return false }
                index += 1
            }
            index += 1
            return index <= bytes.count
        }
        while index < bytes.count {
            skipBlanks()
            guard index < bytes.count, bytes[index] == .semicolon else { return false }
            index += 1
            skipBlanks()
            guard skipToken() else { return false }
            let end = index
            skipBlanks()
            guard index < bytes.count, bytes[index] == .equals else {
                index = end
                continue
            }
            index += 1
            skipBlanks()
            guard index < bytes.count, bytes[index] == .quotationMark ? skipQuotedText() : skipToken() else {
                return false
            }
        }
        return true
    }
}
