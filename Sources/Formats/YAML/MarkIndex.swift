internal import CYAML
internal import Diagnostics

/// Maps libyaml's marks, which count characters, to byte offsets of the file.
struct MarkIndex {
    private let source: SourceText
    private let start: Int
    private let firstLine: Int
    /// The most recently mapped mark: most marks follow shortly after it, and the whole file may be a single line.
    private var last: (line: Int, column: Int, offset: Int)

    init(source: SourceText, start: Int) {
        self.source = source
        self.start = start
        firstLine = source.location(at: start).line
        last = (0, 0, start)
    }

    mutating func offset(of mark: yaml_mark_t) -> Int {
        let (line, column) = (Int(mark.line), Int(mark.column))
        if line != last.line || column < last.column {
            last = (line, 0, line == 0 ? start : source.offset(ofLine: firstLine + line))
        }
        while last.column < column, last.offset < source.bytes.count {
            last.column += 1
            last.offset += 1
            while last.offset < source.bytes.count, source.bytes[last.offset] & 0xC0 == 0x80 { last.offset += 1 }
        }
        return last.offset
    }
}
