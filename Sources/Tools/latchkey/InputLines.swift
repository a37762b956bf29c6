import CLibrary

/// Reads the lines of standard input in batches of those available.
///
/// An interactive writer gets each response at once, and large piped input is processed efficiently.
struct InputLines {
    private var pending: [UInt8] = []
    private var isAtEnd = false

    /// Returns the next lines without line breaks, omitting empty ones; nil at the end.
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

    /// Searches only the new bytes for line breaks, so that a long line does not take quadratic time.
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
