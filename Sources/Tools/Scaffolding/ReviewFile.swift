package import Diagnostics
import JSON
package import SiteModel

/// The marks of a native speaker, as the sheet of `latchkey translations review` saves them.
///
/// `Templates/storyboard/review.js` declares the same type for the script.
package struct ReviewFile: Sendable {
    /// What a person says about a line.
    package enum Mark: Hashable, Sendable {
        case fine
        /// The better text.
        case change(String)
        /// Nothing but the note.
        case note
    }

    package struct Line: Sendable {
        let place: String
        let original: String
        let translation: String
        let mark: Mark
        package let note: String?
        /// The offset of the line, or of the better text.
        let offset: Int
    }

    /// What became of the review of a file.
    package struct Outcome: Sendable {
        package let sheet: TranslationSheet
        package let isChanged: Bool
        /// The number of texts that nobody marked as fine or changed.
        package let unread: Int
    }

    package let language: String
    package let by: String
    package let on: String
    private let source: SourceText
    /// The lines by the originals of their files.
    private let files: [(original: String, offset: Int, lines: [Line])]

    /// - Throws: diagnostics about a file that is no review, or has been torn.
    package init(parsing source: SourceText) throws(DiagnosticReport) {
        self.source = source
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: source.bytes)
        } catch {
            throw source.report(
                code: "not-json", at: error.place.offset, "this is no review: \(error.message)",
                fix: "Save the review again, and send the file as it is.")
        }
        func refusal(_ pointer: [String], _ message: String) -> DiagnosticReport {
            let pointers = (0...pointer.count).reversed().map { JSONPointer(Array(pointer.prefix($0))) }
            let offset = pointers.lazy.compactMap { document.position(of: $0)?.offset }.first ?? 0
            return source.report(
                code: "no-review", at: offset, message, fix: "Take the file that the sheet of the review saved.")
        }
        let root = document.value
        guard root["review"] == 1, let language = root["language"]?.string, LanguageTag(language) != nil else {
            throw refusal([], "this is no review of a translation")
        }
        let by = (root["by"]?.string ?? "").onOneLine
        if by.isEmpty { throw refusal(["by"], "the review does not say who made it") }
        guard let on = root["on"]?.string, on.wholeMatch(of: #/\d{4}-\d\d-\d\d/#) != nil else {
            throw refusal(["on"], "the review has no date")
        }
        (self.language, self.by, self.on) = (language, by, on)
        guard let entries = root["files"]?.array else { throw refusal(["files"], "the review has no files") }
        var files: [(original: String, offset: Int, lines: [Line])] = []
        for (number, entry) in entries.enumerated() {
            let pointer = ["files", "\(number)"]
            guard let original = entry["original"]?.string, let array = entry["lines"]?.array else {
                throw refusal(pointer, "a file has no original and lines")
            }
            var lines: [Line] = []
            for (number, line) in array.enumerated() {
                let pointer = pointer + ["lines", "\(number)"]
                let mark: Mark? =
                    switch line["mark"]?.string {
                    case "fine": .fine
                    case "change": line["change"]?.string.flatMap { $0.contains(where: \.isLetter) ? .change($0) : nil }
                    case "note": .note
                    default: nil
                    }
                guard let place = line["place"]?.string, let original = line["original"]?.string,
                    let translation = line["translation"]?.string, let mark
                else { throw refusal(pointer, "a line lacks its place, its texts, its mark or the better text") }
                let at =
                    document.position(of: JSONPointer(pointer + ["change"]))
                    ?? document.position(of: JSONPointer(pointer))
                lines.append(
                    Line(
                        place: place, original: original, translation: translation, mark: mark,
                        note: line["note"]?.string, offset: at?.offset ?? 0))
            }
            files.append((original, document.position(of: JSONPointer(pointer))?.offset ?? 0, lines))
        }
        self.files = files
    }

    /// The notes with the places that they are about.
    package var notes: [(original: String, place: String, note: String)] {
        files.flatMap { file in file.lines.compactMap { line in line.note.map { (file.original, line.place, $0) } } }
    }

    /// The parts of files that have a change, by their originals: states, messages and `title`.
    package func changedParts() -> [String: Set<String>] {
        var parts: [String: Set<String>] = [:]
        for file in files {
            for line in file.lines {
                guard case .change = line.mark else { continue }
                parts[file.original, default: []].insert(line.place.part)
            }
        }
        return parts
    }

    /// Puts the changes into the sheets of a language, and the review into each file of which every text was marked as fine or
    /// changed. Lines whose original or translation is another by now are left out with a warning.
    ///
    /// - Parameters:
    ///   - sheets: what is written of the files.
    ///   - shown: what the sheet of the review showed of them.
    ///   - warnings: receives a warning for each line that was left out.
    /// - Returns: what became of each file.
    /// - Throws: diagnostics about changes that are no translation of their original.
    package func apply(
        to sheets: [TranslationSheet], shown: [TranslationSheet], warnings: inout [Diagnostic]
    ) throws(DiagnosticReport) -> [Outcome] {
        var errors: [Diagnostic] = []
        var outcomes: [Outcome] = []
        for file in files {
            guard let texts = shown.first(where: { $0.original == file.original })?.texts else {
                warnings.append(
                    source.diagnostic(
                        .warning, code: "no-original", at: file.offset,
                        "there is no file '\(file.original)' to translate"))
                continue
            }
            var sheet = sheets.first { $0.original == file.original }
            var (read, isChanged) = (Set<String>(), false)
            for line in file.lines {
                let text = texts.first { $0.place == line.place && $0.original == line.original }
                guard let text, (text.translation ?? "") == line.translation else {
                    let words = text == nil ? "" : "the translation of "
                    warnings.append(
                        source.diagnostic(
                            .warning, code: text == nil ? "changed-original" : "changed-translation", at: line.offset,
                            "\(words)'\(line.place)' of \(file.original) has changed since the sheet was written, and is left out"
                        ))
                    continue
                }
                var translation = text.translation
                if case .note = line.mark { continue }
                if case .change(let better) = line.mark {
                    if let fault = text.fault(of: better) {
                        errors.append(
                            source.diagnostic(
                                code: fault.code, at: line.offset,
                                "the change of '\(line.place)' of \(file.original) \(fault.words)", fix: fault.fix))
                        continue
                    }
                    translation = better
                }
                guard let translation else { continue }
                read.insert(line.place)
                if sheet?.translate(line.place, line.original, into: translation, isOpen: false) == true {
                    isChanged = true
                }
            }
            // Its texts are Latchkey's, and it has no file.
            guard var sheet else { continue }
            let unread = texts.count { !read.contains($0.place) }
            if unread == 0 {
                sheet.review = TranslationReview(by: by, on: on, of: sheet.digest)
                isChanged = true
            }
            outcomes.append(Outcome(sheet: sheet, isChanged: isChanged, unread: unread))
        }
        if !errors.isEmpty { throw DiagnosticReport(errors) }
        return outcomes
    }
}

extension String {
    /// The name of the state, message or value of the front matter that a text's place is in.
    package var part: String {
        let names = split(separator: ".", maxSplits: 1)
        return names.first == "messages" ? self : String(names.first ?? "")
    }
}
