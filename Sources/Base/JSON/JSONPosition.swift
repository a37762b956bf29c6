package import Problems

package struct JSONPosition: Hashable, Sendable {
    /// The line, from 1; LF, CRLF and a lone CR end a line.
    package let line: Int
    /// The column in UTF-8 bytes, from 1.
    package let column: Int
    /// The byte offset, from 0.
    package let offset: Int

    /// The location of a byte offset, from 0; an offset past the end of the whole text is treated as the end.
    package init(offset: Int, in bytes: [UInt8]) {
        let offset = min(max(offset, 0), bytes.count)
        var line = 1
        var start = 0
        var index = 0
        while index < offset {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
            if byte == UInt8(ascii: "\r"), index < bytes.count, bytes[index] == UInt8(ascii: "\n") {
                guard index < offset else { break }
                index += 1
            }
            line += 1
            start = index
        }
        self.line = line
        self.column = offset - start + 1
        self.offset = offset
    }
}

/// Why a text is not JSON, and where parsing stopped.
package typealias JSONError = Problem<JSONPosition>

extension Problem: CustomStringConvertible where Place == JSONPosition {
    /// `line 2, column 5: …`.
    package var description: String { "line \(place.line), column \(place.column): \(message)" }
}
