internal import Diagnostics

/// The lines of the text that libcmark parsed, mapped to the whole file.
struct Lines {
    let source: SourceText
    /// The offset at which the text begins; its first line may begin within a line of the file.
    let start: Int
    private let firstLine: Int

    init(source: SourceText, start: Int) {
        self.source = source
        self.start = start
        firstLine = source.location(at: start).line
    }

    /// The byte offset in the file at which a line begins, counted from 1 as libcmark does.
    func start(ofLine line: Int) -> Int {
        line <= 1 ? start : source.offset(ofLine: firstLine + line - 1)
    }

    /// The byte range of a line, without its line ending.
    func range(ofLine line: Int) -> Range<Int> {
        let start = start(ofLine: line)
        let end = max(start, source.offset(ofLine: firstLine + line))
        var bytes = source.bytes[start..<end]
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        return start..<bytes.endIndex
    }
}

/// A position on a line as CommonMark's block structure counts it: in columns, with tab stops every four.
struct LineCursor {
    let bytes: [UInt8]
    let end: Int
    private(set) var offset: Int
    /// The column, from 0. Inside a tab, `offset` remains that of the tab.
    private(set) var column = 0

    init(_ lines: Lines, line: Int) {
        let range = lines.range(ofLine: line)
        bytes = lines.source.bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    /// The byte here, or nil at the end of the line.
    var byte: UInt8? { offset < end ? bytes[offset] : nil }

    /// The number of remaining columns of the current tab; 0 unless the cursor is inside one.
    var columnsLeftOfTab: Int { isInTab ? 4 - column % 4 : 0 }

    private var isInTab = false

    mutating func advance(columns: Int) {
        var left = columns
        while left > 0, let byte {
            let width = byte == 0x09 ? 4 - column % 4 : 1
            isInTab = width > left
            if isInTab {
                column += left
                return
            }
            column += width
            offset += 1
            left -= width
        }
    }

    mutating func advance(toOffset target: Int) {
        while offset < target, let byte {
            isInTab = false
            column += byte == 0x09 ? 4 - column % 4 : 1
            offset += 1
        }
    }

    mutating func skipBlanks() {
        while let byte, byte == 0x20 || byte == 0x09 { advance(toOffset: offset + 1) }
    }

    /// The number of columns of blanks after the cursor.
    var indentation: Int {
        var ahead = self
        ahead.skipBlanks()
        return ahead.column - column
    }
}
