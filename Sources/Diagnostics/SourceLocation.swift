/// A place in a source file.
///
/// Lines and columns count from 1; columns count UTF-8 bytes, as compilers and editors do.
public struct SourceLocation: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The file as it is shown to people: relative to where the command ran.
    public var file: String
    public var line: Int
    public var column: Int

    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    public static func < (a: SourceLocation, b: SourceLocation) -> Bool {
        (a.file, a.line, a.column) < (b.file, b.line, b.column)
    }

    public var description: String { "\(file):\(line):\(column)" }
}
