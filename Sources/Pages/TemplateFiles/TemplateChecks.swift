import Diagnostics
import SiteModel
import TextEncoding

/// Checks the files of a site's own `Templates` folder: that all of them are used, and that a page's policy blocks
/// nothing.
enum TemplateChecks {
    /// The problems of a folder's files, by path relative to `Templates/`.
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
                if path == TemplateSources.customStyle { problems += HiddenParts.warnings(in: source) }
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
            || open.contains { path.hasPrefix($0.0) && path.hasSuffix($0.1) } || isWords(path)
    }

    /// Whether a file of words may have the name, since it is the tag of a language as Latchkey writes it: `words/cy.yml`.
    private static func isWords(_ path: String) -> Bool {
        path.hasPrefix("words/") && TemplateSources.language(of: path).map { "words/\($0).yml" == path } == true
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
        Diagnostic(
            code: "unread-template", file: source.file, message: "nothing reads a template of this name",
            fix: misplaced(path, source) ?? "Move it out of the folder of templates.")
    }

    /// The one built-in template of a file's name; of several, that in the folder which the file's is probably meant for.
    private static func namesake(of path: String) -> String? {
        let parts = path.split(separator: "/")
        let found = TemplateCopies.available.filter { $0.split(separator: "/").last == parts.last }
        let folders = Set(found.compactMap { $0.split(separator: "/").first.map(String.init) })
        let near = Suggestion.nearest(to: parts.first.map(String.init) ?? "", in: folders.sorted())
        let meant = found.count == 1 ? found : found.filter { near != nil && $0.hasPrefix("\(near ?? "")/") }
        return meant.count == 1 && meant[0] != path ? meant[0] : nil
    }

    /// The fix for a file that is somebody's work: where it belongs.
    private static func misplaced(_ path: String, _ source: SourceText) -> String? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let (stem, ending) = (String(name[..<dot]), String(name[dot...]).lowercased())
        let folders = path.split(separator: "/").dropLast().map(String.init)
        let folder = folders.first ?? ""
        let home = source.file.removing(suffix: path) ?? ""
        if [".mustache", ".css"].contains(ending), let own = namesake(of: path) { return "Move it to \(home)\(own)." }
        switch ending {
        case ".scss", ".sass", ".less": return "Write plain CSS into \(home)\(TemplateSources.customStyle)."
        case ".css" where !path.hasPrefix("emails/"):
            return "Move it to \(home)\(TemplateSources.customStyle)."
        case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico":
            return "Draw it as SVG: an icon is \(home)pages/icons/\(stem).svg."
        case ".svg": return "Move it to \(home)pages/icons/\(name)."
        case ".md", ".markdown":
            let isEmail = folders.contains { $0.hasPrefix("email") || $0.hasPrefix("mail") }
            let own = "\(isEmail ? "emails/" : "")\(stem).md"
            let kinds = isEmail ? ["emails/defaults/", "catalog/email/"] : ["catalog/page/"]
            let kind = kinds.map { "\($0)\(stem).md" }.first { TemplateSources.embedded.source(of: $0) != nil }
            return (kind.map { "Move it to \(home)\($0), which replaces that of all apps, or into" } ?? "Move it into")
                + " the folder of an app: Site/NAME/\(own)."
        case ".yml", ".yaml", ".json":
            let kind =
                SiteLayout.templateFolder(ofKeysIn: source.text)
                ?? (stem == "words" || stem == "en"
                    ? "words"
                    : SiteLayout.templateFolder(folder)
                        ?? Suggestion.nearest(to: folder, in: ["backends", "dialects", "words"]))
            let tag = ([stem] + folders).lazy.compactMap(LanguageTag.init).first
            let place = kind.map { $0 == "words" ? "words/\(tag?.text ?? "en").yml" : "\($0)/\(stem).yml" }
            return place.flatMap { $0 == path ? nil : "Move it to \(home)\($0)." }
        default: break
        }
        let parent = path.prefix { $0 != "/" } + "/"
        let known = TemplateCopies.available.filter { $0.hasPrefix(parent) && $0.hasSuffix(ending) }
        return Suggestion.question(for: path, in: known)
            ?? (known.isEmpty ? nil : "Templates of this kind are \(known.joined(separator: ", ")).")
    }
}
