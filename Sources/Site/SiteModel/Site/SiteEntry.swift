import Diagnostics
import Files
internal import TextEncoding

/// An entry of a site's folder that nothing reads.
struct SiteEntry: Hashable {
    enum Kind: Hashable {
        case file, linkToFolder, brokenLink, irregular, tooDeep
    }

    /// The site's folder as it is displayed.
    let site: String
    /// The app's name; nil for an entry directly in the site's folder.
    let app: String?
    /// The path below the app's folder, or else below the site's: `custom.css`, `static/robots.txt`.
    let path: String
    var kind = Kind.file

    /// The entry's path as it is displayed.
    var file: String { app == nil ? "\(site)/\(path)" : "\(place)/\(path)" }
    /// The app's folder as it is displayed.
    var place: String { "\(site)/\(app ?? "NAME")" }
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    /// The outermost folder that contains the entry; nil for an entry beside `app.yml`.
    var folder: String? { path.contains("/") ? path.split(separator: "/").first.map(String.init) : nil }
    var ending: String { FileSystem.fileExtension(of: path) ?? "" }
    var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }

    /// The folder of templates beside the site, as it is displayed.
    var templates: String { SiteLocation.beside(site, "Templates") }
    /// The folder of templates for this app only, as it is displayed.
    var ownTemplates: String? { app.map { "for this app alone \(templates)/apps/\($0)" } }

    /// The environment that a file such as `app-staging.yml` or `staging.yml` was probably meant for.
    var environment: String? { SiteEnvironment.name(ofMisnamed: name) }

    /// The folder of templates that the keys of a YAML file tell; nil for another file, or one that cannot be read.
    var templateFolder: String? {
        guard kind == .file, ending == "yml", let bytes = try? FileSystem.read(file, limit: SiteReader.longestFile)
        else { return nil }
        return SiteLayout.templateFolder(ofKeysIn: SourceText(file: file, bytes: bytes).text)
    }

    /// The language of a file of texts as other systems name them, such as `fr.json`, `app-fr.yml` and `help.md.fr`; nil for
    /// another file.
    var textsLanguage: LanguageTag? {
        switch ending {
        case "json", "strings", "po", "arb", "properties", "xliff", "xlf": LanguageTag(stem)
        case "yml", "yaml": folder == nil ? environment.flatMap(LanguageTag.init) : nil
        default: stem.hasSuffix(".md") ? LanguageTag(ending) : nil
        }
    }

    /// The key of `theme:` that names this picture, together with the pictures beside it that belong to the same key:
    /// `logo: { light: logo.svg, email: logo.png }` for `logo.png`, if there is `logo.svg`.
    var pictureKey: String {
        let isIcon = stem.lowercased().contains("icon")
        let whole = String(path.dropLast(4))
        if !isIcon, let light = whole.removing(suffix: "-dark") {
            let pair = ["light": "\(light).svg", "dark": "\(whole).svg"].filter { exists($0.value) }
            let drawn = ["light", "dark"].compactMap { key in pair[key].map { "\(key): \($0)" } }
            if ending == "svg", pair.count == 2 { return "logo: { \(drawn.joined(separator: ", ")) }" }
            if ending == "png", pair["light"] != nil, exists("\(light).png") {
                let email = "email: { light: \(light).png, dark: \(path) }"
                return "logo: { \((drawn + [email]).joined(separator: ", ")) }"
            }
        }
        // Of `icon-180.png`, the name without the size.
        let names = [whole, whole.lastIndex(of: "-").map { String(whole[..<$0]) }].compactMap(\.self)
        if ending == "png", let drawn = names.map({ "\($0).svg" }).first(where: exists) {
            return isIcon ? "icon: { tab: \(drawn), touch: \(path) }" : "logo: { light: \(drawn), email: \(path) }"
        }
        return "\(isIcon ? "icon" : "logo"): \(path)"
    }

    func exists(_ path: String) -> Bool { FileSystem.kind(of: "\(place)/\(path)") == .file }

    /// The name of the file beside it that the entry is probably a copy of.
    private var original: String? {
        let folder = String(file.dropLast(name.count))
        let beside = ((try? FileSystem.list(folder)) ?? []).filter { FileSystem.fileExtension(of: $0) == ending }
        let stems = beside.map { String($0.dropLast(ending.count + 1)) }
        return kind == .file ? CopyName.original(of: stem, among: stems).map { "\($0).\(ending)" } : nil
    }

    /// The error for the entry.
    var diagnostic: Diagnostic {
        let row = SiteLayout.row(for: self)
        return Diagnostic(
            code: "unread-file", file: file, message: row.message,
            fix: CopyName.fix(copyOf: original, else: row.fix(self)))
    }
}
