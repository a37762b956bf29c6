import Diagnostics
import Files
internal import TextEncoding

/// The conditions under which a site is read: an environment such as `staging`, and environment variables.
///
/// In an app's folder, `app.staging.yml` overrides keys of `app.yml` for the environment `staging` only. An app without
/// the file is the same in every environment.
package struct SiteEnvironment: Hashable, Sendable {
    /// The environment's name; nil reads `app.yml` alone.
    package let name: String?
    /// The values of `${NAME}` in `app.yml`, by name.
    package let variables: [String: String]

    /// Creates an environment; by default `app.yml` is read without overrides and variables.
    package init(name: String? = nil, variables: [String: String] = [:]) {
        self.name = name
        self.variables = variables
    }

    /// The name of the files that override `app.yml`: `app.staging.yml`.
    var fileName: String? { name.map { "app.\($0).yml" } }

    /// The environment whose file has a name; nil for a file of another kind.
    static func name(ofFile file: String) -> String? {
        guard file.hasPrefix("app."), file.hasSuffix(".yml"), file.utf8.count > "app..yml".utf8.count else {
            return nil
        }
        let name = String(file.dropFirst("app.".count).dropLast(".yml".count))
        return isName(name) ? name : nil
    }

    /// The environment for which a file was probably meant that has the parts of such a name in another order, or with other
    /// signs between them: `staging.yml`, `app_staging.yaml` or `app.yml.staging`; nil for a file of another kind.
    static func name(ofMisnamed file: String) -> String? {
        let parts = file.split(separator: ".")
        let endings: Set = ["yml", "yaml", "json", "txt"]
        let named = parts.filter { !endings.contains($0.lowercased()) }
        let isApp = parts.first?.lowercased().hasPrefix("app") == true
        guard
            parts.contains(where: { ["yml", "yaml"].contains($0.lowercased()) }) || isApp && named.count < parts.count
        else { return nil }
        let words = named.joined(separator: ".").split(omittingEmptySubsequences: false) { ".-_ ".contains($0) }
        let isNoName = { (word: Substring) in word.isEmpty || word.lowercased() == "app" }
        guard let first = words.firstIndex(where: { !isNoName($0) }),
            let last = words.lastIndex(where: { !isNoName($0) })
        else { return nil }
        let name = String(words[first].base[words[first].startIndex..<words[last].endIndex])
        return isName(name) ? name : nil
    }

    /// The environment for which a file in a folder was probably meant: `config/app.staging.yml`, `environments/staging.yml`
    /// or `staging/app.yml`; nil for a file of another kind.
    static func name(ofMisplaced path: String) -> String? {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 1, let file = parts.last else { return nil }
        let folder = parts[parts.count - 2].lowercased()
        if let name = name(ofFile: file) { return name }
        if foldersOfEnvironments.contains(folder) { return name(ofMisnamed: file) }
        let isOther = parts.count > 2 || [AppAsset.publicFolder, "emails"].contains(folder)
        return file == "app.yml" && !isOther && isName(folder) ? folder : nil
    }

    private static let foldersOfEnvironments: Set = [
        "config", "environment", "environments", "env", "envs", "settings",
    ]

    /// What other systems call the environment that `app.yml` alone describes.
    private static let production: Set = [
        "production", "prod", "prd", "live", "release", "main", "master", "default", "public",
    ]

    /// Whether a name is one that environments without visitors have.
    static func isTesting(_ name: String) -> Bool {
        ["staging", "stage", "stg", "dev", "development", "test", "testing", "qa", "uat", "preprod"].contains(name)
    }

    /// Whether a name is one of the environment that `app.yml` alone describes.
    static func isProduction(_ name: String) -> Bool { production.contains(name.lowercased()) }

    /// Whether a text is a valid name: letters, digits, hyphens and underscores, since it becomes part of a file name.
    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 == 0x2D || $0 == 0x5F || $0.isASCIIAlphanumeric }
    }

    /// Whether the app in a folder is the same in this environment as in the one whose file a build read, nil for none:
    /// nothing overrides keys of it in one of the two and not in the other.
    package func isSame(_ app: String, as other: String?) -> Bool {
        other == name || other == nil && fileName.map { FileSystem.kind(of: "\(app)/\($0)") == nil } ?? true
    }

    /// A note on the apps that are the same in this environment as without it; nil if there are none, or no environment.
    func note(in site: String, apps: [String]) -> Diagnostic? {
        guard let fileName else { return nil }
        let same = apps.filter { FileSystem.kind(of: "\(site)/\($0)/\(fileName)") == nil }
        guard !same.isEmpty, same.count < apps.count else { return nil }
        let names = same.map { "'\($0)'" }
        let list = names.count == 1 ? names[0] : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        return Diagnostic(
            .note, code: "same-environment", file: site,
            message:
                "\(list) \(names.count == 1 ? "has" : "have") no \(fileName), and \(names.count == 1 ? "is" : "are") "
                + "read from app.yml alone, with the backend and the hosts in it",
            fix: "Add \(fileName) beside app.yml if an app differs in this environment.")
    }

    /// The error for a name for which no app of the site has a file; nil if there is none.
    func problem(in site: String, apps: [String]) -> Diagnostic? {
        guard let name, let fileName, !apps.isEmpty else { return nil }
        if Self.isName(name), apps.contains(where: { FileSystem.kind(of: "\(site)/\($0)/\(fileName)") != nil }) {
            return nil
        }
        var known: Set<String> = []
        var misplaced: (isInFolder: Bool, file: String, folder: String)?
        for app in apps {
            let folder = "\(site)/\(app)"
            for file in (try? FileSystem.list(folder)) ?? [] {
                if let name = Self.name(ofFile: file) { known.insert(name) }
                let inner = (try? FileSystem.list("\(folder)/\(file)"))?.map { "\(file)/\($0)" } ?? []
                let meant =
                    Self.name(ofMisnamed: file)?.lowercased() == name
                    ? file : inner.first { Self.name(ofMisplaced: $0)?.lowercased() == name }
                if let meant { misplaced = (meant.contains("/"), "\(folder)/\(meant)", folder) }
            }
        }
        let names = known.sorted()
        let list = "\(names.count == 1 ? "There is" : "There are") \(names.joined(separator: ", "))."
        let isProduction = Self.isProduction(name)
        return Diagnostic(
            code: "unknown-environment", file: site, message: "no app has an environment '\(name)'",
            fix: misplaced.map {
                $0.isInFolder
                    ? "Move \($0.file) to \($0.folder)/\(fileName)." : "Rename \($0.file) to \(fileName)."
            }
                ?? Suggestion.question(for: name, in: names)
                ?? (isProduction
                    ? "Leave '--env' out: production is app.yml itself.\(names.isEmpty ? "" : " \(list)")"
                    : names.isEmpty
                        ? "There is none: add \(Self.isName(name) ? fileName : "app.staging.yml") beside an app.yml."
                        : list))
    }
}
