import Configuration
import Diagnostics

/// The texts of the original that a translation quotes above its own: `<!-- en: Check your inbox. -->` in Markdown,
/// `# en: Check your inbox.` in YAML. They say what was translated, so that a change of the original can be found.
enum QuotedOriginal {
    /// The quotation as a comment in Markdown, on lines of its own.
    static func markdown(_ text: String, in tag: LanguageTag) -> String {
        "<!-- \(tag): \(text.replacing("-->", with: "--&gt;")) -->"
    }

    /// The quotation as a comment in YAML, on one line.
    static func yaml(_ text: String, in tag: LanguageTag) -> String { "# \(tag): \(text.onOneLine)" }

    /// The text of a quotation; nil for other lines.
    static func text(of comment: String) -> String? {
        var text = comment[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        if text.hasPrefix("<!-- "), text.hasSuffix(" -->") {
            text = text.dropFirst(5).dropLast(4)
        } else if text.hasPrefix("# ") {
            text = text.dropFirst(2)
        } else {
            return nil
        }
        guard let colon = text.firstIndex(of: ":"), LanguageTag(String(text[..<colon])) != nil else { return nil }
        return String(text[colon...].dropFirst(2)).replacing("--&gt;", with: "-->")
    }

    static func isBegun(by line: String) -> Bool {
        line.hasPrefix("<!-- ")
            && line.dropFirst(5).firstIndex(of: ":").map { LanguageTag(String(line.dropFirst(5)[..<$0])) != nil }
                == true
    }
}

extension String {
    /// The text with one space in place of each run of white space.
    package var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension SourceText {
    /// A translation without the originals that it quotes. A quotation without a text below it stands for one that is
    /// not translated yet: the text of a page's state with one is left out as a whole.
    ///
    /// Every byte keeps its place, so locations are those of the file.
    ///
    /// - Parameter isPage: whether level-one headings are the names of states.
    /// - Returns: the text, and whether there is a text below each quotation.
    /// - Throws: `DiagnosticReport` if a quotation is not closed, so that the translation below it would be a part of it.
    func withoutOriginals(
        inPage isPage: Bool
    ) throws(DiagnosticReport) -> (source: SourceText, isComplete: Bool) {
        var blank: Set<Int> = []
        var state = (start: 0, isWhole: true)
        var (isComplete, isQuoted, isInside, begin) = (true, false, false, 0)
        func close(before end: Int) {
            if isQuoted { (isComplete, state.isWhole) = (false, false) }
            if !state.isWhole, isPage, state.start > 0 { blank.formUnion(state.start..<end) }
            isQuoted = false
        }
        let first = FrontMatter(closedIn: self).map { location(at: $0.body).line } ?? 1
        for number in first..<max(first, lineCount + 1) {
            let text = line(number) ?? ""
            if isInside || QuotedOriginal.isBegun(by: text) {
                if isInside, text.contains("<!--") { throw unclosedQuotation(onLine: begin) }
                if isQuoted, !isInside { (isComplete, state.isWhole) = (false, false) }
                blank.insert(number)
                if !isInside { begin = number }
                isInside = !text.contains("-->")
                isQuoted = true
            } else if isPage, text.hasPrefix("# ") {
                close(before: number)
                // Messages are translated one by one.
                state = (text == "# messages" ? 0 : number + 1, true)
            } else if BlockText(text).hasWords {
                isQuoted = false
            }
        }
        if isInside { throw unclosedQuotation(onLine: begin) }
        close(before: lineCount + 1)
        if blank.isEmpty { return (self, isComplete) }
        var bytes = bytes
        for line in blank {
            for index in offset(ofLine: line)..<offset(ofLine: line + 1)
            where bytes[index] != UInt8(ascii: "\n") && bytes[index] != UInt8(ascii: "\r") {
                bytes[index] = UInt8(ascii: " ")
            }
        }
        return (SourceText(file: file, bytes: bytes), isComplete)
    }

    private func unclosedQuotation(onLine line: Int) -> DiagnosticReport {
        DiagnosticReport([
            diagnostic(
                code: "unclosed-quotation", at: offset(ofLine: line),
                "this comment is not closed, so that the text below it is a part of it",
                fix: "End it with ' -->' where the original's text ends.")
        ])
    }
}

extension ConfigurationNode {
    /// The value without members and items that are null, which stand for texts that are not translated yet.
    var withoutNulls: ConfigurationNode {
        switch kind {
        case .scalar: self
        case .sequence(let items):
            ConfigurationNode(.sequence(items.filter { !$0.isNull }.map(\.withoutNulls)), inPlaceOf: self)
        case .mapping(let members):
            ConfigurationNode(
                .mapping(
                    members.filter { !$0.value.isNull }.map { Member(key: $0.key, value: $0.value.withoutNulls) }),
                inPlaceOf: self)
        }
    }
}
