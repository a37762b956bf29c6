internal import Diagnostics
internal import Files
import SiteBuilder
package import SiteModel
internal import TemplateFiles
internal import TextEncoding

extension Catalog {
    /// Writes the files of a translation that do not exist yet, and lists the language in `app.yml`. For a language that
    /// Latchkey lacks, the words that no page has are written too, into the folder of the site's templates.
    ///
    /// - Throws: diagnostics about a tag that is none, or the app's own language; and the errors that the app has, or
    ///   would have afterwards, when nothing is written.
    static func addTranslation(
        into text: String, of app: String, in site: SiteFolder, with templates: TemplateSources, in folder: String
    ) throws(DiagnosticReport) -> Addition {
        guard let tag = LanguageTag(text)?.current else {
            throw mistake(
                "bad-language", "'\(text)' is not the tag of a language",
                fix: LanguageTag.meant(by: text).map { "Write '\($0)'." }
                    ?? "Write it as in BCP 47: fr, pt-BR, zh-Hans.")
        }
        let (found, diagnostics) = site.sources(of: app)
        guard let sources = found else { throw DiagnosticReport(diagnostics) }
        let reading = sources.read(contracts: templates.library)
        if let own = reading.app?.ownLanguage, own == tag {
            throw mistake(
                "own-language", "'\(tag)' is the app's own language", fix: "Name the language to translate into.")
        }
        var sheets = try sources.translationSheets(into: tag, contracts: templates.library).filter { !$0.exists }
        let known = reading.app?.ownLanguage == .english ? knownTexts(in: tag) : [:]
        for index in sheets.indices { sheets[index].fill(from: known) }
        let isListed = reading.app?.translations.contains { $0.tag == tag } == true
        let file = isListed ? nil : sources.adding(language: tag)
        if !isListed, file == nil {
            throw mistake(
                "unlisted-language", "app.yml does not list the language '\(tag)'",
                fix: "Add it there, and run this again: languages: [\(tag)]")
        }
        let files = sheets.map { SourceText(file: $0.file, text: $0.content) }
        let after = files.reduce(sources) { sources, spec in
            let parts = spec.file.split(separator: "/")
            let name = String(parts.last?.prefix(while: { $0 != "." }) ?? "") + ".\(tag)"
            return sources.adding(spec, named: name, isEmail: parts.dropLast().last == "emails", file: file)
        }
        let report = DiagnosticReport(after.read(contracts: templates.library).diagnostics)
        if report.hasErrors { throw DiagnosticReport(report.sorted.filter { $0.severity == .error }) }
        let changed = file.map { ($0.file, $0.bytes) }
        let written = (files + words(in: tag, below: folder)).map { ($0.file, $0.bytes) }
        return Addition(files: try NewFiles(written, changing: changed).write(), links: [])
    }

    /// The file of words for a language that has none: the English ones with their notes, as comments.
    private static func words(in tag: LanguageTag, below folder: String)
        -> [SourceText]
    {
        let isThere = tag.chain.contains { tag in
            Languages.isUsable("words/\(tag).yml") || FileSystem.kind(of: "\(folder)/words/\(tag).yml") != nil
        }
        guard !isThere, let english = TemplateSources.embedded.source(of: "words/en.yml") else { return [] }
        let entries = english.text.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.isEmpty }
            .map { $0.isEmpty || $0.hasPrefix("#") ? "\($0)" : "#\($0)" }
        let head =
            "# The words of pages and emails that no file beside an original has. Remove the '#' before a name and its text,\n"
            + "# and translate the text. A value in braces stays as it is. What is left out is in the app's own language.\n"
        return [SourceText(file: "\(folder)/words/\(tag).yml", text: head + entries.joined(separator: "\n"))]
    }

    /// The built-in English texts with their translations, as far as these were judged.
    package static func knownTexts(in tag: LanguageTag) -> [String: String] {
        let all = TemplateSources.embedded
        var known: [String: String] = [:]
        for folder in ["catalog/page/", "emails/defaults/", "catalog/email/"] {
            for (path, source) in all.sources(under: folder) where TemplateSources.language(of: path) == nil {
                let stem = path.removing(suffix: ".md") ?? path
                let translation = tag.chain.lazy.map { "\(stem).\($0).md" }.first(where: Languages.isUsable)
                    .flatMap(all.source)
                guard let translation else { continue }
                let isEmail = folder != "catalog/page/"
                known.merge(TranslationSheet.pairs(of: source, translation, in: tag, isEmail: isEmail)) { first, _ in
                    first
                }
            }
        }
        // Pages and emails write the values of words in two braces.
        if let own = try? all.words(), let words = try? all.words(tag) {
            for key in WordKey.allCases where !words.borrowed.contains(key) {
                known[own[key].inDoubleBraces] = known[own[key].inDoubleBraces] ?? words[key].inDoubleBraces
            }
        }
        return known
    }
}

extension String {
    fileprivate var inDoubleBraces: String { replacing("{", with: "{{").replacing("}", with: "}}") }
}
