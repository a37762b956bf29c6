import Configuration
import Diagnostics
import YAML

extension AppReader {
    /// Reports several translations into the app's own language, which is probably not that of the originals; returns
    /// whether it did.
    mutating func reportExchange(of specs: [(translations: [AppSources.Spec], originals: [AppSources.Spec])]) -> Bool {
        let own = file.contents.language
        let files = specs.flatMap { translations, originals in
            translations.filter { spec in spec.language == own && originals.contains { $0.name == spec.name } }
        }.compactMap(\.source?.file)
        guard files.count > 1, let first = files.first?.split(separator: "/").last else { return false }
        let translated = Set(specs.flatMap(\.translations).compactMap(\.language))
        let listed = file.contents.languages.map(\.value)
        // Of the listed languages, the one without a file is that of the originals.
        let lacking = listed.filter { translated.isDisjoint(with: $0.chain) }
        let other = lacking.count == 1 ? lacking[0].text : "TAG"
        let tags = listed.filter { !lacking.contains($0) } + [own]
        let name = first.prefix { $0 != "." }
        let isStated = file.document.root?["language"] != nil
        report(
            "own-language", at: isStated || listed.isEmpty ? "language" : "languages",
            "'\(known: own)' is the app's own language, and \(known: files.count) files are translations into it, such as \(known: first)",
            fix:
                "Write 'language: \(known: other)' and 'languages: [\(known: tags.map(\.text).joined(separator: ", "))]' if the files without a tag are in \(known: other == "TAG" ? "another language" : "'\(other)'"). To make '\(known: own)' the app's own, move the words of \(known: name).md into \(known: name).\(known: other).md, then those of \(known: first) into \(known: name).md, and so with the others."
        )
        return true
    }

    /// Reports translations of what there is not, or into languages that `app.yml` does not list; returns the pages or emails
    /// that such a translation is probably of.
    mutating func checkOriginals(
        of specs: [AppSources.Spec], _ originals: [AppSources.Spec], _ kind: String, _ others: [AppSources.Spec],
        _ otherSpecs: [AppSources.Spec]
    ) -> Set<String> {
        let tags = file.contents.languages.map(\.value)
        var renamed: Set<String> = []
        for spec in specs {
            guard let source = spec.source, let tag = spec.language else { continue }
            let isListed = tags.contains { $0.chain.contains(tag) }
            let general = isListed ? nil : tag.chain.first(where: tags.contains)
            let isFree = !specs.contains { $0.name == spec.name && $0.language == general }
            let name = "\(spec.stem).md"
            if source.file != name, !source.file.hasSuffix("/\(name)"), general == nil || !isFree {
                diagnose([
                    Diagnostic(
                        code: "bad-language-tag", file: source.file, message: "the tag of the language is '\(tag)'",
                        fix: "Rename the file to \(name).")
                ])
            }
            if !originals.contains(where: { $0.name == spec.name }) {
                // A file without front matter is told, and may be either.
                if let other = others.first(where: { $0.name == spec.name })?.source,
                    (try? FrontMatter(of: other)) == nil
                {
                    continue
                }
                let isMisplaced =
                    others.contains { $0.name == spec.name }
                    && !otherSpecs.contains { $0.name == spec.name && $0.language == tag }
                let meant = Self.renamed(originals, of: spec, among: specs)
                if meant.count == 1, !isMisplaced { renamed.formUnion(meant) }
                diagnose([
                    source.diagnostic(
                        code: "no-original", at: 0, "there is no \(kind) '\(spec.name)' to translate",
                        fix: isMisplaced
                            ? kind == "page" ? "Move it into 'emails'." : "Move it out of 'emails', beside its page."
                            : Self.fix(spec.name, tag, meant, originals.map(\.name)))
                ])
            } else if tag == file.contents.language {
                diagnose([
                    source.diagnostic(
                        code: "own-language", at: 0, "'\(tag)' is the app's own language",
                        fix: "Write the words into \(spec.name).md"
                            + (file.document.root?["language"] == nil
                                ? "." : ", or correct 'language:' in app.yml if that file is in another language."))
                ])
            } else if !isListed {
                let all = (tags + [tag]).map(\.text).joined(separator: ", ")
                diagnose([
                    source.diagnostic(
                        code: "unlisted-language", at: 0, "app.yml does not list the language '\(tag)'",
                        fix: general.flatMap {
                            isFree ? "It lists '\($0)': rename the file to \(spec.name).\($0).md." : nil
                        }
                            ?? "Add it there: languages: [\(all)]")
                ])
            }
        }
        return renamed
    }

    /// The emails among pages, or the pages among emails, that the others lack: they are reported at their keys, so that they
    /// are not missing there as well.
    func misplaced(
        _ specs: [AppSources.Spec], amongPages: Bool, besides others: [AppSources.Spec]
    ) -> [AppSources.Spec] {
        specs.filter { spec in
            guard let source = spec.source, !others.contains(where: { $0.name == spec.name }),
                source.begins(withKeys: amongPages ? ["subject", "preheader"] : ["kind", "start", "states"]),
                let range = try? FrontMatter(of: source).yaml,
                let document = try? YAMLDocument(parsing: source, in: range)
            else { return false }
            return (amongPages ? document.emailAmongPages : document.pageAmongEmails) != nil
        }.map { AppSources.Spec(name: $0.name, source: nil) }
    }

    private static func fix(_ name: String, _ tag: LanguageTag, _ meant: [String], _ names: [String]) -> String {
        switch meant.count {
        case 1: "Rename it to \(meant[0]).\(tag).md: \(meant[0]).md has no translation into '\(tag)'."
        case 0: Suggestion.question(for: name, in: names) ?? "Write \(name).md, or remove this file."
        default:
            "If its original was renamed, rename it to NAME.\(tag).md; without a file for '\(tag)' are "
                + "\(meant.joined(separator: ", ")). Else write \(name).md, or remove this file."
        }
    }

    /// The originals without a translation into the language of one that lacks its original, which one of them may have been
    /// before it was renamed: that with the same
    /// states, or else that with a near name; none if that has one.
    private static func renamed(
        _ originals: [AppSources.Spec], of translation: AppSources.Spec, among specs: [AppSources.Spec]
    ) -> [String] {
        func headings(_ spec: AppSources.Spec) -> [Substring] {
            let body = spec.source?.text.split(separator: "\n---", maxSplits: 1).last ?? ""
            return body.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("# ") }
        }
        let lacking = originals.filter { original in
            !specs.contains { $0.name == original.name && $0.language == translation.language }
        }
        let same = lacking.filter { !headings($0).isEmpty && headings($0) == headings(translation) }
        if same.count == 1 { return [same[0].name] }
        let names = lacking.map(\.name)
        guard let near = Suggestion.nearest(to: translation.name, in: originals.map(\.name)) else { return names }
        return names.contains(near) ? [near] : []
    }
}
