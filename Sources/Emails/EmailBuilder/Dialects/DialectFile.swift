import Diagnostics
import Mustache

/// A file from which a system reads emails: one per email if the path contains the email's name, otherwise one for all.
struct DialectFile: Sendable {
    let path: String
    /// The location of the path in the dialect's file.
    let location: SourceLocation
    /// The location of the content in the dialect's file.
    let textLocation: SourceLocation
    private let library: TemplateLibrary

    /// Parses the templates of path and content.
    ///
    /// - Parameters:
    ///   - path: a path below the app's own folder.
    ///   - text: the template of the file's content.
    ///   - location: the location of the path in the dialect's file.
    ///   - textLocation: the location of the content.
    /// - Throws: `DiagnosticReport` with the mistakes in the templates, at their tags.
    init(
        path: String, text: String, at location: SourceLocation, _ textLocation: SourceLocation
    ) throws(DiagnosticReport) {
        self.path = path
        self.location = location
        self.textLocation = textLocation
        library = try TemplateLibrary(
            [Self.pathName: SourceText(file: Self.pathName, text: path), "text": SourceText(file: "text", text: text)],
            language: .plain)
    }

    private static let pathName = "path"

    /// Whether a diagnostic of the templates is about the path, and not about the content.
    static func isAboutPath(_ diagnostic: Diagnostic) -> Bool { diagnostic.file == pathName }

    /// Whether there is one file per email.
    var isForEachEmail: Bool { path.contains("{{id}}") || path.contains("{{email}}") }

    /// The folder that contains only files of single emails.
    ///
    /// - Parameter path: this file's path for one email.
    /// - Returns: a path below the app's own folder, which is the empty path.
    func emailFolder(of path: String) -> String {
        let depth = self.path.split(separator: "/").prefix { !$0.contains("{{id}}") && !$0.contains("{{email}}") }.count
        return path.split(separator: "/").prefix(depth).joined(separator: "/")
    }

    /// Renders the file.
    ///
    /// - Parameter values: the values of one email, or of all.
    /// - Returns: its path below the app's own folder, and its content.
    /// - Throws: `DiagnosticReport` for unknown names.
    func filled(with values: [String: MustacheValue]) throws(DiagnosticReport) -> (path: String, text: String) {
        (
            try library.render(Self.pathName, with: .object(values)), try library.render("text", with: .object(values))
        )
    }
}
