/// A block quote or an item, whose marks stand before the text of its lines.
struct Container {
    private enum Mark {
        case quote
        /// How many columns the item's text is indented by.
        case item(width: Int)
    }

    private let mark: Mark
    /// The line on which it begins.
    private let line: Int
    /// Where its text begins on that line.
    private let text: LineCursor

    /// A block quote that begins at a `>`.
    static func quote(line: Int, at offset: Int, in containers: [Container], _ lines: Lines) -> Container {
        var cursor = cursor(onLine: line, in: containers, lines)
        cursor.advance(toOffset: offset + 1)
        if cursor.byte == 0x20 || cursor.byte == 0x09 { cursor.advance(columns: 1) }
        return Container(mark: .quote, line: line, text: cursor)
    }

    /// An item that begins at its bullet or number.
    static func item(line: Int, at offset: Int, in containers: [Container], _ lines: Lines) -> Container {
        var cursor = cursor(onLine: line, in: containers, lines)
        let before = cursor.column
        cursor.advance(toOffset: offset)
        while let byte = cursor.byte, (0x30...0x39).contains(byte) { cursor.advance(columns: 1) }
        cursor.advance(columns: 1)
        // Five columns or more are one blank and indented code; an empty first line counts as one blank.
        let indentation = cursor.indentation
        var ahead = cursor
        ahead.skipBlanks()
        let padding = indentation >= 5 || indentation < 1 || ahead.byte == nil ? 1 : indentation
        let width = cursor.column + padding - before
        cursor.advance(columns: padding)
        return Container(mark: .item(width: width), line: line, text: cursor)
    }

    /// Where the text of the innermost container begins on a line.
    static func cursor(onLine line: Int, in containers: [Container], _ lines: Lines) -> LineCursor {
        follow(line, in: containers, lines).cursor
    }

    /// Goes through the marks of a line, and stops before the first that it does not have.
    ///
    /// - Returns: Where the text begins, and whether the line continues a paragraph lazily, without all its marks.
    static func follow(
        _ line: Int, in containers: [Container], _ lines: Lines
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
