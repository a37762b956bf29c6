import Diagnostics

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
                body = source.offset(ofLine: number + 1)
                return
            }
            number += 1
        }
        throw DiagnosticReport([FrontMatter.unclosed(source)])
    }

    /// Says where the second line was probably meant to be: where it is indented, or above the first heading.
    private static func unclosed(_ source: SourceText) -> Diagnostic {
        let lines = (2...max(2, source.lineCount)).lazy.map { (number: $0, text: source.line($0) ?? "") }
        let indented = lines.first { $0.text.first == " " && isFence(String($0.text.drop { $0 == " " })) }
        let heading = lines.first { $0.text.hasPrefix("#") && source.line($0.number - 1)?.isEmpty == true }
        return source.diagnostic(
            code: "unclosed-front-matter",
            at: (indented ?? heading).map { source.offset(ofLine: $0.number) } ?? 0,
            "the front matter is never closed",
            fix: indented != nil
                ? "Write the '---' at the beginning of its line."
                : heading != nil ? "Write a line '---' above it." : "Write a line '---' after its last key.")
    }

    private static func isFence(_ line: String) -> Bool {
        // Some editors begin a file with a byte order mark, which nobody sees.
        let line = line.unicodeScalars.first == "\u{FEFF}" ? String(line.unicodeScalars.dropFirst()) : line
        return line.hasPrefix("---") && line.dropFirst(3).allSatisfy { $0 == " " || $0 == "\t" }
    }
}
