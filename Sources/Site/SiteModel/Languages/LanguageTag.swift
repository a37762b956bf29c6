/// A language tag (BCP 47) of a language, script and region, in the usual case: `fr`, `pt-BR`, `zh-Hans`.
package struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    package let language: String
    let script: String?
    let region: String?
    package let text: String

    package static let english = LanguageTag(language: "en", script: nil, region: nil)

    private init(language: String, script: String?, region: String?) {
        self.language = language
        self.script = script
        self.region = region
        text = [language, script, region].compactMap(\.self).joined(separator: "-")
    }

    /// Parses a tag in any case, with `-` or `_`; nil if it has another form, or CLDR does not know the language.
    package init?(_ text: String) {
        var parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map(String.init)[...]
        guard text.utf8.allSatisfy({ $0 < 0x80 }), let first = parts.popFirst()?.lowercased(),
            Self.known.contains(first)
        else { return nil }
        let script = parts.first?.count == 4 ? parts.popFirst()?.capitalized : nil
        let region =
            parts.first?.count == 2 || parts.first?.count == 3 && parts.first?.allSatisfy(\.isNumber) == true
            ? parts.popFirst()?.uppercased() : nil
        guard parts.isEmpty, script?.allSatisfy(\.isLetter) ?? true else { return nil }
        self.init(language: first, script: script, region: region)
    }

    /// The tag with the current name of a language that had another one: `he` for `iw`.
    package var current: LanguageTag {
        LanguageTag(language: Self.aliases[language] ?? language, script: script, region: region)
    }

    package var description: String { text }

    /// The script in which the language is written: that of the tag, else the likely one.
    var writtenScript: String {
        script ?? region.flatMap { Self.scripts["\(language)-\($0)"] } ?? Self.scripts[language] ?? "Latn"
    }

    package var isRightToLeft: Bool { Self.rightToLeft.contains(writtenScript) }

    /// The tag and its parents by CLDR, the tag first: `pt-AO`, `pt-PT`, `pt`. None has another script.
    package var chain: [LanguageTag] { [self] + (parent?.chain ?? []) }

    private var parent: LanguageTag? {
        let parent =
            Self.parents[text].flatMap(LanguageTag.init)
            ?? text.lastIndex(of: "-").flatMap { LanguageTag(String(text[..<$0])) }
        return parent?.writtenScript == writtenScript ? parent : nil
    }

    /// The languages of CLDR.
    package static let known = Set(words(LanguageData.languages))
    static let scripts = pairs(LanguageData.scripts)
    static let parents = pairs(LanguageData.parents)
    private static let aliases = pairs(LanguageData.aliases)
    /// The languages that stand in for one, nearest first.
    static let near = pairs(LanguageData.near).mapValues { $0.split(separator: ",").map(String.init) }
    private static let rightToLeft = Set(words(LanguageData.rightToLeft))

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private static func pairs(_ text: String) -> [String: String] {
        Dictionary(
            words(text).map { word in
                let parts = word.split(separator: ":")
                return (String(parts[0]), String(parts[1]))
            }
        ) { first, _ in first }
    }
}

extension String {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
