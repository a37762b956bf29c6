import Configuration
import Diagnostics
import YAML

extension AppReader {
    typealias EmailTranslator = (Email, DiagnosticCollector) throws(DiagnosticReport) -> Email

    /// Reads the translations of an app's pages and emails into each of its languages.
    mutating func readTranslations(
        of pages: [Page], from kinds: PageKinds?, _ pageSpecs: [AppSources.Spec],
        of emails: [Email], _ emailSpecs: [AppSources.Spec], translate: EmailTranslator
    ) -> [App.Translation] {
        checkOriginals(of: pageSpecs, pages.map(\.name), "page")
        checkOriginals(of: emailSpecs, emails.map(\.name), "email")
        return file.contents.languages.map { language in
            let tag = language.value
            var translation = App.Translation(tag: tag)
            for page in pages {
                if let page = translated(page, into: tag, with: pageSpecs, from: kinds) {
                    translation.pages.append(page)
                } else {
                    warnOfMissing("the page '\(page.name)'", "\(page.name).\(tag).md", in: tag, at: language.location)
                }
            }
            for email in emails {
                let sources = tag.chain.compactMap { tag in
                    emailSpecs.first { $0.name == email.name && $0.language == tag }?.source
                }
                guard let source = sources.first else {
                    let name = "emails/\(email.name).\(tag).md"
                    warnOfMissing("the email '\(email.name)'", name, in: tag, at: language.location)
                    continue
                }
                let collector = DiagnosticCollector(source)
                do throws(DiagnosticReport) {
                    var translated = try translate(email, collector)
                    translated.language = tag
                    translation.emails.append(translated)
                } catch {
                    diagnose(error.diagnostics)
                }
                diagnose(collector.diagnostics)
            }
            return translation
        }
    }

    private mutating func warnOfMissing(_ what: String, _ name: String, in tag: LanguageTag, at place: SourceLocation) {
        diagnose([
            file.document.diagnostic(
                .warning, code: "untranslated", at: place, "\(known: what) is not translated into '\(known: tag.text)'",
                fix: "Write \(known: name) beside it.")
        ])
    }

    private mutating func diagnose(_ found: [Diagnostic]) {
        for diagnostic in found { diagnose(diagnostic) }
    }

    /// Reports translations of what there is not, or into languages that `app.yml` does not list.
    private mutating func checkOriginals(of specs: [AppSources.Spec], _ names: [String], _ kind: String) {
        let tags = file.contents.languages.map(\.value)
        for spec in specs {
            guard let source = spec.source, let tag = spec.language else { continue }
            if !names.contains(spec.name) {
                diagnose([
                    source.diagnostic(
                        code: "no-original", at: 0, "there is no \(kind) '\(spec.name)' to translate",
                        fix: Suggestion.question(for: spec.name, in: names)
                            ?? "Write \(spec.name).md, or remove this file.")
                ])
            } else if tag == file.contents.language {
                diagnose([
                    source.diagnostic(
                        code: "own-language", at: 0, "'\(tag)' is the app's own language",
                        fix: "Write the words into \(spec.name).md.")
                ])
            } else if !tags.contains(where: { $0.chain.contains(tag) }) {
                let all = (tags + [tag]).map(\.text).joined(separator: ", ")
                diagnose([
                    source.diagnostic(
                        code: "unlisted-language", at: 0, "app.yml does not list the language '\(tag)'",
                        fix: "Add it there: languages: [\(all)]")
                ])
            }
        }
    }

    /// The page in a language; nil if none of its texts is translated.
    private mutating func translated(
        _ page: Page, into tag: LanguageTag, with specs: [AppSources.Spec], from kinds: PageKinds?
    ) -> Page? {
        var found: [(tag: LanguageTag, spec: PageSpec)] = []
        for tag in tag.chain.reversed() {
            let source = specs.first { $0.name == page.name && $0.language == tag }?.source
            guard let source else { continue }
            let collector = DiagnosticCollector(source)
            if let spec = PageReader(name: page.name, collector: collector).translation() { found.append((tag, spec)) }
            diagnose(collector.diagnostics)
        }
        let silent = DiagnosticCollector(page.source)
        let reader = PageReader(name: page.name, collector: silent)
        guard var spec = reader.spec() else { return nil }
        if page.isOfKind {
            guard var kinds else { return nil }
            kinds.languages = tag.chain
            guard let merged = kinds.spec(of: spec, named: page.name, reporting: silent) else { return nil }
            spec = merged
        }
        let collector = DiagnosticCollector(page.source)
        for translation in found {
            spec = spec.translated(by: translation.spec, into: translation.tag, reporting: collector)
        }
        let composed = PageReader(name: page.name, collector: DiagnosticCollector(spec.source))
        let header: PageHeader?
        do throws(DiagnosticReport) {
            header = try spec.document.read()
        } catch {
            composed.collector.diagnostics += error.diagnostics
            header = nil
        }
        let translated = composed.page(header, spec.sections, hasAllStates: true)
        // What is wrong with the original was reported already.
        let files = Set(found.map(\.spec.source.file))
        diagnose(
            collector.diagnostics + composed.collector.diagnostics.filter { files.contains($0.file ?? "") })
        guard var translated, !spec.languages.isEmpty else { return nil }
        translated.path = page.path
        translated.links = page.links
        translated.spec = page.spec
        translated.language = tag
        let own = file.contents.language
        for index in translated.states.indices where spec.languages[translated.states[index].name] == nil {
            translated.states[index].language = own
        }
        for index in translated.messages.indices
        where spec.languages["messages.\(translated.messages[index].name)"] == nil {
            translated.messages[index].language = own
        }
        warnOfHoles(in: translated, spec, found.last?.spec.source, into: tag)
        return translated
    }

    private mutating func warnOfHoles(in page: Page, _ spec: PageSpec, _ source: SourceText?, into tag: LanguageTag) {
        // Of states that are translated in part, a warning says what is missing.
        let known = Set(
            source.map { PageReader(name: page.name, collector: DiagnosticCollector($0)) }?.spec()?
                .sections.map(\.name) ?? [])
        let names = page.states.filter { $0.language != nil && !known.contains($0.name) }.map { "'\($0.name)'" }
        let isUntitled = spec.languages["title"] == nil
        guard !names.isEmpty || isUntitled else { return }
        let what =
            (isUntitled ? ["the title"] : []) + (names.isEmpty ? [] : ["the states \(names.joined(separator: ", "))"])
        diagnose([
            (source ?? page.source).diagnostic(
                .warning, code: "untranslated", at: 0,
                "\(what.joined(separator: " and ")) of '\(page.name)' are not translated into '\(tag)'",
                fix: "Translate them in \(page.name).\(tag).md.")
        ])
    }
}
