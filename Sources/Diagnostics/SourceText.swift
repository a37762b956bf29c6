/// The bytes of one source file, with an index that maps byte offsets to lines and columns.
public struct SourceText: Hashable, Sendable {
    /// The file's path as it is displayed.
    public let file: String
    /// The content, not necessarily valid UTF-8.
    public let bytes: [UInt8]
    private let lineStarts: [Int]

    /// Indexes the lines of a file; LF, CRLF and a lone CR all end one, as in YAML and CommonMark.
    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        var starts = [0]
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\r") {
                if index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
                starts.append(index)
            } else if byte == UInt8(ascii: "\n") {
                starts.append(index)
            }
        }
        lineStarts = starts
    }

    /// Indexes the lines of a text.
    public init(file: String, text: String) {
        self.init(file: file, bytes: Array(text.utf8))
    }

    /// The text, decoded as UTF-8; malformed bytes become U+FFFD.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The number of lines; text after the last line ending counts as a line, even if it is empty.
    public var lineCount: Int { lineStarts.count }

    /// The location of a byte offset; an offset past the end is treated as the end.
    public func location(at offset: Int) -> SourceLocation {
        let offset = min(max(offset, 0), bytes.count)
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return SourceLocation(file: file, line: low + 1, column: offset - lineStarts[low] + 1)
    }

    /// The byte offset of the start of a line, counted from 1; for a line past the end, the end.
    public func offset(ofLine line: Int) -> Int {
        line < 1 ? 0 : line > lineStarts.count ? bytes.count : lineStarts[line - 1]
    }

    /// The text of a line, counted from 1, without its line ending; nil if there is no such line.
    public func line(_ number: Int) -> String? {
        guard number >= 1, number <= lineStarts.count else { return nil }
        let end = number < lineStarts.count ? lineStarts[number] : bytes.count
        var line = bytes[lineStarts[number - 1]..<end]
        while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }

    /// The offset of the first byte that is not part of valid UTF-8; nil if there is none.
    public var firstMalformedByte: Int? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }

    /// A diagnostic at a location in this file, with the line as its excerpt.
    public func diagnostic(
        _ severity: Diagnostic.Severity = .error, code: String, at offset: Int, _ message: String, fix: String? = nil
    ) -> Diagnostic {
        diagnostic(severity, code: code, at: location(at: offset), message, fix: fix)
    }

    /// A diagnostic at a location in this file, with the line as its excerpt.
    public func diagnostic(
        _ severity: Diagnostic.Severity = .error, code: String, at location: SourceLocation, _ message: String,
        fix: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            severity, code: code, file: file, line: location.line, column: location.column, message: message,
            excerpt: line(location.line), fix: fix)
    }
}
