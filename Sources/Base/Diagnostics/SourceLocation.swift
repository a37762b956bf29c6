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

    /// Creates a location.
    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// Orders locations by file, line and column.
    package static func < (a: SourceLocation, b: SourceLocation) -> Bool {
        (a.file, a.line, a.column) < (b.file, b.line, b.column)
    }

    /// `path:line:column`
    package var description: String { "\(file):\(line):\(column)" }
}
