import CommonMark
import Configuration
import Diagnostics
import YAML

/// A translation is merged over its original as a page is over its kind, but for words alone.
extension PageSpec {
    /// The spec with the words of a translation in place of its own, for every state of which the translation has all.
    ///
    /// - Parameters:
    ///   - other: the translation.
    ///   - tag: its language.
    ///   - collector: receives an error for everything in it that is not a text of this page. The texts of a state that
    ///     it has only in part stay as they are.
    /// - Returns: the spec; `languages` names the texts that are translated.
    func translated(
        by other: PageSpec, into tag: LanguageTag, reporting collector: DiagnosticCollector
    ) -> PageSpec {
        let reader = TranslationReader(original: self, translation: other)
        defer { collector.diagnostics += reader.collector.diagnostics }
        reader.checkKeys()
        var spec = self
        spec.source.others += [other.source]
        // The document then knows the translation's file, for the locations of its values.
        if let root = other.document.root {
            spec.document = document.overridden(
                by: other.document.with(root: ConfigurationNode(.mapping([]), inPlaceOf: root)))
            spec.setRoot("title", root["title"])
            if root["title"] != nil { spec.languages["title"] = tag }
        }
        for (index, section) in sections.enumerated() {
            if !section.isState {
                spec.sections[index].blocks = section.blocks.map { block in
                    guard let name = block.messageName, let message = reader.message(name, replacing: block) else {
                        return block
                    }
                    spec.languages["messages.\(name)"] = tag
                    return message
                }
            } else if let state = reader.state(section) {
                spec.sections[index].blocks = state.blocks
                if let fields = state.fields {
                    spec.setState(section.name, to: fields)
                }
                spec.languages[section.name] = tag
            }
        }
        return spec
    }

    /// Takes back the translated texts of the states and messages that a file changes, since its words are not
    /// translated.
    mutating func restoreTexts(changedBy own: PageSpec, from original: PageSpec) {
        let ownStates = Dictionary(own.states.map { ($0.name, $0.value) }) { first, _ in first }
        if own.document.root?["title"] != nil { languages["title"] = nil }
        for (index, section) in sections.enumerated() {
            guard let before = original.section(section.name) else { continue }
            guard section.isState else {
                let names = own.section(section.name)?.blocks.compactMap(\.messageName) ?? []
                for name in names { languages["messages.\(name)"] = nil }
                continue
            }
            guard own.section(section.name) != nil || ownStates[section.name]?["fields"] != nil else { continue }
            sections[index].blocks = before.blocks
            if let fields = original.states.first(where: { $0.name == section.name })?.value["fields"] {
                setRoot(
                    "states",
                    document.root?["states"]?.changing(section.name) { state in state.changing("fields") { _ in fields }
                    })
            }
            languages[section.name] = nil
        }
    }
}

/// Reads the words of a translation for the parts of its original.
private struct TranslationReader {
    let original: PageSpec
    let translation: PageSpec
    let collector: DiagnosticCollector

    init(original: PageSpec, translation: PageSpec) {
        self.original = original
        self.translation = translation
        collector = DiagnosticCollector(translation.source)
    }

    private var file: String { original.source.file }

