public import Diagnostics
import Files
package import SiteModel

/// The templates: those in the binary, or a folder's own in their place, file by file.
public struct TemplateSources: Hashable, Sendable {
    private var files: [String: SourceText]
    /// Warnings about files of a folder that were taken nevertheless.
    public private(set) var warnings: [Diagnostic] = []

    /// The templates in the binary.
    public static let embedded = TemplateSources(
        files: Dictionary(
            uniqueKeysWithValues: EmbeddedTemplates.files.map { path, bytes in
                (path, SourceText(file: "Templates/\(path)", bytes: Array(bytes)))
            }))

    private init(files: [String: SourceText]) {
        self.files = files
    }

    /// The longest template that is read, in bytes.
    static let longestFile = 1_048_576

    /// The templates in the binary, with a folder's files in place of those of the same path.
    ///
    /// - Parameter folder: laid out as `Templates/` is; files that no built-in template has are added. Nil for none.
    /// - Throws: what cannot be read, what is not UTF-8, and what `TemplateChecks` finds.
    public init(override folder: String?) throws(DiagnosticReport) {
        files = Self.embedded.files
        guard let folder else { return }
        var problems: [Diagnostic] = []
        var own: [String: SourceText] = [:]
        do {
            for path in try Self.paths(in: folder) {
                let file = "\(folder)/\(path)"
                let source = SourceText(file: file, bytes: try FileSystem.read(file, limit: Self.longestFile))
                if let offset = source.firstMalformedByte {
                    problems.append(
                        source.diagnostic(
                            code: "not-utf8", at: offset, "this is not UTF-8", fix: "Save the file as UTF-8."))
                }
                own[path] = source
            }
        } catch {
            problems.append(Diagnostic(code: "unreadable", file: error.path, message: error.description))
        }
        if problems.isEmpty { problems = TemplateChecks(own, besides: files).problems }
        if !problems.isEmpty { throw DiagnosticReport(problems) }
        files.merge(own) { $1 }
        warnings = try TemplateCopies(in: folder).warnings
        for app in appNames { warnings += try TemplateCopies(in: "\(folder)/\(Self.appsFolder)\(app)").warnings }
    }

    /// A folder beside a site that is called almost as `Templates` is and has files that templates would be replaced by.
    ///
    /// A repository may well have a folder `templates` for something else.
    static func misspelt(beside site: String) -> Diagnostic? {
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

    /// The folder of templates that one app alone has, each app's laid out as `Templates/` is.
    static let appsFolder = "apps/"

    /// A path as the app's folder has it, and the app; a path of all apps' as it is.
    static func split(_ path: String) -> (app: String?, path: String) {
        guard let rest = path.removing(prefix: appsFolder), let slash = rest.firstIndex(of: "/") else {
            return (nil, path)
        }
        return (String(rest[..<slash]), String(rest[rest.index(after: slash)...]))
    }

    /// The apps that have templates of their own, sorted.
    package var appNames: [String] { Set(files.keys.compactMap { Self.split($0).app }).sorted() }

    /// Something for every app, and something else for each app that has templates of its own.
    ///
    /// - Parameter make: makes it of the templates as one app has them.
    /// - Returns: what was made for each app that has templates of its own.
    /// - Throws: what `make` throws.
    package func forApps<Value>(
        _ make: (TemplateSources) throws(DiagnosticReport) -> Value
    ) throws(DiagnosticReport) -> [String: Value] {
        var values: [String: Value] = [:]
        for app in appNames {
            var own = TemplateSources(files: files.filter { Self.split($0.key).app == nil })
            for (path, source) in files where Self.split(path).app == app { own.files[Self.split(path).path] = source }
            values[app] = try make(own)
        }
        return values
    }

    /// Errors about templates of apps that the site does not have.
    func unknownApps(besides names: [String]) -> [Diagnostic] {
        appNames.filter { !names.contains($0) }.map { name in
            let file = files.first { Self.split($0.key).app == name }?.value.file
            return Diagnostic(
                code: "unread-template", file: file, message: "there is no app '\(name)'",
                fix: Suggestion.question(for: name, in: names) ?? "The apps are \(names.joined(separator: ", ")).")
        }
    }

    /// The paths of all templates below `Templates/`, sorted.
    public var paths: [String] { files.keys.sorted() }

    /// The source of a template, by its path below `Templates/`: `pages/style/core.css`.
    public func source(of path: String) -> SourceText? { files[path] }

    /// Whether a folder has a file of its own in place of a built-in one, or beside those.
    func isChanged(_ path: String) -> Bool { files[path]?.bytes != Self.embedded.files[path]?.bytes }

    /// The words that visitors read and no spec writes.
    ///
    /// - Throws: what is wrong with the file.
    package func words() throws(DiagnosticReport) -> Words {
        guard let source = source(of: "words/en.yml") else {
            throw DiagnosticReport([
                Diagnostic(code: "missing-template", message: "there is no template 'words/en.yml'")
            ])
        }
        if source.text.allSatisfy(\.isWhitespace) {
            throw DiagnosticReport([TemplateNeeds.empty(source, "pages and emails lack the words that no spec has")])
        }
        return try Words(parsing: source)
    }

    /// The contracts of backends, by name.
    public var contracts: [String: SourceText] {
        Dictionary(
            sources(under: "backends/").compactMap { path, source in
                path.removing(prefix: "backends/")?.removing(suffix: ".yml").map { ($0, source) }
            }
        ) { first, _ in first }
    }

    /// The templates of a folder, in the order of their paths.
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
            // Deeper than any template, and where a loop of links would end.
            case .folder where depth < 4: found += try paths(in: folder, below: next, depth: depth + 1)
            default: continue
            }
        }
        return found
    }
}

extension String {
    func removing(suffix: String) -> String? { hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil }
    func removing(prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
