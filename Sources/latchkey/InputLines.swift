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
            if count > 0 { pending += buffer[..<count] }
            let lines = takeLines()
            if !lines.isEmpty { return lines }
        }
        return nil
    }

    private mutating func takeLines() -> [[UInt8]] {
        let newline = UInt8(ascii: "\n")
        guard let end = isAtEnd ? pending.endIndex : pending.lastIndex(of: newline) else { return [] }
        let lines = pending[..<end].split(separator: newline).map(Array.init)
        pending.removeFirst(min(end + 1, pending.count))
        return lines
    }
}
