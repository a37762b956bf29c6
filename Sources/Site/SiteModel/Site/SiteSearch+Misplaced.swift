import Diagnostics
import Files

extension SiteSearch {
    /// The error for an `app.yml` in the site's folder itself; nil without one, and among apps, where it is told like every
    /// file beside them.
    var misplacedAppFile: Diagnostic? {
        guard FileSystem.kind(of: "\(folder)/app.yml") != nil else { return nil }
        let names = Self.hasPartsOfApp(folder) ? [] : (try? FileSystem.list(folder)) ?? []
        let apps = names.filter { SiteLayout.advice(onFolder: $0, in: folder) == nil }.map { "\(folder)/\($0)" }
        let meant = apps.filter { Self.hasPartsOfApp($0) && FileSystem.kind(of: "\($0)/app.yml") == nil }
        if meant.isEmpty, !names.isEmpty, SiteLocation.isSite(folder) { return nil }
        return Diagnostic(
            code: "app-not-site", file: "\(folder)/app.yml",
            message: meant.isEmpty
                ? "this folder is one app, and a site is the folder above it"
                : "app.yml belongs into the folder of its app, beside the pages",
            fix: meant.count == 1
                ? "Move it to \(meant[0])/app.yml."
                : !meant.isEmpty
                    ? "Move it into the folder with the app's pages: \(meant.joined(separator: " or "))."
                    : SiteLocation.site(ofApp: folder).map { "Name that folder: \($0)" }
                        ?? "Move app.yml and what is beside it into a folder named after the app, such as \(folder)/harbour."
        )
    }

    /// The `app.yml` above or below an app's folder that was probably meant for it.
    func appFile(near path: String) -> String? {
        guard Self.hasPartsOfApp(path) else { return nil }
        let files = [SiteLocation.beside(folder, "app.yml"), "\(path)/emails/app.yml", "\(path)/public/app.yml"]
        return files.first { FileSystem.kind(of: $0) == .file }
    }

    /// Whether a folder has pages, emails or a contract.
    private static func hasPartsOfApp(_ folder: String) -> Bool {
        ((try? FileSystem.list(folder)) ?? []).contains { name in
            ["emails", ContractLibrary.ownFile].contains(name)
                || AppSources.specName(name) != nil && !SiteLayout.isIgnored(name)
        }
    }

    /// Adds the pages and emails that are told in another place, without sources, so that what is said about them elsewhere
    /// in the app is not told as missing.
    func addMisplaced(
        _ found: AssetSearch, to pages: inout [AppSources.Spec], _ emails: inout [AppSources.Spec]
    ) {
        let served = found.assets.filter { $0.isPublic && AppSources.specName($0.path) != nil }.map {
            found.entry($0.path)
        }
        for entry in found.unread + served {
            guard let spec = entry.spec else { continue }
            if entry.isEmail { emails.add(spec) } else { pages.add(spec) }
        }
        pages.addOriginals(in: folder)
        emails.addOriginals(in: folder)
    }
}

extension [AppSources.Spec] {
    /// Adds a spec unless there is one of its name in its language.
    mutating func add(_ spec: AppSources.Spec) {
        if !contains(where: { $0.name == spec.name && $0.language == spec.language }) { append(spec) }
    }

    /// Adds the originals of translations that are in a site's folder in place of the app's.
    fileprivate mutating func addOriginals(in site: String) {
        for name in Set(filter { $0.language != nil }.map(\.name)).subtracting(
            filter { $0.language == nil }.map(\.name))
        where FileSystem.kind(of: "\(site)/\(name).md") == .file {
            append(AppSources.Spec(name: name, source: nil))
        }
    }
}
