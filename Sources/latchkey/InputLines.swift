#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The lines of standard input, as many at a time as have come.
///
/// Whoever writes a question and waits for its answer is not kept waiting, and whoever pipes a million in is not slowed.
struct InputLines {
    private var pending: [UInt8] = []
    private var isAtEnd = false

    /// The next lines without their line breaks, empty ones left out; nil after the last.
    mutating func next() -> [[UInt8]]? {
        while !isAtEnd {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            isAtEnd = count <= 0
            let lines = take(buffer[..<max(count, 0)])
            if !lines.isEmpty { return lines }
        }
        return nil
    }

    /// Looks for line breaks in what is new alone: a line may be long, and must not be searched again with every piece.
    private mutating func take(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        let newline = UInt8(ascii: "\n")
        let end = isAtEnd ? bytes.endIndex : bytes.lastIndex(of: newline)
        pending += bytes[..<(end ?? bytes.endIndex)]
        guard let end else { return [] }
        let lines = pending.split(separator: newline).map(Array.init)
        pending = Array(bytes[end...].dropFirst())
        return lines
    }
}
