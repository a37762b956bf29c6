/// Why a release cannot be used: the file, the place in it where there is one, and what is wrong.
public struct ReleaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// As it is shown to people: `Output/release.json`.
    public let file: String
    /// Counts from 1; nil where the whole file is meant.
    public let line: Int?
    /// Counts UTF-8 bytes from 1.
    public let column: Int?
    /// In lower case without a full stop.
    public let message: String

    init(file: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// One line: `Output/release.json:1:14: the route has no path`.
    public var description: String {
        let place = [file] + [line, column].compactMap { $0.map(String.init) }
        return place.joined(separator: ":") + ": " + message
    }
}
