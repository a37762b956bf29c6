import Configuration
import Diagnostics
import YAML

/// The two parts of a spec: YAML between two lines of `---`, and the Markdown below.
struct FrontMatter {
    /// The byte range between the two lines.
    let yaml: Range<Int>
    /// The byte offset at which the Markdown begins.
    let body: Int

    private static let pageSpec = "page spec"

    /// Finds the two parts; throws if either of the two lines is missing. `keys` are the required ones, for the fix,
    /// and `what` the type of the file, for the message.
    init(
        of source: SourceText, keys: String = "'title' and 'start', or the key 'kind'",
        what: String = FrontMatter.pageSpec
    ) throws(DiagnosticReport) {
        guard FrontMatter.isFence(1, of: source) else {
            if what == "page spec", !FrontMatter.hasState(source) {
                throw source.report(
                    code: "no-front-matter", at: 0,
                    "every Markdown file here is a page, and this one does not begin with '---'",
                    fix:
                        "If it is no page, move it out of the site's folder. Else begin with a line '---', the keys \(keys), and another line '---'."
                )
            }
            throw source.report(
                code: "no-front-matter", at: 0, "the \(what) does not begin with '---'",
                fix: "Begin with a line '---', the keys \(keys), and another line '---'."
                    + (FrontMatter.isYAML(source.line(1) ?? "") || what != FrontMatter.pageSpec
                        ? "" : " If these are notes, name the file README.md or move it out of the site's folder."))
        }
        if let closed = FrontMatter(closedIn: source) {
            let fence = source.location(at: closed.yaml.upperBound).line
            if let place = FrontMatter.markdown(above: fence, of: source),
                (try? YAMLDocument(parsing: source, in: closed.yaml)) == nil
            {
                throw FrontMatter.unclosed(source, at: place)
            }
            self = closed
            return
        }
        let lines = FrontMatter.lines(to: source.lineCount, of: source)
        if let indented = lines.first(where: {
            $0.text.first == " " && FrontMatter.isFence($0.text.drop { $0 == " " }.utf8)
        }
        ) {
            let fix = "Write the '---' at the beginning of its line."
            throw FrontMatter.unclosed(source, at: indented.number, fix: fix)
        }
        throw FrontMatter.unclosed(source, at: FrontMatter.firstLineOfMarkdown(lines))
    }

    /// Finds the two halves by the first two lines of `---`; nil if there are no two.
    ///
    /// If the YAML cannot be parsed, the second line may be a thematic break; `init(of:keys:what:)` checks that.
    init?(closedIn source: SourceText) {
        guard FrontMatter.isFence(1, of: source), source.lineCount > 1,
            let end = (2...source.lineCount).first(where: { FrontMatter.isFence($0, of: source) })
        else { return nil }
        yaml = source.offset(ofLine: 2)..<source.offset(ofLine: end)
        body = source.offset(ofLine: end + 1)
    }

    private static func unclosed(_ source: SourceText, at line: Int?, fix: String? = nil) -> DiagnosticReport {
        source.report(
            code: "unclosed-front-matter", at: line.map { source.offset(ofLine: $0) } ?? 0,
            "the front matter is never closed",
            fix: fix ?? (line != nil ? "Write a line '---' above it." : "Write a line '---' after its last key."))
    }

    private typealias Line = (number: Int, text: String)

    private static func lines(to last: Int, of source: SourceText) -> [Line] {
        last < 2 ? [] : (2...last).map { ($0, source.line($0) ?? "") }
    }

    /// The first line of Markdown above a line of `---`, which then is a thematic break in the text; nil if there is no
    /// Markdown above it.
    private static func markdown(above fence: Int, of source: SourceText) -> Int? {
        let lines = lines(to: fence - 1, of: source)
        guard lines.filter({ !isYAML($0.text) && !isBetween($0.text) }).count > 1,
            let first = firstLineOfMarkdown(lines), source.line(first)?.first == "#"
        else { return nil }
        return first
    }

    /// The first line that is not YAML, including the comments or headings directly before it: `# form` above text is a
    /// heading, above keys a comment.
    private static func firstLineOfMarkdown(_ lines: [Line]) -> Int? {
        if let words = lines.firstIndex(where: { !isYAML($0.text) && !isBetween($0.text) }) {
            let keys = lines[..<words].lastIndex { !isBetween($0.text) }
            // A heading with a list below it, whose items could be YAML's.
            let above = lines[..<words].lastIndex { !isBetween($0.text) && !$0.text.hasPrefix("- ") }
            let heading = lines[(above.map { $0 + 1 } ?? 0)..<words].first { $0.text.first == "#" }
            let first = lines[(keys.map { $0 + 1 } ?? 0)...words].first { !$0.text.allSatisfy(\.isWhitespace) }
            return (heading ?? first)?.number
        }
        // There are only headings and possible keys.
        return zip(lines, lines.dropFirst()).first { $0.0.text.isEmpty && $0.1.text.first == "#" }?.1.number
    }

    /// Whether a line is blank, a comment or a heading.
    private static func isBetween(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) || line.first == "#" }

    /// Whether a line may belong to front matter: indented, a key, an item, a quoted text or a closing bracket.
    private static func isYAML(_ line: String) -> Bool {
        guard let first = line.first else { return false }
        if first == " " || "]}\"'".contains(first) || line.hasPrefix("- ") { return true }
        let key = line.prefix { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-" || $0 == "_") }
        let rest = line.dropFirst(key.count)
        return !key.isEmpty && (rest == ":" || rest.hasPrefix(": "))
    }

    /// Whether a text has the heading of a state, as pages have and notes do not.
    private static func hasState(_ source: SourceText) -> Bool {
        source.text.split(whereSeparator: \.isNewline).contains { line in
            line.hasPrefix("# ") && PageReader.isName(String(line.dropFirst(2)))
        }
    }

    private static func isFence(_ line: Int, of source: SourceText) -> Bool {
        isFence(source.bytes[source.offset(ofLine: line)..<source.offset(ofLine: line + 1)])
    }

    private static func isFence(_ line: some Collection<UInt8>) -> Bool {
        // Some editors begin a file with a byte order mark.
        let line = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line.dropFirst(0)
        return line.starts(with: [0x2D, 0x2D, 0x2D])
            && line.dropFirst(3).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }
}

extension YAMLDocument {
    /// The error for an email's front matter in a file where a page is expected; nil for a page.
    var emailAmongPages: Diagnostic? {
        mixed(
            ["subject", "preheader"], without: ["title", "start", "kind"],
            "this is an email, and emails belong in 'emails'",
            fix: "Move it into the folder 'emails' beside it.")
    }

    /// The error for a page's front matter in a file where an email is expected; nil for an email.
    var pageAmongEmails: Diagnostic? {
        mixed(
            ["kind", "start", "states"], without: ["subject", "preheader"],
            "this is a page, and pages belong beside app.yml",
            fix: "Move it up, beside app.yml.")
    }

    private func mixed(
        _ keys: [String], without others: [String], _ message: ValueMessage, fix: ValueMessage
    ) -> Diagnostic? {
        let names = root?.members.map(\.key) ?? []
        guard !names.contains(where: { others.contains($0.text ?? "") }),
            let place = names.first(where: { keys.contains($0.text ?? "") })?.location
        else { return nil }
        return diagnostic(code: "unread-file", at: place, message, fix: fix)
    }
}