    /// Reports keys and headings that the original does not have, and those that are behaviour.
    func checkKeys() {
        let root = translation.document.root
        for member in root?.members ?? []
        where !["title", "states", TranslationReview.key].contains(member.key.text ?? "") {
            reportBehaviour(member.key, known: PageHeader.keyTable[member.key.text ?? ""] != nil)
        }
        let names = original.sections.filter(\.isState).map(\.name)
        let states = Set(original.states.map(\.name))
        for member in root?["states"]?.members ?? [] {
            let name = member.key.text ?? ""
            if !names.contains(name), !states.contains(name) { reportState(name, at: member.key.location, names) }
            for key in member.value.members where key.key.text != "fields" { reportBehaviour(key.key, known: true) }
        }
        for section in translation.sections where original.section(section.name) == nil {
            reportState(section.name, at: section.heading.location, names)
        }
        let messages = original.section("messages")?.blocks.compactMap(\.messageName) ?? []
        for block in translation.section("messages")?.blocks ?? [] {
            guard let name = block.messageName else {
                let own = translation.section("messages")?.blocks.compactMap(\.messageName) ?? []
                guard block.text.hasWords, let first = messages.first(where: { !own.contains($0) }) ?? messages.first
                else { continue }
                collector.report(
                    "nameless-message", at: block.node.location, "this message does not say when it is shown",
                    fix: "Begin it with its name, as in \(file): - **\(first)** …")
                continue
            }
            if messages.contains(name) { continue }
            let own = translation.section("messages")?.blocks.compactMap(\.messageName) ?? []
            let missing = original.section("messages")?.blocks.filter { other in
                other.messageName.map { !own.contains($0) } == true && Set(other.values) == Set(block.values)
            }
            let names = missing?.compactMap(\.messageName).map { "**\($0)**" } ?? []
            collector.report(
                "untranslated-original", at: block.node.location, "\(file) has no message '\(name)'",
                fix: Suggestion.question(for: name, in: messages)
                    ?? (names.isEmpty
                        ? "Remove it, or add it there."
                        : "Write \(names.joined(separator: " or ")): a name stays as it is there."))
        }
    }

    private func reportBehaviour(_ key: ConfigurationNode, known: Bool) {
        guard let place = key.location else { return }
        collector.report(
            "translated-behaviour", at: place,
            known
                ? "a translation has words only, and '\(key.text ?? "")' is not one"
                : "unknown key '\(key.text ?? "")'",
            fix: known || translation.document.root?["title"] != nil
                ? "Remove it: it is as in \(file)." : "Write 'title': a key stays as it is in \(file).")
    }

    private func reportState(_ name: String, at place: SourceLocation?, _ names: [String]) {
        guard let place else { return }
        collector.report(
            "unknown-state", at: place, "\(file) has no state '\(name)'",
            fix: Suggestion.question(for: name, in: names) ?? "Its states are \(names.joined(separator: ", ")).")
    }

    // MARK: - Markdown

    func message(_ name: String, replacing block: PageSpec.Block) -> PageSpec.Block? {
        guard let own = translation.section("messages")?.blocks.first(where: { $0.messageName == name }) else {
            return nil
        }
        guard BlockText(own.text).hasWords else { return nil }
        return haveSameParts([own], [block], at: own.node.location) ? own : nil
    }

    /// The translated texts of a state; nil if it has none, or not all.
    func state(_ section: PageSpec.Section) -> (blocks: [PageSpec.Block], fields: ConfigurationNode?)? {
        var own = translation.section(section.name)
        // Nothing below the heading is what a translation begins with.
        if own?.blocks.isEmpty == true, !section.blocks.isEmpty { own = nil }
        let state = original.states.first { $0.name == section.name }?.value
        let words = translation.document.root?["states"]?[section.name]
        guard own != nil || words != nil else { return nil }
        var isWhole = own != nil || section.blocks.isEmpty
        let fields = state?["fields"].map { FieldWords(original: $0, file: file, collector: collector) }
        let translated = fields?.translated(by: words?["fields"], &isWhole)
        if let own, own.headings < section.headings, let place = own.blocks.first?.node.location {
            collector.report(
                "lost-heading", at: place, "the state '\(section.name)' has a heading in \(file), and none here",
                fix: "Begin the heading's line with '## '.")
            return nil
        }
        if let own, !haveSameParts(own.blocks, section.blocks, at: own.heading.location) { return nil }
        guard isWhole else { return nil }
        return (own?.blocks ?? [], translated.flatMap { fields in state?.changing("fields") { _ in fields } })
    }

