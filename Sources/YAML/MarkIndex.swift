internal import CYAML
internal import Diagnostics

/// The way from libyaml's marks, which count characters, to bytes of the file.
struct MarkIndex {
    private let source: SourceText
    private let start: Int
    private let firstLine: Int
    /// The mark answered last: most marks follow shortly after, and a line may hold the whole file.
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
