import CommonMark
import Configuration
package import Diagnostics
import YAML

/// The texts of a page or an email in their order, each with its translation.
package struct TranslationSheet: Sendable {
    package enum State: String, Sendable, CaseIterable { case translated, older, missing }

    package struct Text: Sendable {
        /// Where the text stands: `title`, `form.email.label`, `form.2`, `messages.rate-limited`.
        package let place: String
        package let original: String
        package fileprivate(set) var translation: String?
        /// The text that was translated, if the translation quotes it.
        package fileprivate(set) var quoted: String?
        /// Whether it is Markdown; otherwise it is a value of the front matter.
        let isMarkdown: Bool

        /// What the file says of the original: that of the translation that it has.
        fileprivate var quotation: String { translation == nil ? original : quoted ?? original }

        package var state: State {
            guard translation != nil else { return .missing }
            return quoted.map { $0.onOneLine != original.onOneLine } == true ? .older : .translated
        }
    }

    /// The language of the original.
    package var language: LanguageTag { own }

    /// A part of the translation's file: fixed lines, or a text by its index in front matter or Markdown.
    private enum Part {
        case line(String)
        case value(Int, indent: String, key: String)
        case block(Int, before: String)
    }

    /// The path of the translation, which need not exist, and that of its original.
    package let file: String
    package let original: String
    package let exists: Bool
    package var review: TranslationReview?
    package private(set) var texts: [Text] = []
    private var parts: [Part] = []
    private let own: LanguageTag

    /// The file's content, with the original above each text; of a text that is not translated yet there are only the
    /// marks of its heading, or the name of its message.
    package var content: String {
        // Every file begins with its front matter.
        guard let review else { return lines }
        return "---\n" + review.line + lines.dropFirst(4)
    }

    private var lines: String {
        parts.map { part in
            switch part {
            case .line(let line): return line + "\n"
            case .value(let index, let indent, let key):
                let quoted = texts[index].quotation
                let value = texts[index].translation.map { " " + ConfigurationNode.quoted($0) } ?? ""
                return "\(indent)\(QuotedOriginal.yaml(quoted, in: own))\n\(indent)\(key)\(value)\n"
            case .block(let index, let before):
                let text = before + (texts[index].translation ?? "")
                return
                    "\(QuotedOriginal.markdown(texts[index].quotation, in: own))\n\(text)\(text.isEmpty ? "" : "\n")\n"
            }
        }.joined()
    }

    /// Translates the missing texts of which `known` has a translation.
    package mutating func fill(from known: [String: String], where isOpen: (Text) -> Bool = { _ in true }) {
        for index in texts.indices where texts[index].translation == nil && isOpen(texts[index]) {
            // A paragraph of links is known by its lines.
            let lines = texts[index].original.split(separator: "\n").map { known[String($0)] }
            let joined = lines.contains(nil) ? nil : lines.compactMap(\.self).joined(separator: "\n")
            texts[index].translation = known[texts[index].original] ?? joined
        }
    }

    /// Takes a translation of the text that stands at a place, if that is still the same.
    ///
    /// A translation that is there already, of a text that is not finished (`isOpen`), does not become newer.
    ///
    /// - Returns: whether anything is different; nil if there is no such text any more.
    package mutating func translate(
        _ place: String, _ original: String, into translation: String, isOpen: Bool
    ) -> Bool? {
        guard let index = texts.firstIndex(where: { $0.place == place && $0.original == original }) else { return nil }
        let isSame = texts[index].translation == translation
        if isSame, isOpen || texts[index].state == .translated { return false }
        texts[index].translation = translation
        texts[index].quoted = original
        return true
    }

    /// The sheet with some of its texts, to be read: it has no content for a file.
    package func limited(_ isKept: (Text) -> Bool) -> TranslationSheet {
        var sheet = self
        sheet.texts = texts.filter(isKept)
        sheet.parts = []
        return sheet
    }

    package func count(_ state: State) -> Int { texts.count { $0.state == state } }

    // MARK: - Reading

    private init(_ original: SourceText, _ translation: SourceText?, in tag: LanguageTag, own: LanguageTag) {
        self.original = original.file
        let dot = original.file.lastIndex(of: ".") ?? original.file.endIndex
        file = translation?.file ?? "\(original.file[..<dot]).\(tag)\(original.file[dot...])"
        exists = translation != nil
        review = TranslationReview(TranslationFile(translation).root?[TranslationReview.key])
        self.own = own
    }

    /// The texts of a page in the app's own language, but for those in `done`, as `PageSpec.languages` names them, which
    /// need no translation.
    init(
        of page: PageSpec, _ translation: SourceText?, in tag: LanguageTag, own: LanguageTag, without done: Set<String>
    ) {
        self.init(page.source, translation, in: tag, own: own)
        let other = TranslationFile(translation)
        let sections = other.sections(inPage: true)
        parts.append(.line("---"))
        let head = parts.count
        if let title = page.document.root?["title"]?.text, !done.contains("title") {
            addValue("title:", title, other.root?["title"], at: "title", other)
        }
        let states = page.states.filter { !done.contains($0.name) && !($0.value["fields"]?.items ?? []).isEmpty }
        if !states.isEmpty { parts.append(.line("states:")) }
        for state in states {
            parts += [.line("  \(state.name):"), .line("    fields:")]
            for field in state.value["fields"]?.items ?? [] {
                let name = field["name"]?.text ?? ""
                let words = other.root?["states"]?[state.name]?["fields"]?.items.first { $0["name"]?.text == name }
                parts.append(.line("      - name: \(name)"))
                addField(field, words, at: "\(state.name).\(name)", other)
            }
        }
        if parts.count == head { parts.removeAll() } else { parts.append(.line("---\n")) }
        if parts.isEmpty { parts = [.line("---\n---\n")] }
        for section in page.sections where !done.contains(section.name) {
            let blocks = section.blocks.filter { !done.contains("messages.\($0.messageName ?? "")") }
            if blocks.isEmpty { continue }
            parts.append(.line("# \(section.name)"))
            addBlocks(blocks.map(\.text), sections[section.name] ?? [], at: section.name)
        }
    }

    /// The built-in texts of an English page or email with their translations, by the English ones.
    package static func pairs(
        of original: SourceText, _ translation: SourceText, in tag: LanguageTag, isEmail: Bool
    ) -> [String: String] {
        let page = PageReader(name: "", collector: DiagnosticCollector(original))
        let sheet =
            isEmail
            ? TranslationSheet(ofEmail: original, translation, in: tag, own: .english)
            : page.spec().map { TranslationSheet(of: $0, translation, in: tag, own: .english, without: []) }
        // Where a state of the translation has other blocks than its original, they would be paired wrongly.
        func group(_ text: Text) -> Substring {
            text.place.prefix(upTo: text.place.lastIndex(of: ".") ?? text.place.endIndex)
        }
        let texts = sheet?.texts ?? []
        let unpaired = Set(texts.filter { $0.translation == nil }.map(group)).subtracting(["messages"])
        var pairs: [String: String] = [:]
        for text in texts where !unpaired.contains(group(text)) {
            guard let translation = text.translation, translation.parts == text.original.parts else { continue }
            let (lines, others) = (text.original.split(separator: "\n"), translation.split(separator: "\n"))
            if lines.count == others.count, lines.allSatisfy({ $0.hasPrefix("[") }) {
                pairs.merge(zip(lines, others).map { (String($0), String($1)) }) { first, _ in first }
            }
            pairs[text.original] = translation
        }
        return pairs
    }

    /// The texts of an email.
    init(ofEmail email: SourceText, _ translation: SourceText?, in tag: LanguageTag, own: LanguageTag) {
        self.init(email, translation, in: tag, own: own)
        let (source, other) = (TranslationFile(email), TranslationFile(translation))
        parts.append(.line("---"))
        for key in ["subject", "preheader"] {
            addValue("\(key):", source.root?[key]?.text ?? "", other.root?[key], at: key, other)
        }
        parts.append(.line("---\n"))
        let blocks = source.sections(inPage: false)["body"] ?? []
        addBlocks(blocks.map(\.text), other.sections(inPage: false)["body"] ?? [], at: "body")
    }

    private mutating func addValue(
        _ key: String, _ original: String, _ value: ConfigurationNode?, at place: String, _ other: TranslationFile,
        indent: String = ""
    ) {
        let translation = value.flatMap { $0.isNull ? nil : $0.text }
        parts.append(.value(texts.count, indent: indent, key: key))
        texts.append(
            Text(
                place: place, original: original, translation: translation,
                quoted: translation == nil ? nil : other.quotation(above: value), isMarkdown: false))
    }

    /// The words of a field, as `FieldWords` reads them.
    private mutating func addField(
        _ field: ConfigurationNode, _ words: ConfigurationNode?, at place: String, _ other: TranslationFile
    ) {
        let indent = "        "
        for key in FieldWords.texts {
            guard let text = field[key]?.text else { continue }
            addValue("\(key):", text, words?[key], at: "\(place).\(key)", other, indent: indent)
        }
        if let options = field["options"] {
            parts.append(.line("\(indent)options:"))
            let all = options.items.map { ($0, $0) } + options.members.map { ($0.key, $0.value) }
            for (value, text) in all {
                let key = ConfigurationNode.quoted(value.text ?? "")
                addValue(
                    "\(key):", text.text ?? "", words?["options"]?[value.text ?? ""],
                    at: "\(place).options.\(value.text ?? "")", other, indent: indent + "  ")
            }
        }
        if let links = field["links"] {
            // The words are keys here, which cannot be left out.
            parts.append(.line("\(indent)links:"))
            parts += (words?["links"] ?? links).members.map { member in
                let (key, value) = (member.key.text ?? "", member.value.text ?? "")
                return .line("\(indent)  \(ConfigurationNode.quoted(key)): \(ConfigurationNode.quoted(value))")
            }
        }
        if let requirements = field["requirements"] {
            let (group, others) = ("\(place).requirements", words?["requirements"])
            parts.append(.line("\(indent)requirements:"))
            addValue(
                "title:", requirements["title"]?.text ?? "", others?["title"], at: "\(group).title", other,
                indent: indent + "  ")
            parts.append(.line("\(indent)  rules:"))
            for (number, rule) in (requirements["rules"]?.items ?? []).enumerated() {
                let name = rule["rule"]?.text ?? ""
                parts.append(.line("\(indent)    - rule: \(ConfigurationNode.quoted(name))"))
                addValue(
                    "words:", rule["words"]?.text ?? "",
                    others?["rules"]?.items.first { $0["rule"]?.text == name }?["words"],
                    at: "\(group).\(number + 1)", other, indent: indent + "      ")
            }
        }
        if let strength = field["strength"] {
            let (group, others) = ("\(place).strength", words?["strength"])
            parts.append(.line("\(indent)strength:"))
            addValue(
                "label:", strength["label"]?.text ?? "", others?["label"], at: "\(group).label", other,
                indent: indent + "  ")
            parts.append(.line("\(indent)  words:"))
            for (number, word) in (strength["words"]?.items ?? []).enumerated() {
                addValue(
                    "-", word.text ?? "", others?["words"]?.items.dropFirst(number).first,
                    at: "\(group).\(number + 1)", other, indent: indent + "    ")
            }
        }
    }

    /// The blocks of a state or an email. A translation's block belongs to the block that it quotes; others are taken in
    /// their order.
    private mutating func addBlocks(_ blocks: [String], _ others: [TranslationFile.Block], at section: String) {
        let originals = blocks.map { BlockText($0) }
        var left = others.filter { $0.quoted != nil || BlockText($0.text).hasWords }
        func take(where isIt: (TranslationFile.Block) -> Bool) -> TranslationFile.Block? {
            left.firstIndex(where: isIt).map { left.remove(at: $0) }
        }
        var found = originals.map { block in
            block.hasWords ? take { $0.quoted?.onOneLine == block.text.onOneLine } : nil
        }
        for (index, block) in originals.enumerated() where block.hasWords && found[index] == nil {
            found[index] = take { block.message == BlockText($0.text).message }
        }
        for (index, block) in originals.enumerated() {
            guard block.hasWords else {
                parts.append(.line("\(block.before)\(block.text)\n"))
                continue
            }
            let other = found[index]
            let text = other.map { BlockText($0.text).text } ?? ""
            parts.append(.block(texts.count, before: block.before))
            texts.append(
                Text(
                    place: "\(section).\(block.message ?? "\(index + 1)")", original: block.text,
                    translation: text.isEmpty ? nil : text, quoted: text.isEmpty ? nil : other?.quoted,
                    isMarkdown: true))
        }
    }
}

extension String {
    /// The values and the destinations of links, which a translation has as its original.
    fileprivate var parts: [Substring] {
        (matches(of: #/\]\(([^ )]*)/#).map(\.1) + matches(of: #/\{\{([^}]*)\}\}/#).map(\.1)).sorted()
    }
}

extension ConfigurationNode {
    /// A text as YAML, in quotes where it needs them.
    fileprivate static func quoted(_ text: String) -> String {
        String(ConfigurationNode(.scalar(text, isPlain: false)).blockYAML.dropLast())
    }
}
