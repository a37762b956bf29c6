internal import Release

extension LanguageRanges {
    /// The ranges that stand for an app's languages, so that a lookup (RFC 4647, section 3.4) chooses as CLDR's
    /// matching would: by parents, by the script of a region, and among languages that stand in for each other.
    init(own: LanguageTag, others: [LanguageTag]) {
        let tags = [own] + others
        var candidates: Set<LanguageTag> = []
        let spoken = Set(tags.map(\.language))
        let readers = LanguageTag.near.filter { !spoken.isDisjoint(with: $0.value) }.map(\.key)
        for language in spoken.union(readers) {
            let places = (Array(LanguageTag.scripts.keys) + Array(LanguageTag.parents.keys)).filter {
                $0.hasPrefix(language + "-")
            }
            let regions = ([language] + places).compactMap { LanguageTag($0) }
            let scripts = Set(regions.map(\.writtenScript)).compactMap { LanguageTag("\(language)-\($0)") }
            candidates.formUnion(regions + scripts)
        }
        candidates.formUnion(tags)
        var ranges: [String: String] = [:]
        for range in candidates.sorted(by: { ($0.text.utf8.count, $0.text) < ($1.text.utf8.count, $1.text) }) {
            let choice = range.choice(among: tags)?.text ?? ""
            let name = range.text.lowercased()
            if (Self.lookUp(name, in: ranges) ?? "") != choice { ranges[name] = choice }
        }
        self.init(own: own.text, ranges: ranges)
    }

    private static func lookUp(_ range: String, in ranges: [String: String]) -> String? {
        var rest = range[...]
        while true {
            if let tag = ranges[String(rest)] { return tag }
            guard let end = rest.lastIndex(of: "-") else { return nil }
            rest = rest[..<end]
        }
    }
}

extension LanguageTag {
    /// The tag that a reader of this one is served best with; nil for none.
    fileprivate func choice(among tags: [LanguageTag]) -> LanguageTag? {
        for language in [language] + (Self.near[language] ?? []) {
            let same = tags.filter { $0.language == language && $0.isReadable(in: self) }
            if same.isEmpty { continue }
            for parent in chain { if let tag = same.first(where: { $0.text == parent.text }) { return tag } }
            // A tag without a region stands for the language's first.
            for parent in chain { if let tag = same.first(where: { $0.chain.contains(parent) }) { return tag } }
            return same.first
        }
        return nil
    }

    /// Whether readers of another tag read this one's script.
    private func isReadable(in other: LanguageTag) -> Bool {
        let scripts: Set = [writtenScript, other.writtenScript]
        return scripts.count == 1 || language != other.language && other.script == nil
            || scripts.isSubset(of: ["Latn", "Cyrl"]) && ["sr", "bs"].contains(language)
    }
}
