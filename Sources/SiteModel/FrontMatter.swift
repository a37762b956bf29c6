import Diagnostics
import YAML

/// The two halves of a spec: YAML between two lines of `---`, and Markdown below.
struct FrontMatter {
    /// The bytes between the two lines.
    let yaml: Range<Int>
    /// Where the Markdown begins, in bytes.
    let body: Int

    /// Finds the two halves.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - keys: what the front matter cannot do without, for the fix.
    ///   - what: what the file is, for the diagnostic.
    /// - Throws: where the two lines are not there.
    init(
        of source: SourceText, keys: String = "'title' and 'start'", what: String = "page spec"
    ) throws(DiagnosticReport) {
        guard source.line(1).map(FrontMatter.isFence) == true else {
            throw DiagnosticReport([
                source.diagnostic(
                    code: "no-front-matter", at: 0, "the \(what) does not begin with '---'",
                    fix: "Begin with a line '---', the keys \(keys), and another line '---'.")
            ])
        }
        var number = 2
        while let line = source.line(number) {
            if FrontMatter.isFence(line) {
                yaml = source.offset(ofLine: 2)..<source.offset(ofLine: number)
                if let place = FrontMatter.markdown(above: number, of: source),
                    (try? YAMLDocument(parsing: source, in: yaml)) == nil
                {
                    throw DiagnosticReport([FrontMatter.unclosed(source, at: place)])
                }
                body = source.offset(ofLine: number + 1)
                return
            }
            number += 1
        }
        let lines = FrontMatter.lines(to: source.lineCount, of: source)
        if let indented = lines.first(where: { $0.text.first == " " && FrontMatter.isFence($0.text.drop { $0 == " " }) }
        ) {
            let fix = "Write the '---' at the beginning of its line."
            throw DiagnosticReport([FrontMatter.unclosed(source, at: indented.number, fix: fix)])
        }
        throw DiagnosticReport([FrontMatter.unclosed(source, at: FrontMatter.firstLineOfMarkdown(lines))])
    }

    private static func unclosed(_ source: SourceText, at line: Int?, fix: String? = nil) -> Diagnostic {
        source.diagnostic(
            code: "unclosed-front-matter", at: line.map { source.offset(ofLine: $0) } ?? 0,
            "the front matter is never closed",
            fix: fix ?? (line != nil ? "Write a line '---' above it." : "Write a line '---' after its last key."))
    }

    private typealias Line = (number: Int, text: String)

    private static func lines(to last: Int, of source: SourceText) -> [Line] {
        last < 2 ? [] : (2...last).map { ($0, source.line($0) ?? "") }
    }

    /// Where Markdown begins above a line of `---` that is then a rule of the text; nil where there is none.
    private static func markdown(above fence: Int, of source: SourceText) -> Int? {
        let lines = lines(to: fence - 1, of: source)
        guard lines.filter({ !isYAML($0.text) && !isBetween($0.text) }).count > 1,
            let first = firstLineOfMarkdown(lines), source.line(first)?.first == "#"
        else { return nil }
        return first
    }

    /// The first line that is no YAML, or what leads up to it: `# form` above words is a heading, above keys a comment.
    private static func firstLineOfMarkdown(_ lines: [Line]) -> Int? {
        if let words = lines.firstIndex(where: { !isYAML($0.text) && !isBetween($0.text) }) {
            let keys = lines[..<words].lastIndex { !isBetween($0.text) }
            let first = lines[(keys.map { $0 + 1 } ?? 0)...words].first { !$0.text.allSatisfy(\.isWhitespace) }
            return first?.number
        }
        // Nothing but headings and what could be keys.
        return zip(lines, lines.dropFirst()).first { $0.0.text.isEmpty && $0.1.text.first == "#" }?.1.number
    }

    /// Whether a line is blank, a comment or a heading.
    private static func isBetween(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) || line.first == "#" }

    /// Whether a line could be one of front matter's: indented, a key, an item, a text in quotes or the end of a bracket.
    private static func isYAML(_ line: String) -> Bool {
        guard let first = line.first else { return false }
        if first == " " || "]}\"'".contains(first) || line.hasPrefix("- ") { return true }
        let key = line.prefix { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-" || $0 == "_") }
        let rest = line.dropFirst(key.count)
        return !key.isEmpty && (rest == ":" || rest.hasPrefix(": "))
    }

    private static func isFence(_ text: some StringProtocol) -> Bool {
        // Some editors begin a file with a byte order mark, which nobody sees.
        let text = String(text)
        let line = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        return line.hasPrefix("---") && line.dropFirst(3).allSatisfy { $0 == " " || $0 == "\t" }
    }
}
