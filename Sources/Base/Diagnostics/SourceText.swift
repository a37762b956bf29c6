internal import TextEncoding

/// The bytes of one source file, with an index that maps byte offsets to lines and columns.
package struct SourceText: Hashable, Sendable {
    package private(set) var file: String
    /// The content, not necessarily valid UTF-8.
    package let bytes: [UInt8]
    /// The files that parts of the same document come from; their locations are those of diagnostics too.
    package var others: [SourceText] = []
    private let lineStarts: [Int]

    /// Indexes the lines of a file; LF, CRLF and a lone CR all end one, as in YAML and CommonMark.
    package init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        // Every embedded template is indexed by most commands. An index is a fifth of an iterator's work in debug builds.
        lineStarts = bytes.withUnsafeBufferPointer { bytes in
            var starts = [0]
            var previous: UInt8 = 0
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if previous == UInt8(ascii: "\n") || (previous == UInt8(ascii: "\r") && byte != UInt8(ascii: "\n")) {
                    starts.append(index)
                }
                previous = byte
                index += 1
            }
            if previous == UInt8(ascii: "\n") || previous == UInt8(ascii: "\r") { starts.append(bytes.count) }
            return starts
        }
    }

    /// Indexes the lines of a text.
    package init(file: String, text: String) {
        self.init(file: file, bytes: Array(text.utf8))
    }

    /// The same text under another file name.
    package func named(_ file: String) -> SourceText {
        var text = self
        text.file = file
        return text
    }

    /// The text, decoded as UTF-8; malformed bytes become U+FFFD.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The number of lines; text after the last line ending counts as a line, even if it is empty.
    package var lineCount: Int { lineStarts.count }

    /// The location of a byte offset; an offset past the end is treated as the end.
    package func location(at offset: Int) -> SourceLocation {
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
    package func offset(ofLine line: Int) -> Int {
        line < 1 ? 0 : line > lineStarts.count ? bytes.count : lineStarts[line - 1]
    }

    /// The text of a line, counted from 1, without its line ending; nil if there is no such line.
    package func line(_ number: Int) -> String? {
        bytes(ofLine: number).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The maximum length of an excerpt in bytes. A file may be a single line with a mistake in every word.
    static let longestExcerpt = 1_000

    /// The line of a location, or the part around the column if the line is long, with the number of bytes cut off
    /// before it.
    private func excerpt(at location: SourceLocation) -> (text: String, offset: Int)? {
        guard let line = bytes(ofLine: location.line) else { return nil }
        var part = line
        if line.count > Self.longestExcerpt {
            let start = line.lowerBound + location.column - 1 - Self.longestExcerpt / 2
            part = max(start, line.lowerBound)..<min(max(start, line.lowerBound) + Self.longestExcerpt, line.upperBound)
            // Do not cut through a UTF-8 sequence.
            while let first = part.first, first > line.lowerBound, bytes[first] & 0xC0 == 0x80 { part.removeFirst() }
            while part.upperBound < line.upperBound, !part.isEmpty, bytes[part.upperBound] & 0xC0 == 0x80 {
                part.removeLast()
            }
        }
        return (String(decoding: bytes[part], as: UTF8.self), part.lowerBound - line.lowerBound)
    }

    private func bytes(ofLine number: Int) -> Range<Int>? {
        guard number >= 1, number <= lineStarts.count else { return nil }
        var line = lineStarts[number - 1]..<(number < lineStarts.count ? lineStarts[number] : bytes.count)
        while let last = line.last, bytes[last] == UInt8(ascii: "\n") || bytes[last] == UInt8(ascii: "\r") {
            line.removeLast()
        }
        return line
    }

    /// The error at the first byte that is not UTF-8 in a part of the file, or in all of it; nil if there is none. About a
    /// file of another kind, such as a picture, it has no place: none of its lines is a text.
    package func encodingProblem(in range: Range<Int>? = nil) -> Diagnostic? {
        let range = range ?? 0..<bytes.count
        guard let place = bytes[range].withUnsafeBufferPointer({ $0.firstMalformedByte }) else { return nil }
        let offset = range.lowerBound + place
        if let kind = FileSignature.kind(of: bytes), kind != "a UTF-16" {
            return Diagnostic(
                code: "wrong-kind", file: file, message: "this is \(kind) file, despite its name",
                fix: "Put the text that belongs here in its place, or rename it to end as \(kind) file does.")
        }
        return diagnostic(
            code: "not-utf-8", at: offset, "the byte 0x\(bytes[offset].hexadecimal(digits: 2)) is not UTF-8",
            fix: "Save the file as UTF-8.")
    }

    /// The error at the first conflict marker that a merge left in the file; nil if there is none.
    package var conflictMarker: Diagnostic? {
        let markers = ["<<<<<<<", ">>>>>>>", "|||||||"].map { Array($0.utf8) }
        let start = lineStarts.first { start in
            let line = bytes[start...]
            guard let sign = line.first, sign == 0x3C || sign == 0x3E || sign == 0x7C else { return false }
            let next = line.dropFirst(7).first
            return markers.contains(where: line.starts(with:))
                && (next == nil || next == 0x20 || next == 0x0A || next == 0x0D)
        }
        return start.map {
            diagnostic(
                code: "conflict-marker", at: $0, "this line is a conflict marker of a merge",
                fix: "Keep one of the versions between '<<<<<<<' and '>>>>>>>', and remove the markers and '======='.")
        }
    }

    /// The error at the first invisible character, which a copied text may bring along; nil if there is none.
    ///
    /// Only lines whose other characters are of scripts that need no such character are searched: Khmer, Persian and emoji
    /// are written with some of them.
    package var invisibleCharacter: Diagnostic? {
        // Every file of a site is searched, and all of these characters begin with one of four bytes.
        guard bytes.contains(where: { $0 == 0 || $0 == 0xE2 || $0 == 0xEF || $0 == 0xF3 }) else { return nil }
        for number in 1...lineCount {
            guard let line = line(number) else { continue }
            var found: (offset: Int, scalar: Unicode.Scalar)?
            var offset = 0
            var isPlain = true
            for scalar in line.unicodeScalars {
                switch scalar.value {
                case 0xFEFF where number == 1 && offset == 0: break
                case 0, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
                    0xE0000...0xE007F:
                    found = found ?? (offset, scalar)
                case 0x590...0x1FFF, 0x2600...: isPlain = false
                default: break
                }
                offset += UTF8.width(scalar)
            }
            guard let found, isPlain else { continue }
            return diagnostic(
                code: "control-character", at: self.offset(ofLine: number) + found.offset,
                "this is the invisible character U+\(found.scalar.value.hexadecimal(digits: 4))",
                fix: found.scalar.value == 0
                    ? "Restore the file from your repository or a copy: NUL characters are what a crash leaves."
                    : "Remove it: retype what is around it.")
        }
        return nil
    }

    /// A report of one error at a byte offset in this file.
    package func report(code: String, at offset: Int, _ message: String, fix: String? = nil) -> DiagnosticReport {
        DiagnosticReport([diagnostic(code: code, at: offset, message, fix: fix)])
    }

    /// A diagnostic at a byte offset in this file, with the line as its excerpt.
    package func diagnostic(
        _ severity: ProblemSeverity = .error, code: String, at offset: Int, _ message: String, fix: String? = nil
    ) -> Diagnostic {
        diagnostic(severity, code: code, at: location(at: offset), message, fix: fix)
    }

    /// A diagnostic at a location in this file, with the line as its excerpt.
    package func diagnostic(
        _ severity: ProblemSeverity = .error, code: String, at location: SourceLocation, _ message: String,
        fix: String? = nil
    ) -> Diagnostic {
        Diagnostic(severity, code: code, at: place(at: location), message, fix: fix)
    }

    /// A location in this file, or in one of the others, with its line as the excerpt.
    package func place(at location: SourceLocation) -> FilePlace {
        if location.file != file, let other = others.first(where: { $0.file == location.file }) {
            return other.place(at: location)
        }
        let excerpt = excerpt(at: location)
        var place = FilePlace(file: file, line: location.line, column: location.column, excerpt: excerpt?.text)
        place.excerptOffset = excerpt?.offset ?? 0
        return place
    }
}

/// A location in a source file.
///
/// Lines and columns count from 1; columns count UTF-8 bytes, as compilers and editors do.
package struct SourceLocation: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The file's path as it is displayed, relative to the working directory of the command.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The column in UTF-8 bytes, from 1.
    package var column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    package static func < (a: SourceLocation, b: SourceLocation) -> Bool {
        (a.file, a.line, a.column) < (b.file, b.line, b.column)
    }

    package var description: String { "\(file):\(line):\(column)" }
}
