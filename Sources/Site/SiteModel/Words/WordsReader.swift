import Configuration
package import Diagnostics
import JSON
import YAML

extension Words {
    /// Reads `Templates/words/en.yml`, the file of another language, or a site's own version of one, which need have
    /// neither the texts of `base` nor notes. Throws every unknown or missing key, text, note and placeholder, by
    /// location.
    package init(
        parsing source: SourceText, over base: Words? = nil, in tag: LanguageTag = .english
    ) throws(DiagnosticReport) {
        let document = try YAMLDocument(parsing: source)
        let collector = DiagnosticCollector(source)
        document.reportNestedWords(to: collector)
        guard collector.diagnostics.isEmpty else { throw DiagnosticReport(collector.diagnostics) }
        let entries = try document.read(OrderedMap<Entry>.self)
        var reader = WordsReader(collector: collector, needsNotes: base == nil)
        for (key, entry) in entries { reader.read(entry, for: key) }
        let present = Set(entries.keys.compactMap(WordKey.init))
        for key in WordKey.allCases where !present.contains(key) {
            if let base {
                reader.texts[key] = base[key]
                continue
            }
            collector.report(
                "missing-key", at: source.location(at: 0), "missing key '\(key.rawValue)'",
                fix: "Add it as the built-in Templates/words/en.yml has it.")
        }
        guard collector.diagnostics.isEmpty else { throw DiagnosticReport(sorting: collector.diagnostics) }
        self.init(tag: tag, texts: reader.texts, borrowed: base?.lent(to: tag).borrowed.subtracting(present) ?? [])
    }

    struct Entry: KeyedReadable {
        let text: Located<String>?
        let note: Located<String>?

        init?(_ keys: KeyedReader) {
            text = keys["text"]
            note = keys["note"]
        }
    }
}

extension YAMLDocument {
    /// Reports names that are written as a key in a key: `footer: { support: … }`.
    fileprivate func reportNestedWords(to collector: DiagnosticCollector) {
        for member in root?.members ?? [] {
            guard let outer = member.key.text, let place = member.key.location, WordKey(rawValue: outer) == nil,
                let key = member.value.members.lazy.compactMap({ WordKey(rawValue: "\(outer)-\($0.key.text ?? "")") })
                    .first
            else { continue }
            collector.report(
                "unknown-key", at: place, "unknown key '\(outer)'",
                fix: "Write \(key.rawValue): { text: … }: the name of a text is one key.")
        }
    }
}

private struct WordsReader {
    let collector: DiagnosticCollector
    let needsNotes: Bool
    var texts: [WordKey: String] = [:]

    /// The fix with the keys that begin as a name does; nil if there are none.
    private static func alike(_ name: String) -> String? {
        let first = name.prefix { $0 != "-" }
        let keys = WordKey.allCases.map(\.rawValue).filter { $0.prefix { $0 != "-" } == first }
        return keys.isEmpty ? nil : "The keys that begin so are \(keys.joined(separator: ", "))."
    }

    mutating func read(_ entry: Words.Entry, for name: Located<String>) {
        guard let key = WordKey(rawValue: name.value) else {
            let isDuration = Durations.Unit(rawValue: name.value) != nil
            collector.report(
                "unknown-key", at: name.location, "unknown key '\(name.value)'",
                fix: isDuration
                    ? "Remove it: durations are in every language as CLDR has them."
                    : Suggestion.question(for: name.value, in: WordKey.allCases.map(\.rawValue))
                        ?? (Self.alike(name.value) ?? "Write the key of a built-in text:")
                        + " 'latchkey templates show words/en.yml' prints all. A text of one page or email is in its own file."
            )
            return
        }
        if needsNotes, (entry.note?.value ?? "").isEmpty {
            collector.report(
                "missing-note", at: name.location, "'\(name.value)' has no note for translators",
                fix: "Add 'note:' with a sentence that says where the text is shown.")
        }
        texts[key] = entry.text?.value ?? ""
        guard let text = entry.text, !text.value.isEmpty else {
            collector.report(
                "missing-text", at: entry.text?.location ?? name.location, "'\(name.value)' has no text",
                fix: "Add 'text: …'.")
            return
        }
        check(text, of: key)
    }

    private func check(_ text: Located<String>, of key: WordKey) {
        if let foreign = ForeignText.first(in: text.value, .words) {
            let names = key.placeholders.sorted().map { "{\($0)}" }
            let lacksValues = names.contains { text.value.contains("{\($0)}") }
            collector.report(
                "foreign-text", at: text.location, foreign.message,
                fix: lacksValues ? "Write \(names.joined(separator: ", ")) for a value." : foreign.fix)
            // Its braces are no further placeholder, and it may be the one that the text lacks.
            if lacksValues { return }
        }
        let found = Set(
            Words.pieces(of: text.value).compactMap { piece in if case .value(let name) = piece { name } else { nil } })
        for name in key.placeholders.subtracting(found).sorted() {
            collector.report(
                "lost-placeholder", at: text.location, "'\(key.rawValue)' has no '{\(name)}'",
                fix: "Write '{\(name)}' where the value belongs.")
        }
        for name in found.subtracting(key.placeholders).sorted() {
            collector.report(
                "unknown-placeholder", at: text.location, "nothing fills '{\(name)}' in '\(key.rawValue)'",
                fix: Suggestion.question(for: name, in: key.placeholders.sorted()) ?? "Remove it.")
        }
    }
}

extension Words.Entry {
    static let keyTable = KeyTable(
        "words",
        [
            .init("text", .text, "The text.", example: "Back"),
            .init("note", .text, "A note for translators: where the text is used.", example: "The label of a button."),
        ],
        otherNames: Dictionary(
            uniqueKeysWithValues: WordKey.allCases.map {
                ($0.rawValue, "Write it one level further out: the file has the texts, and no language above them.")
            }))
}
