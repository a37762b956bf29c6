import Configuration
import Diagnostics
import YAML

extension AppReader {
    typealias EmailTranslator = (Email, DiagnosticCollector) throws(DiagnosticReport) -> Email

    /// Reads the translations of an app's pages and emails into each of its languages.
    mutating func readTranslations(
        of pages: [Page], from kinds: PageKinds?, _ pageSpecs: [AppSources.Spec],
        of emails: [Email], _ emailSpecs: [AppSources.Spec],
        originals: (pages: [AppSources.Spec], emails: [AppSources.Spec]), translate: EmailTranslator
    ) -> [App.Translation] {
        let exchanged = reportExchange(of: [(pageSpecs, originals.pages), (emailSpecs, originals.emails)])
        let pageSpecs = pageSpecs.filter { !exchanged || $0.language != file.contents.language }
        let emailSpecs = emailSpecs.filter { !exchanged || $0.language != file.contents.language }
        let renamedPages = checkOriginals(of: pageSpecs, originals.pages, "page", originals.emails, emailSpecs)
        let renamedEmails = checkOriginals(of: emailSpecs, originals.emails, "email", originals.pages, pageSpecs)
        return file.contents.languages.map { language in
            let tag = language.value
            var translation = App.Translation(tag: tag)
            var (lackingPages, lackingEmails) = (0, 0)
            for page in pages {
                let (written, isWhole) = translated(page, into: tag, with: pageSpecs, from: kinds)
                if let written { translation.pages.append(written) }
                if !isWhole, !renamedPages.contains(page.name),
                    isSound(page.name, page.source, in: tag.chain, pageSpecs)
                {
                    lackingPages += 1
                }
            }
            for email in emails {
                guard let written = source(of: email.name, in: tag.chain, emailSpecs) else {
                    if !renamedEmails.contains(email.name), isSound(email.name, email.source, in: tag.chain, emailSpecs)
                    {
                        lackingEmails += 1
                    }
                    continue
                }
                do throws(DiagnosticReport) {
                    let (source, isComplete) = try written.withoutOriginals(inPage: false)
                    // The original is sent until every text is translated.
                    if !isComplete || source.frontMatterHasNulls {
                        lackingEmails += 1
                        continue
                    }
                    let collector = DiagnosticCollector(source)
                    defer { diagnose(collector.diagnostics) }
                    var translated = try translate(email, collector)
                    translated.language = tag
                    translation.emails.append(translated)
                } catch {
                    diagnose(error.diagnostics)
                }
            }
            // What the originals are written in is told first.
            if !exchanged { warnOfMissing(lackingPages, lackingEmails, in: tag, at: language.location) }
            return translation
        }
    }

    /// Whether neither a page or an email nor its translation has an error or is misplaced, which is what to mend first.
    private func isSound(
        _ name: String, _ original: SourceText, in chain: [LanguageTag], _ specs: [AppSources.Spec]
    ) -> Bool {
        let translations = specs.filter { $0.name == name && $0.language.map(chain.contains) == true }
        // A file in another place is told there.
        if translations.contains(where: { $0.source == nil }) { return false }
        let faulty = faultyFiles
        return faulty.isDisjoint(with: [original.file] + translations.compactMap(\.source?.file))
    }

    /// The translation of a spec into the first of the languages that has one.
    func source(of name: String, in chain: [LanguageTag], _ specs: [AppSources.Spec]) -> SourceText? {
        chain.lazy.compactMap { tag in specs.first { $0.name == name && $0.language == tag }?.source }.first
    }

