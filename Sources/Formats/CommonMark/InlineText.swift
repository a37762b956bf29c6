internal import Diagnostics
internal import TextEncoding

/// The lines of a paragraph or a heading as CommonMark joins them: without container markers and indentation, each
/// ending in LF.
struct InlineText {
    enum Form {
        case paragraph
        /// `# Words`
        case heading
        /// Text underlined with `=` or `-` (a setext heading).
        case underlinedHeading
    }

    private(set) var bytes: [UInt8] = []
    /// The positions in `bytes` at which the lines begin.
    private(set) var lineStarts: [Int] = []
    private var sourceStarts: [Int] = []
    private let form: Form

    init(
        _ lines: Lines, from first: Int, through last: Int, at offset: Int, in containers: [ContainerBlock],
        _ form: Form
    ) {
        self.form = form
        var start = offset
        for line in first...max(first, last) {
            var blanks = 0
            if line > first {
                var (cursor, isLazy) = ContainerBlock.follow(line, in: containers, lines)
                // libcmark preserves the indentation of lazy continuation lines, and it appears in the text after a
                // hard break.
                if !isLazy { cursor.skipBlanks() }
                start = cursor.offset
                blanks = cursor.columnsLeftOfTab
            } else if form == .heading {
                var cursor = LineCursor(lines, line: line)
                cursor.advance(toOffset: offset)
                while cursor.byte == UInt8(ascii: "#") { cursor.advance(columns: 1) }
                cursor.skipBlanks()
                start = cursor.offset
            }
            lineStarts.append(bytes.count)
            // If a marker consumed only a part of a tab, the remaining columns become spaces.
            sourceStarts.append(start + (blanks > 0 ? 1 - blanks : 0))
            bytes += repeatElement(0x20, count: blanks)
            if blanks > 0 { start += 1 }
            bytes += lines.source.bytes[start..<max(start, lines.range(ofLine: line).upperBound)]
            bytes.append(0x0A)
            if form == .heading { break }
        }
    }

    func sourceOffset(of position: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= position { low = middle } else { high = middle }
        }
        return sourceStarts[low] + position - lineStarts[low]
    }

    func byte(at position: Int) -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    /// Whether only the closing markup of the block follows a position.
    func isEnd(_ position: Int) -> Bool {
        var rest = bytes[min(position, bytes.count)...].drop { $0.isASCIIWhitespace }
        switch form {
        case .paragraph: return rest.isEmpty
        case .heading:
            rest = rest.drop { $0 == UInt8(ascii: "#") }
            return rest.allSatisfy(\.isASCIIWhitespace)
        case .underlinedHeading: return rest.first == UInt8(ascii: "=") || rest.first == UInt8(ascii: "-")
        }
    }
}

extension UInt8 {
    var isPunctuation: Bool {
        (0x21...0x2F).contains(self) || (0x3A...0x40).contains(self) || (0x5B...0x60).contains(self)
            || (0x7B...0x7E).contains(self)
    }
}
