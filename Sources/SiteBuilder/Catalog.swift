public import Diagnostics
import Files
import SiteModel

/// Commented files that `latchkey add` writes into a site: apps, pages, emails and contracts.
public enum Catalog {
    /// What can be added.
    public enum Kind: String, CaseIterable, Sendable {
        case app, page, email, backend
    }

    /// The names that have a file of their own; any other name gets one to begin with.
    public static func names(of kind: Kind) -> [String] {
        entries(of: kind).keys.sorted()
    }

    /// Writes the files of an addition; nothing is overwritten.
    ///
    /// - Parameters:
    ///   - kind: what is added.
    ///   - name: its name: lower-case letters, digits and hyphens.
    ///   - site: the site's folder.
    ///   - app: the app that a page or an email is added to; nil for the only one.
    ///   - templates: the folder beside the site that a contract is added to.
    /// - Returns: the paths that were written.
    /// - Throws: a name that cannot be one, an app that is not there, what is there already, what cannot be written.
    public static func add(
        _ kind: Kind, named name: String, to site: String, app: String?, templates: String
    ) throws(DiagnosticReport) -> [String] {
        guard PageReader.isName(name) else {
            throw mistake(
                "bad-name", "'\(name)' is not a name for \(kind == .email || kind == .app ? "an" : "a") \(kind)",
                fix: "Use lower-case letters, digits and hyphens, beginning with a letter.")
        }
        guard SiteLocation.isSite(site) else {
            throw mistake("no-site", "there is no site in '\(site)'", fix: "Run 'latchkey init' to begin a site.")
        }
        var files: [(path: String, bytes: [UInt8])]
        switch kind {
        case .app:
            files = try Starter.texts(title: title(of: name), name: name).map {
                ("\(site)/\(name)/\($0.file)", Array($0.text.utf8))
            }
            files += EditorSchemas.missing(EditorSchemas.app, beside: templates)
        case .page: files = [("\(try folder(of: app, in: site))/\(name).md", bytes(of: name, kind))]
        case .email: files = [("\(try folder(of: app, in: site))/emails/\(name).md", bytes(of: name, kind))]
        case .backend:
            guard TemplateSources.embedded.source(of: "backends/\(name).yml") == nil else {
                throw mistake(
                    "built-in-backend", "'\(name)' is a contract that Latchkey brings",
                    fix: "Name it in app.yml, or choose another name. To change it: "
                        + "latchkey templates copy backends/\(name).yml")
            }
            files = [("\(templates)/backends/\(name).yml", bytes(of: name, kind))]
            files += EditorSchemas.missing(EditorSchemas.contract, beside: templates)
        }
        return try NewFiles(files).write()
    }

    private static func folder(of app: String?, in site: String) throws(DiagnosticReport) -> String {
        let names = ((try? FileSystem.list(site)) ?? []).filter {
            FileSystem.kind(of: "\(site)/\($0)/app.yml") == .file
        }
        if let app {
            guard names.contains(app) else {
                throw mistake(
                    "no-app", "there is no app '\(app)' in '\(site)'",
                    fix: Suggestion.question(for: app, in: names)
                        ?? "The apps are \(names.sorted().joined(separator: ", ")).")
            }
            return "\(site)/\(app)"
        }
        guard let only = names.first, names.count == 1 else {
            throw mistake(
                "which-app", "the site has \(names.count) apps",
                fix: "Name one with '--app': \(names.sorted().joined(separator: ", ")).")
        }
        return "\(site)/\(only)"
    }

    private static func bytes(of name: String, _ kind: Kind) -> [UInt8] {
        let source = entries(of: kind)[name] ?? TemplateSources.embedded.source(of: fallback(of: kind))
        let text = (source?.text ?? "").replacing("@title@", with: title(of: name)).replacing("@name@", with: name)
        return Array(text.utf8)
    }

    private static func fallback(of kind: Kind) -> String {
        "catalog/\(kind)/\(kind).\(kind == .backend ? "yml" : "md")"
    }

    /// The files of a kind, by name: the catalogue's own and the starter's.
    private static func entries(of kind: Kind) -> [String: SourceText] {
        let folders: [String] =
            switch kind {
            case .app: []
            case .page: ["catalog/page/", "starter/"]
            case .email: ["catalog/email/", "starter/emails/"]
            case .backend: []
            }
        var entries: [String: SourceText] = [:]
        for folder in folders {
            for (path, source) in TemplateSources.embedded.sources(under: folder) where path != fallback(of: kind) {
                guard let name = path.removing(prefix: folder)?.removing(suffix: ".md"), !name.contains("/") else {
                    continue
                }
                entries[name] = source
            }
        }
        return entries
    }

    /// `Delete account` for `delete-account`.
    private static func title(of name: String) -> String {
        let words = name.replacing("-", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private static func mistake(_ code: String, _ message: String, fix: String) -> DiagnosticReport {
        DiagnosticReport([Diagnostic(code: code, message: message, fix: fix)])
    }
}
