internal import TextEncoding

/// A block quote or a list item, whose markers precede the text on its lines.
struct ContainerBlock {
    private enum Mark {
        case quote
        /// The indentation of the item's text, in columns.
        case item(width: Int)
    }

    private let mark: Mark
    private let line: Int
    private let text: LineCursor

    /// A block quote that begins at a `>`.
    static func quote(line: Int, at offset: Int, in containers: [ContainerBlock], _ lines: Lines) -> ContainerBlock {
        var cursor = cursor(onLine: line, in: containers, lines)
        cursor.advance(toOffset: offset + 1)
        if cursor.byte == 0x20 || cursor.byte == 0x09 { cursor.advance(columns: 1) }
        return ContainerBlock(mark: .quote, line: line, text: cursor)
    }

    /// A list item that begins at its bullet or number.
    static func item(line: Int, at offset: Int, in containers: [ContainerBlock], _ lines: Lines) -> ContainerBlock {
        var cursor = cursor(onLine: line, in: containers, lines)
        let before = cursor.column
        cursor.advance(toOffset: offset)
        while let byte = cursor.byte, byte.isASCIIDigit { cursor.advance(columns: 1) }
        cursor.advance(columns: 1)
        // With five or more columns, the first is the marker's blank and the rest is indented code; an empty first line
        // counts as one blank.
        let indentation = cursor.indentation
        var ahead = cursor
        ahead.skipBlanks()
        let padding = indentation >= 5 || indentation < 1 || ahead.byte == nil ? 1 : indentation
        let width = cursor.column + padding - before
        cursor.advance(columns: padding)
        return ContainerBlock(mark: .item(width: width), line: line, text: cursor)
    }

    /// The start of the innermost container's text on a line.
    static func cursor(onLine line: Int, in containers: [ContainerBlock], _ lines: Lines) -> LineCursor {
        follow(line, in: containers, lines).cursor
    }

    /// Skips the container markers of a line, up to the first one that is missing; a lazy continuation line lacks some
    /// of its markers.
    static func follow(
        _ line: Int, in containers: [ContainerBlock], _ lines: Lines
    ) -> (cursor: LineCursor, isLazy: Bool) {
        if let last = containers.last, last.line == line { return (last.text, false) }
        var cursor = LineCursor(lines, line: line)
        for container in containers {
            let indentation = cursor.indentation
            switch container.mark {
            case .quote:
                var ahead = cursor
                ahead.skipBlanks()
                guard indentation <= 3, ahead.byte == UInt8(ascii: ">") else { return (cursor, true) }
                cursor.advance(columns: indentation + 1)
                if cursor.byte == 0x20 || cursor.byte == 0x09 { cursor.advance(columns: 1) }
            case .item(let width):
                guard indentation >= width else { return (cursor, true) }
                cursor.advance(columns: width)
            }
        }
        return (cursor, false)
    }
}
