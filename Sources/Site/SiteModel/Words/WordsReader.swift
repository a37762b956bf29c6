import Configuration
package import Diagnostics
import JSON
import YAML

extension Words {
    /// Reads a file of texts.
    ///
    /// - Parameters:
    ///   - source: `Templates/words/en.yml`, or a site's own version of it.
    ///   - base: the texts that the file need not have, nor a note on those that it has; nil for a complete file.
    ///   - language: the file's language tag (BCP 47).
    /// - Throws: `DiagnosticReport` with every unknown or missing key, text and note, and every missing or unknown
    ///   placeholder, by location.
    package init(parsing source: SourceText, over base: Words? = nil, language: String = "en") throws(DiagnosticReport)
    {
        let document = try YAMLDocument(parsing: source)
        let entries = try document.read(OrderedMap<Entry>.self)
        let collector = DiagnosticCollector(source)
        var reader = WordsReader(collector: collector, needsNotes: base == nil)
        for (key, entry) in entries { reader.read(entry, for: key) }
        let present = Set(entries.keys)
        for key in WordKey.allCases where !present.contains(key.rawValue) {
            if let base {
                reader.texts[key] = base[key]
                continue
            }
            collector.report(
                "missing-key", at: source.location(at: 0), "missing key '\(key.rawValue)'",
                fix: "Add it as the built-in Templates/words/en.yml has it.")
        }
        guard collector.diagnostics.isEmpty else { throw DiagnosticReport(sorting: collector.diagnostics) }
        self.init(language: language, texts: reader.texts)
    }

    struct Entry: KeyedReadable {
        let text: Located<String>?
        let one: Located<String>?
        let other: Located<String>?
        let note: Located<String>?

        init?(_ keys: KeyedReader) {
            text = keys["text"]
            one = keys["one"]
            other = keys["other"]
            note = keys["note"]
        }
    }
}

private struct WordsReader {
    let collector: DiagnosticCollector
    let needsNotes: Bool
    var texts: [WordKey: Words.Text] = [:]

    mutating func read(_ entry: Words.Entry, for name: Located<String>) {
        guard let key = WordKey(rawValue: name.value) else {
            collector.report(
                "unknown-key", at: name.location, "unknown key '\(name.value)'",
                fix: Suggestion.question(for: name.value, in: WordKey.allCases.map(\.rawValue)) ?? "Remove it.")
            return
        }
        if needsNotes, (entry.note?.value ?? "").isEmpty {
            collector.report(
                "missing-note", at: name.location, "'\(name.value)' has no note for translators",
                fix: "Add 'note:' with a sentence that says where the text is shown.")
        }
        let wanted: [(form: String, text: Located<String>?)] =
            key.isPlural ? [("one", entry.one), ("other", entry.other)] : [("text", entry.text)]
        let others = key.isPlural ? [("text", entry.text)] : [("one", entry.one), ("other", entry.other)]
        for (form, text) in others {
            guard let text else { continue }
            collector.report(
                "unknown-form", at: text.location, "'\(name.value)' has no form '\(form)'",
                fix: "Its forms are \(wanted.map { "'\($0.form)'" }.joined(separator: " and ")).")
        }
        for (form, text) in wanted {
            guard let text, !text.value.isEmpty else {
                collector.report(
                    "missing-text", at: text?.location ?? name.location, "'\(name.value)' has no text for '\(form)'",
                    fix: "Add '\(form): …'.")
                continue
            }
            // The singular may do without the number, as in "One second".
            check(text, of: key, optional: form == "one" ? ["count"] : [])
        }
        texts[key] =
            key.isPlural
            ? .plural(one: entry.one?.value ?? "", other: entry.other?.value ?? "")
            : .single(entry.text?.value ?? "")
    }

    private func check(_ text: Located<String>, of key: WordKey, optional: Set<String>) {
        if let foreign = ForeignText.first(in: text.value, .words) {
            collector.report("foreign-text", at: text.location, foreign.message, fix: foreign.fix)
        }
        let found = Set(
            Words.pieces(of: text.value).compactMap { piece in if case .value(let name) = piece { name } else { nil } })
        for name in key.placeholders.subtracting(optional).subtracting(found).sorted() {
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
            .init("one", .text, "The text for one.", example: "{count} second"),
            .init("other", .text, "The text for any other number.", example: "{count} seconds"),
            .init("note", .text, "A note for translators: where the text is used.", example: "The label of a button."),
        ],
        otherNames: Dictionary(
            uniqueKeysWithValues: WordKey.allCases.map {
                ($0.rawValue, "Write it one level further out: the file has the texts, and no language above them.")
            }))
}
