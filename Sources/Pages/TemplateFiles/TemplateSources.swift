package import Diagnostics
import Files
package import SiteModel
import TextEncoding

/// The template sources: those in the binary, each of which a folder's file of the same path replaces.
package struct TemplateSources: Hashable, Sendable {
    private var files: [String: SourceText]
    /// The texts of all apps, where an app has a file of its own, by path.
    private var siteWords: [String: SourceText] = [:]
    /// The warnings about files of the folder, which are used nevertheless.
    package private(set) var warnings: [Diagnostic] = []

    package static let embedded = TemplateSources(
        files: Dictionary(
            uniqueKeysWithValues: EmbeddedTemplates.files.map { path, bytes in
                (path, SourceText(file: "Templates/\(path)", bytes: Array(bytes)))
            }))

    private init(files: [String: SourceText]) {
        self.files = files
    }

    /// The site's own rules, which follow those of the features.
    package static let customStyle = "pages/custom.css"

    package static let longestFile = 1_048_576

    /// Reads the templates of a folder, which has the layout of `Templates/`, over those in the binary; files without a
    /// built-in counterpart are added.
    package init(override folder: String?) throws(DiagnosticReport) {
        files = Self.embedded.files
        guard let folder else { return }
        var problems: [Diagnostic] = []
        var own: [String: SourceText] = [:]
        do {
            for path in try Self.paths(in: folder) {
                let file = "\(folder)/\(path)"
                let source = SourceText(file: file, bytes: try FileSystem.read(file, limit: Self.longestFile))
                let isPicture = FileSignature.kinds(ofExtension: FileSystem.fileExtension(of: path) ?? "") != nil
                if !isPicture,
                    let problem = source.encodingProblem() ?? source.conflictMarker ?? source.invisibleCharacter
                {
                    problems.append(problem)
                }
                own[path] = source
            }
        } catch {
            problems.append(Diagnostic(code: "unreadable", file: error.path, message: error.description))
        }
        if problems.isEmpty { problems = TemplateChecks.problems(of: own, besides: files) }
        if DiagnosticReport(problems).hasErrors { throw DiagnosticReport(problems) }
        files.merge(own) { $1 }
        warnings = try problems + TemplateCopies(in: folder).warnings
        for app in appNames { warnings += try TemplateCopies(in: "\(folder)/\(Self.appsFolder)\(app)").warnings }
    }

    /// A diagnostic about a folder next to a site whose name resembles `Templates` and that contains files named like
    /// templates; nil if there is none.
    ///
    /// Without such files, a folder `templates` is assumed to have another purpose.
    package static func misspelt(beside site: String) -> Diagnostic? {
        let parent = SiteLocation.beside(site, "")
        for name in (try? FileSystem.list(parent.isEmpty ? "." : parent)) ?? [] {
            let folder = parent + name
            guard Suggestion.nearest(to: name, in: ["Templates"]) != nil, FileSystem.kind(of: folder) == .folder,
                let paths = try? paths(in: folder), paths.contains(where: TemplateChecks.isTemplate)
            else { continue }
            return Diagnostic(
                code: "misspelt-folder", file: folder, message: "nothing reads templates in a folder of this name",
                fix: "Rename it to Templates.")
        }
        return nil
    }

    /// The folder of templates for single apps; each app's folder has the layout of `Templates/`.
    package static let appsFolder = "apps/"

    /// Splits a path into the app and the path in the app's folder; the app is nil for templates of all apps.
    package static func split(_ path: String) -> (app: String?, path: String) {
        guard let rest = path.removing(prefix: appsFolder), let slash = rest.firstIndex(of: "/") else {
            return (nil, path)
        }
        return (String(rest[..<slash]), String(rest[rest.index(after: slash)...]))
    }

    /// The apps with templates of their own, sorted.
    package var appNames: [String] { Set(files.keys.compactMap { Self.split($0).app }).sorted() }

    /// Creates a value for each app with templates of its own, from the templates that apply to it; by app.
    package func forApps<Value>(
        _ make: (TemplateSources) throws(DiagnosticReport) -> Value
    ) throws(DiagnosticReport) -> [String: Value] {
        var values: [String: Value] = [:]
        for app in appNames {
            var own = TemplateSources(files: files.filter { Self.split($0.key).app == nil })
            for (path, source) in files where Self.split(path).app == app { own.files[Self.split(path).path] = source }
            own.siteWords = files.filter { $0.key.hasPrefix(Self.wordsFolder) }
            values[app] = try make(own)
        }
        return values
    }

    package func unknownApps(besides names: [String]) -> [Diagnostic] {
        appNames.filter { !names.contains($0) }.map { name in
            let file = files.first { Self.split($0.key).app == name }?.value.file
            // The app may have been renamed, to a name that begins otherwise; one with templates is not meant.
            let others = names.filter { !appNames.contains($0) }
            let meant = Suggestion.nearest(to: name, in: others).flatMap {
                $0.first == name.first || $0.contains(name) ? $0 : nil
            }
            return Diagnostic(
                code: "unread-template", file: file, message: "there is no app '\(name)'",
                fix: (meant.map { "Did you mean '\($0)'? Rename" }
                    ?? "The apps are \(names.joined(separator: ", ")). If it has another name now, rename")
                    + " the folder, or remove it.")
        }
    }

    package var paths: [String] { files.keys.sorted() }

    /// The source of a template, by its path relative to `Templates/`: `pages/style/core.css`.
    package func source(of path: String) -> SourceText? { files[path] }

    /// Whether a folder's file replaces the built-in template or was added.
    package func isChanged(_ path: String) -> Bool { files[path]?.bytes != Self.embedded.files[path]?.bytes }

    /// The texts that visitors read and that no spec contains, in a language. The texts of the app's own language stand
    /// in for missing ones, and English for those of that.
    package func words(
        _ tag: LanguageTag = .english, own: LanguageTag = .english
    ) throws(DiagnosticReport) -> Words {
        var words: Words?
        for language in [.english] + own.chain.reversed() + tag.chain.reversed()
        where words.map({ !$0.tag.chain.contains(language) }) ?? true || language == tag {
            words = try layer(language, over: words)
        }
        guard let words else {
            throw DiagnosticReport([
                Diagnostic(code: "missing-template", message: "there is no template 'words/en.yml'")
            ])
        }
        return words
    }

    /// The texts of a language's files over those of another. A file may have some of the texts: an app's the rest from
    /// the site's, and the site's from the built-in one.
    private func layer(_ tag: LanguageTag, over words: Words?) throws(DiagnosticReport) -> Words? {
        let path = "\(Self.wordsFolder)\(tag).yml"
        if let source = files[path], source.text.allSatisfy(\.isWhitespace) {
            throw DiagnosticReport([TemplateNeeds.empty(source, "pages and emails lack the words that no spec has")])
        }
        var words = words.map { $0.tag == tag ? $0 : $0.lent(to: tag) }
        var last: SourceText?
        let builtIn = Languages.isUsable(path) ? Self.embedded.files[path] : nil
        for source in [builtIn, siteWords[path], isChanged(path) ? files[path] : nil].compactMap(\.self)
        where source != last {
            words = try Words(parsing: source, over: words, in: tag)
            last = source
        }
        return words
    }

    private static let wordsFolder = "words/"

    package var contracts: [String: SourceText] {
        Dictionary(
            sources(under: "backends/").compactMap { path, source in
                path.removing(prefix: "backends/")?.removing(suffix: ".yml").map { ($0, source) }
            }
        ) { first, _ in first }
    }

    package var library: ContractLibrary { ContractLibrary(contracts, pages: pages) }

    /// The catalogue's pages by name, and the translations that may be used, without the generic one.
    package var pages: [String: SourceText] {
        let folder = "catalog/page/"
        let pages = sources(under: folder).filter { isChanged($0.path) || Languages.isUsable($0.path) }.compactMap {
            path, source in
            path.removing(prefix: folder)?.removing(suffix: ".md").map { ($0, source) }
        }
        return Dictionary(pages.filter { $0.0 != "page" }) { first, _ in first }
    }

    package func sources(under prefix: String) -> [(path: String, source: SourceText)] {
        files.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func paths(
        in folder: String, below path: String = "", depth: Int = 0
    ) throws(FileError) -> [String] {
        var found: [String] = []
        for name in try FileSystem.list(path.isEmpty ? folder : "\(folder)/\(path)") where !SiteLayout.isIgnored(name) {
            let next = path.isEmpty ? name : "\(path)/\(name)"
            switch FileSystem.kind(of: "\(folder)/\(next)") {
            case .file: found.append(next)
            // No template is deeper, and this ends loops of symbolic links.
            case .folder where depth < 4: found += try paths(in: folder, below: next, depth: depth + 1)
            default: continue
            }
        }
        return found
    }
}
