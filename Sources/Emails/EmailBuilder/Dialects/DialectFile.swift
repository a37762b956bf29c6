import Diagnostics
import Mustache

/// A file from which a system reads emails: one per email if the path contains the email's name, otherwise one for all.
struct DialectFile: Sendable {
    let path: String
    let location: SourceLocation
    /// The locations are those in the dialect's file.
    let textLocation: SourceLocation
    private let library: TemplateLibrary

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

    var isForEachEmail: Bool { path.contains("{{id}}") || path.contains("{{email}}") }

    /// A name in the path between single braces, as other systems write it.
    var singleBraces: String? {
        ["id", "email", "language", "locale"].first { name in
            path.replacing("{{\(name)}}", with: "").contains("{\(name)}")
        }
    }

    var isForEachLanguage: Bool { path.contains("{{language}}") || path.contains("{{locale}}") }

    /// The folder that contains only files of single emails, from this file's path for one of them; both are below the
    /// app's own folder, which is the empty path.
    func emailFolder(of path: String) -> String {
        let depth = self.path.split(separator: "/").prefix { !$0.contains("{{id}}") && !$0.contains("{{email}}") }.count
        return path.split(separator: "/").prefix(depth).joined(separator: "/")
    }

    /// The path below the app's own folder, and the content, from the values of one email or of all and those of every
    /// file.
    func filled(
        with value: MustacheValue, within common: MustacheValue
    ) throws(DiagnosticReport) -> (path: String, text: String) {
        (
            try library.render(Self.pathName, with: value, within: [common]),
            try library.render("text", with: value, within: [common])
        )
    }
}
