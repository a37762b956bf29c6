import AuthContracts

/// What the file of a page or an email should be called that is named as other systems name theirs.
enum MisnamedSpec {
    /// The fix for a name with other signs than hyphens: the name of the email that other systems call so, or the same
    /// words with hyphens.
    static func fix(for name: String, _ kind: String, among names: [String]) -> String? {
        let words = written(name)
        guard PageReader.isName(words), !name.contains(".") else { return nil }
        let purpose = kind == "email" ? EmailPurpose(namedIn: [words])?.rawValue : nil
        let free = [purpose, words].compactMap(\.self).first { !names.contains("\($0).md") }
        return free.map { "Rename it to \($0).md." }
            ?? "There is \(words).md: move this file out of the site's folder, or give it a name of its own."
    }

    /// The words of a name, with hyphens between them.
    static func written(_ name: String) -> String {
        name.lowercased().split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    }

    /// The name that a translation would have, of a file that is named like one of other systems: `help.fr.md` for
    /// `help-fr` or `fr.help`, if there is `help.md`.
    static func translation(of name: String, among names: [String]) -> String? {
        for sign in name.indices where "-_".contains(name[sign]) && names.contains("\(name[..<sign]).md") {
            if let tag = LanguageTag(String(name[sign...].dropFirst())) { return "\(name[..<sign]).\(tag).md" }
        }
        // With a hyphen it may be a page of its own, such as `new-link`.
        guard let sign = name.firstIndex(where: { "._".contains($0) }), let tag = LanguageTag(String(name[..<sign])),
            case let original = name[sign...].dropFirst(), names.contains("\(original).md")
        else { return nil }
        return "\(original).\(tag).md"
    }
}