    /// Whether blocks have the links and values of the original; reports others.
    private func haveSameParts(_ own: [PageSpec.Block], _ others: [PageSpec.Block], at place: SourceLocation) -> Bool {
        collector.warnOfItems(
            in: own.compactMap(\.node.listItems), translating: others.compactMap(\.node.listItems), of: file)
        collector.warnOfForms(in: own.map(\.node.form), translating: others.map(\.node.form), of: file)
        let links = own.flatMap(\.node.links)
        let (texts, wanted) = (links.map(\.node.destination), others.flatMap(\.node.links).map(\.node.destination))
        let lost = wanted.filter { !texts.contains($0) }
        var left = wanted
        var isSame = true
        for (text, link) in zip(texts, links) {
            if let index = left.firstIndex(of: text) {
                left.remove(at: index)
                continue
            }
            isSame = false
            collector.report(
                "translated-link", at: link.node.destinationLocation ?? link.node.location,
                "\(file) has no link to '\(text)' here",
                fix: wanted.isEmpty
                    ? "Remove it."
                    : lost.count == 1
                        ? "Write (\(lost[0])): an address stays as it is there."
                        : "Its links are \(wanted.map { "(\($0))" }.joined(separator: ", ")).")
        }
        let bare = others.flatMap(\.node.links).filter(\.node.hasNoTitle).map(\.node.destination)
        let labelled = wanted.filter { !bare.contains($0) }
        for link in links where link.node.hasNoTitle && labelled.contains(link.node.destination) {
            collector.report(
                "lost-label", as: .warning, at: link.node.location,
                "\(file) has a label for this button while it runs, and the translation none",
                fix: "Write [\(link.node.plainText)](\(link.node.destination) \"…\")")
        }
        if isSame, let lost = left.first {
            isSame = false
            collector.report(
                "translated-link", at: place, "the link to '\(lost)' is missing",
                fix: "Add it as \(file) has it, with its text translated: […](\(lost))")
        }
        let (values, known) = (Set(own.flatMap(\.values)), Set(others.flatMap(\.values)))
        if let name = values.subtracting(known).first, let meant = known.subtracting(values).first,
            values.symmetricDifference(known).count == 2
        {
            collector.report(
                "unknown-placeholder", at: own.lazy.compactMap { $0.node.place(of: "{{\(name)}}") }.first ?? place,
                "\(file) has no '{{\(name)}}' here", fix: "Write '{{\(meant)}}': a name stays as it is there.")
            return false
        }
        for name in values.symmetricDifference(known).sorted() {
            isSame = false
            let isLost = known.contains(name)
            collector.report(
                isLost ? "lost-placeholder" : "unknown-placeholder",
                at: own.lazy.compactMap { $0.node.place(of: "{{\(name)}}") }.first ?? place,
                isLost ? "the text has no '{{\(name)}}'" : "\(file) has no '{{\(name)}}' here",
                fix: isLost ? "Write '{{\(name)}}' where the value belongs." : "Remove it, or write it as there.")
        }
        return isSame
    }
}

extension PageSpec.Section {
    fileprivate var headings: Int {
        blocks.count { block in if case .heading = block.node.kind { block.text.hasWords } else { false } }
    }
}

extension PageSpec.Block {
    /// The names of the values in its text: `wait` of `{{wait}}`.
    fileprivate var values: [String] {
        text.split(separator: "{{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.firstIndex(of: "}").map { String(part[..<$0]) }
        }
    }
}

extension MarkdownNode {
    var destination: String {
        if case .link(let text, _) = kind { text } else { "" }
    }

    /// Whether this is a link without a title.
    fileprivate var hasNoTitle: Bool { if case .link(_, "") = kind { true } else { false } }

    /// The location of the first text in it that contains another one.
    fileprivate func place(of text: String) -> SourceLocation? {
        if case .text(let own) = kind, let range = Array(own.utf8).firstRange(of: Array(text.utf8)) {
            return location(atByte: range.lowerBound)
        }
        return children.lazy.compactMap { $0.place(of: text) }.first
    }
}
