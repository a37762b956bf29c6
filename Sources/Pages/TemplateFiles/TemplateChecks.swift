import Diagnostics
import SiteModel
import TextEncoding

/// Checks the files of a site's own `Templates` folder: that all of them are used, and that a page's policy blocks
/// nothing.
enum TemplateChecks {
    /// - Parameters:
    /// - files: the folder's files, by path relative to `Templates/`.
    /// - builtIn: the built-in templates, by path.
    static func problems(of files: [String: SourceText], besides builtIn: [String: SourceText]) -> [Diagnostic] {
        let included = included(by: Array(builtIn.merging(files) { $1 }.values))
        var problems: [Diagnostic] = []
        for (place, source) in files.sorted(by: { $0.key < $1.key }) {
            let (app, path) = TemplateSources.split(place)
            if builtIn[path]?.bytes == source.bytes { continue }
            if !isRead(path, included) || app != nil && !isOfOneApp(path) { problems.append(unread(path, source)) }
            problems += SecretKeys.diagnostics(in: source)
            if path == "emails/email.css" { problems += StyleSheetCheck.problems(in: source, isOfEmail: true) }
            if path.hasPrefix("pages/") {
                if path.hasSuffix(".css") { problems += StyleSheetCheck.problems(in: source) }
                if path.hasSuffix(".mustache") || path.hasSuffix(".svg") {
                    problems += BlockedMarkup.problems(in: source)
                }
            }
        }
        return problems
    }

    /// The folders whose files are found by name, so that a site may add some.
    private static let open = [("backends/", ".yml"), ("dialects/", ".yml"), ("pages/icons/", ".svg")]

    /// Whether an app can have its own version of the template; contracts and dialects are selected by name instead.
    static func isOfOneApp(_ path: String) -> Bool {
        ["pages/", "emails/", "words/"].contains { path.hasPrefix($0) } && !path.hasPrefix("emails/defaults/")
    }

    /// Whether a path is that of a built-in template, or one that a site may add.
    static func isTemplate(_ path: String) -> Bool {
        let path = TemplateSources.split(path).path
        return TemplateSources.embedded.source(of: path) != nil || path == TemplateSources.customStyle
            || open.contains { path.hasPrefix($0.0) && path.hasSuffix($0.1) }
    }

    private static func isRead(_ path: String, _ included: Set<String>) -> Bool {
        isTemplate(path) || path.removing(suffix: ".mustache").map(included.contains) == true
    }

    /// The templates that others include, as in `{{>pages/field}}` and `{{<pages/document}}`.
    private static func included(by sources: [SourceText]) -> Set<String> {
        var names: Set<String> = []
        for source in sources where source.file.hasSuffix(".mustache") {
            for sign in ["{{>", "{{<", "{{> ", "{{< "] {
                for piece in source.text.split(separator: sign).dropFirst() {
                    names.insert(String(piece.prefix { $0 != "}" && $0 != " " }))
                }
            }
        }
        return names
    }

    private static func unread(_ path: String, _ source: SourceText) -> Diagnostic {
        let ending = path.lastIndex(of: ".").map { String(path[$0...]) } ?? ""
        let folder = path.prefix { $0 != "/" } + "/"
        let known = TemplateCopies.available.filter { $0.hasPrefix(folder) && $0.hasSuffix(ending) }
        let choices = known.isEmpty ? "Remove it." : "Templates of this kind are \(known.joined(separator: ", "))."
        return Diagnostic(
            code: "unread-template", file: source.file, message: "nothing reads a template of this name",
            fix: Suggestion.question(for: path, in: known) ?? choices)
    }
}
