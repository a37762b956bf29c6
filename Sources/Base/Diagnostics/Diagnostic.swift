// A diagnostic is a problem, so a file that imports diagnostics sees the members of both.
@_exported public import Problems

/// A problem at a place in a file, as commands print it.
package typealias Diagnostic = Problem<FilePlace>

package struct FilePlace: Hashable, Sendable {
    /// The file's path as it is displayed; nil if the problem is not about a file.
    package var file: String?
    /// The line, from 1; nil if the problem is about the whole file.
    package var line: Int?
    /// The column in UTF-8 bytes, from 1.
    package var column: Int?
    /// The text of the line, without its line ending; the part around the column if the line is very long.
    package var excerpt: String?
    /// The number of bytes of the line before the excerpt.
    var excerptOffset = 0

    package init(file: String? = nil, line: Int? = nil, column: Int? = nil, excerpt: String? = nil) {
        self.file = file
        self.line = line
        self.column = column
        self.excerpt = excerpt
    }
}

extension Diagnostic {
    /// Creates a problem of a file, or of none.
    package init(
        _ severity: ProblemSeverity = .error, code: String, file: String? = nil, line: Int? = nil, column: Int? = nil,
        message: String, excerpt: String? = nil, fix: String? = nil
    ) {
        let place = FilePlace(file: file, line: line, column: column, excerpt: excerpt)
        self.init(severity, code: code, at: place, message, fix: fix)
    }

    /// The file's path as it is displayed; nil if the problem is not about a file.
    package var file: String? {
        get { place.file }
        set { place.file = newValue }
    }

    /// The line, from 1; nil if the problem is about the whole file.
    package var line: Int? {
        get { place.line }
        set { place.line = newValue }
    }

    /// The column in UTF-8 bytes, from 1.
    package var column: Int? {
        get { place.column }
        set { place.column = newValue }
    }

    /// The text of the line, as far as it is shown.
    package var excerpt: String? {
        get { place.excerpt }
        set { place.excerpt = newValue }
    }

    /// The problem as one line for a log: `Output/release.json:1:14: the route has no path`.
    package var oneLine: String {
        let place = [file, line.map(String.init), column.map(String.init)].compactMap(\.self)
        return place.isEmpty ? message : "\(place.joined(separator: ":")): \(message)"
    }
}
