import Configuration
import Diagnostics
import Files
import YAML

/// A page or an email in a place where nothing reads it.
extension SiteEntry {
    private var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }
    private var folderLanguage: LanguageTag? { folders.lazy.compactMap(LanguageTag.init).first }

    /// Whether a Markdown file is an email by its front matter, or else by the folders that contain it.
    var isEmail: Bool {
        guard kind == .file, AppSources.specName(name) != nil else { return false }
        if let bytes = try? FileSystem.read(file, limit: SiteReader.longestFile) {
            let source = SourceText(file: file, bytes: bytes)
            if source.begins(withKeys: ["subject", "preheader"]) { return true }
            if source.begins(withKeys: ["title", "start", "kind"]) { return false }
        }
        return folders.contains { ["emails", "email", "mails", "mail", "e-mails"].contains($0.lowercased()) }
    }

    /// The page or the email that the entry is in its place, without its source; nil for another file.
    var spec: AppSources.Spec? {
        guard kind == .file, let stem = AppSources.specName(name) else { return nil }
        let written = AppSources.Spec(name: stem, source: nil)
        guard let tag = folderLanguage else { return written }
        let languages = languages
        let listed = tag.chain.first(where: languages.others.contains)
        let meant = listed ?? (tag.chain.contains(languages.own) ? nil : tag)
        return AppSources.Spec(name: written.name + (meant.map { ".\($0)" } ?? ""), source: nil)
    }

    /// The fix that moves a page or an email into its place; nil for another file.
    var specFix: String? {
        guard let spec else { return nil }
        let own = "\(isEmail ? "emails/" : "")\(spec.stem).md"
        if exists(own) { return "There is \(place)/\(own): move this file out of the site's folder." }
        guard let tag = folderLanguage, let language = spec.language else {
            return "Move it to \(place)/\(own)"
                + (folderLanguage == nil
                    ? "." : ": '\(languages.own)' is the app's own language, whose files have no tag.")
        }
        if languages.others.contains(language) {
            return "Move it to \(place)/\(own)" + (tag == language ? "." : ": app.yml lists '\(language)'.")
        }
        return
            "For a translation, move it to \(place)/\(own); 'languages:' in app.yml has to list '\(language)' too."
    }

    /// The fix for a page or an email in a folder that is named after a language; nil for another entry.
    var translationFix: String? { folderLanguage == nil ? nil : specFix }

    /// The path of a file beside the apps in the one that has translations of it, and not the file; nil if none has.
    var placeOfTranslations: String? {
        guard app == nil, let stem = AppSources.specName(name) else { return nil }
        let apps = ((try? FileSystem.list(site)) ?? []).filter { FileSystem.kind(of: "\(site)/\($0)") == .folder }
        return apps.flatMap { ["\(site)/\($0)", "\(site)/\($0)/emails"] }.first { folder in
            let specs = ((try? FileSystem.list(folder)) ?? []).compactMap(AppSources.specName)
                .map { AppSources.Spec(name: $0, source: nil) }.filter { $0.name == stem }
            return !specs.isEmpty && specs.allSatisfy { $0.language != nil }
        }
    }

    private var languages: (own: LanguageTag, others: [LanguageTag]) { appFile?.languageTags ?? (.english, []) }

    private var appFile: ConfigurationNode? {
        guard let bytes = try? FileSystem.read("\(place)/app.yml", limit: SiteReader.longestFile) else { return nil }
        return (try? YAMLDocument(parsing: SourceText(file: "app.yml", bytes: bytes)))?.root
    }

    /// Whether it is the contract of the app's own backend under another name, while `app.yml` names none.
    var isOwnContract: Bool {
        guard app != nil, folder == nil, name.lowercased() != ContractLibrary.ownFile, templateFolder == "backends",
            !exists(ContractLibrary.ownFile), let backend = appFile?["backend"]
        else { return false }
        return backend["contract"] == nil
    }
}

extension ConfigurationNode {
    /// The languages of an app, in the root of its `app.yml`.
    var languageTags: (own: LanguageTag, others: [LanguageTag]) {
        (
            self["language"]?.text.flatMap(LanguageTag.init) ?? .english,
            (self["languages"]?.texts ?? []).compactMap(LanguageTag.init)
        )
    }
}

extension SourceText {
    /// Whether one of the first lines of the front matter has one of the keys.
    func begins(withKeys keys: [String]) -> Bool {
        lineCount > 1
            && (2...min(lineCount, 12)).contains { number in keys.contains { line(number)?.hasPrefix("\($0):") == true }
            }
    }
}