    /// The files that a language needs, with their texts; none for a page whose kind has all in that language.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - tag: the language.
    ///   - pageSpecs: the app's pages and their translations.
    ///   - emailSpecs: the app's emails and their translations.
    ///   - isShown: whether a file, named with its original, has a text of a page's kind too, whose place is in the state or the
    ///     message of that name.
    /// - Returns: the sheets of pages, then of emails.
    func sheets(
        of app: App, into tag: LanguageTag, _ pageSpecs: [AppSources.Spec], _ emailSpecs: [AppSources.Spec],
        with isShown: (_ original: String, _ part: String) -> Bool
    ) -> [TranslationSheet] {
        let (own, chain) = (app.ownLanguage, tag.chain)
        let pages = app.pages.compactMap { page -> TranslationSheet? in
            let silent = DiagnosticCollector(page.source)
            guard let written = PageReader(name: page.name, collector: silent).spec() else { return nil }
            var kinds = page.isOfKind ? pageKinds : nil
            kinds?.languages = chain
            let done = kinds?.spec(of: written, named: page.name, reporting: silent)?.languages.keys.map(\.self) ?? []
            let translation = source(of: page.name, in: chain, pageSpecs)
            let begun = translation.flatMap {
                PageReader(name: page.name, collector: DiagnosticCollector($0)).translation()?.begunParts
            }
            return TranslationSheet(
                of: page.spec ?? written, translation, in: tag, own: own,
                without: Set(done).subtracting(begun ?? []).filter { !isShown(page.source.file, $0) })
        }
        let emails = app.emails.map { email in
            TranslationSheet(
                ofEmail: email.source, source(of: email.name, in: chain, emailSpecs), in: tag, own: own)
        }
        return (pages + emails).filter { !$0.texts.isEmpty }
    }

    /// One warning for a language: `latchkey translations list` names the texts.
    private mutating func warnOfMissing(
        _ pages: Int, _ emails: Int, in tag: LanguageTag, at place: SourceLocation
    ) {
        let counts = [(pages, "page"), (emails, "email")].filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        if counts.isEmpty { return }
        let verb = pages + emails == 1 ? "is" : "are"
        diagnose([
            file.document.diagnostic(
                .warning, code: "untranslated", at: place,
                "\(known: counts.joined(separator: " and ")) \(known: verb) not wholly translated into '\(known: tag.text)'",
                fix: "List what is missing: latchkey translations list --language \(known: tag.text)")
        ])
    }

    mutating func diagnose(_ found: [Diagnostic]) {
        for diagnostic in found { diagnose(diagnostic) }
    }

    /// The page in a language, nil if none of its texts is translated; and whether all are.
    private mutating func translated(
        _ page: Page, into tag: LanguageTag, with specs: [AppSources.Spec], from kinds: PageKinds?
    ) -> (page: Page?, isWhole: Bool) {
        var found: [(tag: LanguageTag, spec: PageSpec)] = []
        for tag in tag.chain.reversed() {
            let source = specs.first { $0.name == page.name && $0.language == tag }?.source
            guard let source else { continue }
            do throws(DiagnosticReport) {
                let collector = DiagnosticCollector(try source.withoutOriginals(inPage: true).source)
                if let spec = PageReader(name: page.name, collector: collector).translation() {
                    found.append((tag, spec))
                }
                diagnose(collector.diagnostics)
            } catch {
                diagnose(error.diagnostics)
            }
        }
        let silent = DiagnosticCollector(page.source)
        let reader = PageReader(name: page.name, collector: silent)
        guard var spec = reader.spec() else { return (nil, false) }
        if page.isOfKind {
            guard var kinds else { return (nil, false) }
            kinds.languages = tag.chain
            guard let merged = kinds.spec(of: spec, named: page.name, reporting: silent) else {
                return (nil, false)
            }
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
        guard var translated, !spec.languages.isEmpty else { return (nil, false) }
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
        let isWhole =
            spec.languages["title"] != nil && translated.states.allSatisfy { $0.language == nil }
            && translated.messages.allSatisfy { $0.language == nil }
        return (translated, isWhole)
    }
}

extension PageSpec {
    /// The parts that a translation has, named as in `languages`.
    fileprivate var begunParts: Set<String> {
        let title = document.root?["title"] == nil ? [] : ["title"]
        let messages = section("messages")?.blocks.compactMap(\.messageName) ?? []
        return Set(
            title + sections.filter(\.isState).map(\.name) + states.map(\.name) + messages.map { "messages.\($0)" })
    }
}

extension SourceText {
    /// Whether a value of the front matter is still to be written.
    fileprivate var frontMatterHasNulls: Bool {
        guard let range = try? FrontMatter(of: self).yaml, let root = try? YAMLDocument(parsing: self, in: range).root
        else { return false }
        return root.members.contains { $0.value.isNull }
    }
}
