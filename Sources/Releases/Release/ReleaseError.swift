/// An error in a release: the file, the location in it if known, and the problem.
package struct ReleaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path as displayed: `Output/release.json`.
    package let file: String
    /// The line, counted from 1; nil for an error in the whole file.
    package let line: Int?
    /// The column in UTF-8 bytes, counted from 1.
    package let column: Int?
    /// The message, in lower case without a full stop.
    package let message: String

    init(file: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// The error as one line: `Output/release.json:1:14: the route has no path`.
    package var description: String {
        let place = [file] + [line, column].compactMap { $0.map(String.init) }
        return place.joined(separator: ":") + ": " + message
    }
}
