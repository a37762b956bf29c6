internal import TextEncoding

/// Decodes a request body from the bytes that follow the head, as a state machine (RFC 9112, sections 6.2 and 7.1).
package struct BodyDecoder {
    private enum Stage {
        /// The number of bytes still expected: of a body whose length the head gave, or of the current chunk's data.
        case content(Int)
        case chunk(Int)
        /// The CRLF after a chunk's data.
        case chunkEnd
        case chunkSize
        case trailer
    }

    /// The maximum length of a chunk-size line, in bytes.
    package static let longestChunkLine = 1_024
    /// The maximum total length of all chunk extensions of one body, in bytes.
    package static let longestExtensions = 4_096

    private let limits: RequestLimits
    private var stage: Stage
    private var extensions = 0
    private var trailerLength = 0
    private var trailerFields = 0

    package init(_ framing: RequestHead.Framing, limits: RequestLimits) {
        self.limits = limits
        switch framing {
        case .length(let length): stage = .content(length)
        case .chunked: stage = .chunkSize
        }
    }

    /// Decodes the next of the bytes that were received and not consumed yet; returns how many were consumed, and
    /// whether the body is complete.
    package mutating func read(_ bytes: Bytes, into body: inout [UInt8]) throws(HTTPRefusal) -> (
        consumed: Int, isWhole: Bool
    ) {
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
                if let limit = limits.body, body.count + size > limit { throw .bodyLength }
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

    /// Returns the first line without its CRLF; nil if it is incomplete.
    private static func line(in bytes: Bytes, longest: Int, tooLong: HTTPRefusal) throws(HTTPRefusal) -> Bytes? {
        guard let end = bytes.lineFeed(from: 0) else {
            guard bytes.count <= longest else { throw tooLong }
            return nil
        }
        guard end <= longest else { throw tooLong }
        guard end > 0, bytes[end - 1] == .carriageReturn else { throw .lineEnd }
        return bytes.part(0..<end - 1)
    }

    /// Parses `1a;name=value`. Extensions are ignored, but malformed ones are refused.
    private mutating func chunkSize(_ line: Bytes) throws(HTTPRefusal) -> Int {
        var size = 0
        var index = 0
        while index < line.count, let digit = line[index].hexDigitValue {
            // Sixteen digits exceed every limit, and more could only be leading zeros, which have no legitimate use.
            guard index < 16 else { throw .chunk }
            size = min(size, Int.max >> 5) << 4 | Int(digit)
            index += 1
        }
        guard index > 0 else { throw .chunk }
        // Above every limit, and small enough that adding to the body's length cannot overflow.
        guard size <= 1 << 40 else { throw .bodyLength }
        extensions += line.count - index
        guard extensions <= Self.longestExtensions else { throw .chunkExtension }
        guard ChunkExtensions.areWellFormed(line.part(index..<line.count)) else { throw .chunk }
        return size
    }

    /// Validates a trailer field, which is then discarded (section 7.1.2).
    private mutating func checkTrailer(_ line: Bytes) throws(HTTPRefusal) {
        trailerLength += line.count + 2
        trailerFields += 1
        guard trailerLength <= limits.head else { throw .headLength }
        guard trailerFields <= limits.fields else { throw .fieldCount }
        guard let first = line.first, !isBlank(first) else { throw .folding }
        guard let colon = line.firstIndex(of: .colon), colon > 0, line.part(0..<colon).allSatisfy(\.isTokenCharacter)
        else {
            throw .fieldName
        }
        guard line.part(colon + 1..<line.count).allSatisfy(\.isFieldCharacter) else { throw .fieldValue }
    }
}

/// The syntax of chunk extensions (RFC 9112, section 7.1.1).
package enum ChunkExtensions {
    /// Whether the bytes match `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`.
    package static func areWellFormed(_ bytes: Bytes) -> Bool {
        var index = 0
        func skipBlanks() { while index < bytes.count, isBlank(bytes[index]) { index += 1 } }
        func skipToken() -> Bool {
            let start = index
            while index < bytes.count, bytes[index].isTokenCharacter { index += 1 }
            return index > start
        }
        func skipQuotedText() -> Bool {
            index += 1
            while index < bytes.count, bytes[index] != .quotationMark {
                if bytes[index] == .backslash { index += 1 }
                guard index < bytes.count, bytes[index].isFieldCharacter else { return false }
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
