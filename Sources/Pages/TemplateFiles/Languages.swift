import Configuration
package import SiteModel
import TextEncoding
import YAML

/// What `Templates/languages.yml` says about the built-in languages.
package enum Languages {
    /// The built-in file is used only if something has judged it; otherwise it is a draft.
    package static func isUsable(_ path: String) -> Bool {
        guard let tag = TemplateSources.language(of: path), tag != .english else { return true }
        return judged.contains(path)
    }

    /// The paths of judged and reviewed translations, below `Templates/`.
    private static let judged: Set<String> = {
        let path = "languages.yml"
        guard let source = TemplateSources.embedded.source(of: path), let root = try? YAMLDocument(parsing: source).root
        else { return [] }
        let files = root.members.flatMap { $0.value["status"]?.members ?? [] }
        return Set(
            files.filter { ["judged", "reviewed"].contains($0.value["state"]?.text ?? "") }.map { $0.key.text ?? "" })
    }()
}

extension TemplateSources {
    /// The language of a file of words, or of a translation beside its original; nil for other files.
    package static func language(of path: String) -> LanguageTag? {
        let name = path.split(separator: "/").last ?? ""
        if path.hasPrefix("words/") {
            return path.removing(suffix: ".yml").flatMap { LanguageTag(String($0.dropFirst(6))) }
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[2] == "md" ? LanguageTag(String(parts[1])) : nil
    }
}
