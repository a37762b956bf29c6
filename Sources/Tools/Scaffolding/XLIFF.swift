package import Diagnostics
internal import Media
package import SiteModel
internal import TextEncoding

/// Texts with their translations as XLIFF 2.0 (OASIS, 2014), which the tools of translators read and write.
///
/// Texts are written as they are, Markdown and values included, without inline elements.
package struct XLIFF: Sendable {
    package struct Unit: Sendable {
        package var name = ""
        package var source = ""
        package var target: String?
        /// Whether no segment is finished.
        package var isOpen = true
        package var note: String?
        /// The offset of the translation, or of the unit without one.
        package var offset = 0
    }

    /// The units by the files of their originals, in the document's order.
    package private(set) var files: [(original: String, units: [Unit])] = []
    package private(set) var language = ""
    private var own = ""

    private static let namespace = "urn:oasis:names:tc:xliff:document:2.0"

    /// - Parameters:
    ///   - sheets: the texts of one language, all with originals in one.
    ///   - tag: the language of the translation.
    package init(_ sheets: [TranslationSheet], into tag: LanguageTag) {
        language = tag.text
        own = sheets.first?.language.text ?? LanguageTag.english.text
        files = sheets.map { sheet in
            let units = sheet.texts.map { text in
                Unit(
                    name: text.place, source: text.original, target: text.translation,
                    isOpen: text.state != .translated,
                    note: text.state == .older ? "The original was: \(text.quoted ?? "")" : nil)
            }
            return (sheet.original, units)
        }
    }

    package var text: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<xliff xmlns="\#(Self.namespace)" version="2.0" srcLang="\#(own)" trgLang="\#(language)" xml:space="preserve">"#,
        ]
        for (number, file) in files.enumerated() {
            lines.append(#"<file id="f\#(number + 1)" original="\#(MarkupEscaping.escape(file.original))">"#)
            for (number, unit) in file.units.enumerated() {
                lines.append(#"<unit id="u\#(number + 1)" name="\#(MarkupEscaping.escape(unit.name))">"#)
                if let note = unit.note { lines.append("<notes><note>\(MarkupEscaping.escape(note))</note></notes>") }
                let target = unit.target.map { "<target>\(MarkupEscaping.escape($0))</target>" } ?? ""
                lines.append(
                    #"<segment state="\#(unit.isOpen ? "initial" : "translated")">"#
                        + "<source>\(MarkupEscaping.escape(unit.source))</source>\(target)</segment>")
                lines.append("</unit>")
            }
            lines.append("</file>")
        }
        return lines.joined(separator: "\n") + "\n</xliff>\n"
    }

    /// Reads a document. The segments of a unit are joined; what inline elements contain is text.
    ///
    /// - Throws: a diagnostic about a document that is not well-formed, is no XLIFF 2, or has no target language.
    package init(parsing source: SourceText) throws(DiagnosticReport) {
        let xml = XMLEvents(source)
        if let failure = xml.failure {
            // The parser fails at the character after a sign that begins markup, or at it.
            let near = source.bytes[max(0, failure.offset - 1)...].prefix(2)
            let isSign = near.contains { "&<".utf8.contains($0) }
            throw source.report(
                code: "bad-xml", at: failure.offset, "this is no XML: \(failure.message)",
                fix: isSign
                    ? "Write &amp; for '&' and &lt; for '<' in a translation."
                    : "Correct this place, or save the file again in the program with which it was translated.")
        }
        var path: [String] = []
        var unit: Unit?
        for event in xml.events {
            switch event.kind {
            case .start(let name, let attributes):
                let value = { (key: String) in attributes.first { $0.name.local == key }?.value }
                if path.isEmpty {
                    guard name.namespace == Self.namespace, name.local == "xliff", let tag = value("trgLang") else {
                        break
                    }
                    language = tag
                }
                path.append(name.namespace == Self.namespace ? name.local : "")
                switch path.last {
                case "file": files.append((value("original") ?? "", []))
                case "unit": unit = Unit(name: value("name") ?? "", offset: event.range.lowerBound)
                case "segment":
                    if !["initial", nil].contains(value("state")) { unit?.isOpen = false }
                case "target" where unit?.target == nil:
                    unit?.target = ""
                    unit?.offset = event.range.lowerBound
                default: break
                }
            case .text(let text):
                // Of alternatives and notes nothing counts.
                guard path.contains("segment") || path.contains("ignorable") else { break }
                if path.contains("source") { unit?.source += text }
                if path.contains("target") { unit?.target? += text }
            case .end:
                let ended = path.popLast()
                if ended == "unit", let done = unit, !files.isEmpty {
                    files[files.count - 1].units.append(done)
                    unit = nil
                }
            case .doctype, .instruction, .encoding: break
            }
        }
        guard !language.isEmpty, LanguageTag(language) != nil else {
            throw source.report(
                code: "no-xliff", at: 0, "this is no XLIFF 2 with a language to translate into",
                fix: "Take the file that 'latchkey translations export' wrote, translated.")
        }
    }
}
