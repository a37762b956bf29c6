import Diagnostics
import Mustache

/// A file that a system reads its emails from: one for each email where the path names it, else one for them all.
struct DialectFile: Sendable {
    let path: String
    /// Where the dialect names the path.
    let location: SourceLocation
    private let library: TemplateLibrary

    /// Reads the two templates.
    ///
    /// - Parameters:
    ///   - path: a path below the app's own folder.
    ///   - text: the file's contents.
    ///   - location: where the dialect names the path.
    /// - Throws: what is wrong with them, at their tags.
    init(path: String, text: String, at location: SourceLocation) throws(DiagnosticReport) {
        self.path = path
        self.location = location
        library = try TemplateLibrary(
            ["path": SourceText(file: "path", text: path), "text": SourceText(file: "text", text: text)],
            language: .plain)
    }

    /// Whether there is one for each email.
    var isForEachEmail: Bool { path.contains("{{id}}") || path.contains("{{email}}") }

    /// The folder below which there are files for each email alone.
    ///
    /// - Parameter path: this file's path for one email.
    /// - Returns: a path below the app's own folder, which is the empty path.
    func emailFolder(of path: String) -> String {
        let depth = self.path.split(separator: "/").prefix { !$0.contains("{{id}}") && !$0.contains("{{email}}") }.count
        return path.split(separator: "/").prefix(depth).joined(separator: "/")
    }

    /// The file, filled.
    ///
    /// - Parameter values: the values of an email, or of them all.
    /// - Returns: its path below the app's own folder, and its contents.
    /// - Throws: names that are unknown.
    func filled(with values: [String: MustacheValue]) throws(DiagnosticReport) -> (path: String, text: String) {
        (
            try library.render("path", with: .object(values)), try library.render("text", with: .object(values))
        )
    }
}
